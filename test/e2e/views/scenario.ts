import type { AgentEvent, ContextItem, Segment } from "../../../src/core/agent/events";
import { verbatim } from "../../../src/core/base/sentence";
import { callId, messageId, requestId, sessionId, spillId } from "../../../src/core/conversation/ids";
import type { AssistantMessage, Message } from "../../../src/core/conversation/message";
import { Knowledge } from "../../../src/core/knowledge/knowledge";
import { presentKnowledge } from "../../../src/presenter/inspector/knowledge";
import type { ChipPicture, Mention } from "../../../src/protocol/attachments";
import type { PreviewPicture } from "../../../src/protocol/compression";
import type { KnownPicture, LcmPicture } from "../../../src/protocol/inspector";
import {
  compressed,
  ended,
  model,
  opened,
  queued,
  reported,
  requestPicture,
  stored,
  toolEnded,
  toolOutput,
  toolStarted,
} from "../../support/agent-events";
import { call, failure, result, says, user } from "../../support/conversation";

const session = sessionId("s1");

const MARKDOWN = `The login fails because the token is compared **before** it is trimmed.

1. \`parseToken\` in [src/auth.ts](src/auth.ts#L42) keeps the newline
2. the test only covers clean input

| file | change |
|---|---|
| \`src/auth.ts\` | trim before compare |
| \`test/auth.test.ts\` | new case |

\`\`\`ts
export function parseToken(header: string): string | undefined {
  const [scheme, token] = header.split(" ");
  return scheme === "Bearer" ? token?.trim() : undefined; // never compare raw
}
\`\`\`

> Costs went from $0.25 to $0.08 a turn.`;

const asking: AssistantMessage = says(
  { type: "thinking", text: "The failing test names the token. Look at the parser first." },
  "I will look at the parser and run the tests.",
  call("read_file", '{"path":"src/auth.ts"}', "c1"),
  call("terminal", '{"command":"npm test -- auth"}', "c2"),
  call("patch", '{"path":"src/auth.ts"}', "c3"),
);

/** One row of each kind, in the order of a real session. */
export const chatScenario: readonly AgentEvent[] = [
  opened(),
  stored(user("The login test fails since yesterday.\nFind out why and fix it.")),
  { type: "checkpoint-made", session, messageId: messageId("none"), files: ["src/auth.ts"] },
  { type: "request-started", session, request: requestPicture() },
  ended(asking),
  stored(asking),
  toolStarted("c1", "read_file"),
  toolEnded("c1"),
  stored(result("read_file", "export function parseToken", "c1")),
  toolStarted("c2"),
  toolOutput("c2", "\u001b[31mFAIL\u001b[0m test/auth.test.ts"),
  toolEnded("c2", 1),
  stored(failure("terminal", "\u001b[31mFAIL\u001b[0m test/auth.test.ts\nexpected 'abc' to be 'abc\\n'", "c2")),
  {
    type: "spilled",
    session,
    from: "result",
    spill: spillId("s1/c2"),
    path: "/store/c2.txt",
    totalChars: 241_000,
    shownChars: 1_500,
    shownTokens: 480,
  },
  {
    type: "approval-asked",
    request: {
      callId: callId("c3"),
      tool: "patch",
      category: "edit",
      title: verbatim("Edit src/auth.ts"),
      detail: "trim the token before comparing",
      edit: { path: "src/auth.ts", before: "a\nb\nc", after: "a\nB\nc" },
    },
  },
  ended(says(MARKDOWN), "r2"),
  { ...reported({ cacheRead: 54_000, cacheWrite: 6_200, input: 900, output: 1_400 }), costUsd: 0.214 } as AgentEvent,
  { type: "compression-started", session, trigger: "automatic", stage: "blocking" },
  compressed(),
  opened("continuation"),
  {
    type: "recalled",
    session,
    snippets: [
      {
        identifier: "parseToken",
        text: "src/auth.ts line 42 keeps the newline",
        messageId: messageId("m1"),
        why: "parseConfig is no longer in the context",
      },
    ],
  },
  {
    type: "recovering",
    session,
    failure: "overflow",
    action: verbatim("The provider stated 180,000 tokens; compressing and trying again."),
  },
  { type: "notice", level: "error", text: verbatim("The key was refused (401)."), actions: ["add-key", "retry"] },
  queued("then update the changelog"),
  { type: "context-measured", session, context: contextMeasure(88_400) },
];

function contextMeasure(usedTokens: number) {
  const items: ContextItem[] = Array.from({ length: 40 }, (_, index) => ({
    messageId: messageId(`i${index}`),
    label: verbatim(
      index % 3 === 0
        ? `terminal: npm test -- part ${index}`
        : index % 3 === 1
          ? `read_file: src/module-${index}.ts`
          : `user: please change part ${index}`,
    ),
    segment: index < 3 ? "head" : index > 30 ? "turn" : "tail",
    tokens: 200 + ((index * 7_919) % 5_200),
    state: index === 4 ? "pinned" : index === 7 ? "spilled" : index === 9 ? "pruned" : "full",
    eviction: index === 4 ? "pinned" : index === 9 ? "evicted" : index % 3 === 2 ? "not-a-result" : "possible",
    evictionUsd: 0.012,
  }));
  const fixed: Segment[] = [
    { kind: "system", tokens: 4_200 },
    { kind: "tools", tokens: 8_900 },
    { kind: "rules", tokens: 2_300 },
    { kind: "head", tokens: 3_100 },
    { kind: "summary", tokens: 6_400 },
    { kind: "pins", tokens: 1_200 },
    { kind: "turn", tokens: 9_000 },
  ];
  const rest = usedTokens - fixed.reduce((sum, { tokens }) => sum + tokens, 0);
  const segments: Segment[] = [...fixed.slice(0, 5), { kind: "tail", tokens: rest }, ...fixed.slice(5)];
  return {
    usedTokens,
    source: "reported",
    windowTokens: 200_000,
    windowOrigin: "catalog",
    thresholdTokens: 100_000,
    hygieneTokens: 170_000,
    outputReserveTokens: 32_000,
    segments,
    items: items.toSorted((a, b) => b.tokens - a.tokens),
    pins: [
      { name: "src/auth.ts", label: verbatim("src/auth.ts"), tokens: 900 },
      { name: "rule", label: verbatim("Never touch the generated files."), tokens: 300 },
    ],
    hiddenItems: 0,
    hiddenTokens: 0,
    turnsLeft: 4,
  } as const;
}

/** The requests of a long session, for the timeline and the cache. */
export const inspectorScenario: readonly AgentEvent[] = [
  opened(),
  ...Array.from({ length: 36 }, (_, index): AgentEvent[] => {
    const id = requestId(`q${index}`);
    const at = 1_700_000_000_000 + index * 40_000;
    const grown = index < 22 ? 9_000 + index * 4_100 : 30_000 + (index - 22) * 3_800;
    const usage = {
      input: 400 + (index % 5) * 300,
      cacheRead: index === 0 || index === 22 ? 0 : grown * 0.92,
      cacheWrite: index === 0 || index === 22 ? grown : grown * 0.07,
      output: 700 + (index % 7) * 240,
      reasoning: 0,
    };
    return [
      ...(index === 22 ? [compressed()] : []),
      {
        type: "request-started",
        session,
        request: {
          ...requestPicture(id, at),
          breakpoints: [
            { after: "system" },
            { after: "message", messageId: messageId("i20") },
            { after: "message", messageId: messageId("i30") },
            { after: "message", messageId: messageId("i39") },
          ],
          estimatedTokens: Math.round(grown),
          breakpointTokens: [0.18, 0.82, 0.93, 1].map((share) => Math.round(share * grown)),
        },
      },
      {
        type: "usage-reported",
        session,
        requestId: id,
        purpose: "agent",
        usage,
        costUsd: 0.012 + index / 3_000,
        durationMs: 4_000,
        ...(index === 22 ? { missCause: verbatim("the conversation was compressed") } : {}),
      },
    ];
  }).flat(),
  { type: "context-measured", session, context: contextMeasure(88_400) },
];

export const previewPicture: PreviewPicture = {
  focusTopic: "the login bug",
  range: { kind: "from", messageId: "u2", label: "Now look at the login form" },
  state: "drafted",
  reason: null,
  beforeTokens: 104_000,
  projectedTokens: 31_200,
  thresholdTokens: 100_000,
  headMessages: 3,
  foldedMessages: 55,
  tailMessages: 22,
  prunedResults: 12,
  nextTurnCostUsd: 0.131,
  cacheRewriteUsd: 0.093,
  summaryCostUsd: 0.041,
  folds: [
    { messageId: messageId("f1"), label: "terminal: npm test", tokens: 9_100 },
    { messageId: messageId("f2"), label: "read_file: src/auth.ts", tokens: 5_200 },
  ],
  claims: [],
  hiddenFolds: 53,
  draft: "## Active Task\nFix the login test.\n\n## Goal\nAll tests green.",
};

/** What a short session with a failed and a repaired test leaves behind. */
export function knownPicture(): KnownPicture {
  const did = (tool: string, input: object, output: string, key: string) => [
    says(call(tool, JSON.stringify(input), key)),
    result(tool, output, key),
  ];
  const knowledge = new Knowledge("/home/dev/app");
  const messages = [
    user("Fix the login test. We always use tabs."),
    ...did("terminal", { command: "npm test" }, "TypeError: token is undefined\nexit code 1", "k1"),
    ...did("read_file", { path: "/home/dev/app/src/auth/session.ts" }, "text", "k2"),
    ...did("patch", { path: "src/auth/session.ts" }, "ok", "k3"),
    ...did("terminal", { command: "npm test" }, "Tests  13 passed (13)\nexit code 0", "k4"),
    ...did("terminal", { command: "npm run lint" }, "src/a.ts(1,1): error LINT7: no comment\nexit code 2", "k5"),
    ...did("todo", { items: [{ text: "repair the lint error", state: "doing" }] }, "ok", "k6"),
  ];
  knowledge.add(messages, () => Date.UTC(2026, 1, 3, 12));
  return presentKnowledge(knowledge.entries());
}

export const lcmPicture: LcmPicture = {
  rawMessages: 412,
  freshTailMessages: 64,
  coverage: 0.84,
  nodes: [
    {
      id: "n9",
      depth: 2,
      kind: "condensed",
      tokens: 1_900,
      sourceTokens: 14_200,
      messages: 210,
      children: ["n1", "n2"],
      active: true,
      gist: "Set up auth, found the token bug, wrote the first fix",
    },
    {
      id: "n1",
      depth: 1,
      kind: "leaf",
      tokens: 2_300,
      sourceTokens: 19_400,
      messages: 120,
      children: [],
      active: false,
      gist: "Read the auth module and its tests",
    },
    {
      id: "n2",
      depth: 1,
      kind: "leaf",
      tokens: 2_100,
      sourceTokens: 18_800,
      messages: 90,
      children: [],
      active: false,
      gist: "Patched parseToken",
    },
    {
      id: "n10",
      depth: 1,
      kind: "leaf",
      tokens: 1_800,
      sourceTokens: 16_000,
      messages: 138,
      children: [],
      active: true,
      gist: "Ran the suite, fixed the session store",
    },
  ],
};

export const longTranscript = (count: number): readonly Message[] =>
  Array.from({ length: count / 2 }, (_, index) => [
    user(`question ${index}`),
    says(`answer **${index}** with \`code\``),
  ]).flat();

export const rehearsal: AgentEvent = {
  type: "model-changed",
  model: { ...model, provider: "rehearsal", label: "Rehearsal" },
};

export const fileMention = (path: string): Mention => ({ kind: "file", target: path, name: path, detail: "" });

export const readyChip = (chip: Partial<ChipPicture> = {}): ChipPicture => ({
  id: "chip-1",
  kind: "file",
  name: "src/auth.ts",
  state: "ready",
  tokens: 1_234,
  preview: "export function parseToken(header: string)",
  ...chip,
});
