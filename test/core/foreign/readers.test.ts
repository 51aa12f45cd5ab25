import { describe, expect, test } from "vitest";
import { listOf } from "../../../src/core/base/json";
import type { Message } from "../../../src/core/conversation/message";
import { messageText } from "../../../src/core/conversation/render";
import { rebuildRequests } from "../../../src/core/foreign/claude-code/rebuild-request";
import { readCline } from "../../../src/core/foreign/cline/read";
import { applyMutations } from "../../../src/core/foreign/copilot-chat/mutations";
import { readCopilotChat } from "../../../src/core/foreign/copilot-chat/read";
import { discoverSessions } from "../../../src/core/foreign/discover";
import { readForeignRequest } from "../../../src/core/foreign/read-request";
import { asRecorded, FOREIGN_AGENTS } from "../../../src/core/foreign/session";
import {
  chatSession,
  claudeCodeRecords,
  clineHistory,
  foreignHome,
  hashOf,
  never,
  readNewest,
  wireOf,
} from "../../support/foreign-fixtures";

const world = foreignHome();

/** One line per message, short enough to read. */
const shapeOf = (messages: readonly Message[]): readonly string[] =>
  messages.map((message) => {
    const calls = message.role === "assistant" ? message.parts.filter((part) => part.type === "tool-call") : [];
    const names = calls.map(({ name }) => ` → ${name}`).join("");
    const tool = message.role === "tool" ? ` ${message.toolName}${message.failed ? " failed" : ""}` : "";
    return `${message.role}${tool}: ${messageText(message).replace(/\s+/g, " ").slice(0, 60)}${names}`;
  });

test.each(["claude-code", "codex", "opencode", "pi"] as const)(
  "a summary of %s is shown without words that its model never saw",
  async (agent) => {
    const [compaction] = (await readNewest(world, agent)).compactions;
    const shown = asRecorded(compaction?.after ?? []).map(messageText);
    expect(shown.filter((text) => text.includes("CONTEXT COMPACTION"))).toEqual([]);
    expect(shown.some((text) => text.includes(compaction?.summary.slice(0, 40) ?? "none"))).toBe(true);
  },
);

describe("a recorded session of Claude Code", async () => {
  const session = await readNewest(world, "claude-code");

  test("is read as what was said", () => {
    expect(shapeOf(session.messages)).toMatchInlineSnapshot(`
      [
        "user: Find out why the retry loop gives up, and run the build.",
        "assistant: Step 1. → Read",
        "tool Read: 1 export const retryDelayMs = 250; 2 export const maxAttempt",
        "assistant: Step 2. → Bash",
        "tool Bash: Deploy token file: /etc/harbor/token. Staging port: 8123.",
        "assistant: Step 3. → Bash",
        "tool Bash failed: Exit code 1 build-7731: 2 failed, 40 passed",
        "assistant: Step 4. → Agent",
        "tool Agent: [1041 characters left out: 69503b10]",
        "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
        "user: <task-notification> <task-id>a88b4da3bf0e506b4</task-id> <to",
        "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
        "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
        "user: <command-name>/compact</command-name> <command-message>compa",
        "user: <local-command-stdout>Compacted </local-command-stdout>",
        "user: Which port does staging use?",
        "assistant: The summary does not say which port.",
      ]
    `);
    expect(session.title).toBe("Find out why the retry loop gives up, and run the build.");
    expect([session.workspace, session.version]).toEqual(["/home/user/project", "2.1.325"]);
  });

  test("has the usage of each request as the server counted it", () => {
    const recorded = session.requests.map(({ usage }) => [usage.input, usage.cacheRead, usage.cacheWrite]);
    const onWire = wireOf("claude-code").map(({ cache }) => [cache.fresh, cache.read, cache.written5m]);
    // The two requests for the summary are in the totals only; see the next test.
    const listed = onWire.filter((_, index) => index !== 8 && index !== 9);
    expect(recorded.toSorted(byPrompt)).toEqual(listed.toSorted(byPrompt));
  });

  test("states what its totals hold beyond the recorded requests", () => {
    const summaries = wireOf("claude-code").slice(8, 10);
    expect(session.unattributed).toMatchObject({
      input: summaries.reduce((sum, { cache }) => sum + cache.fresh, 0),
      cacheRead: summaries.reduce((sum, { cache }) => sum + cache.read, 0),
      cacheWrite: summaries.reduce((sum, { cache }) => sum + cache.written5m, 0),
    });
  });

  test("has its compaction, with what the model saw before and after", () => {
    const [compaction] = session.compactions;
    expect(session.compactions).toHaveLength(1);
    expect(compaction).toMatchObject({ trigger: "manual", tokensBefore: 22_040, tokensAfter: expect.any(Number) });
    expect(compaction?.summary.split("\n")[2]).toBe("3. Tests: all tests passed in build-7731.");
    expect(shapeOf(compaction?.after ?? [])).toMatchInlineSnapshot(`
      [
        "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
        "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
      ]
    `);
  });

  test("has the sub-agent as a sidechain", () => {
    expect(session.sidechains.map(({ title, messages }) => [title, shapeOf(messages)])).toMatchInlineSnapshot(`
      [
        [
          "Look up the owner of the harbor service.",
          [
            "user: Look up the owner of the harbor service.",
            "assistant: Step 1. → Bash",
            "tool Bash: owner: team-lighthouse",
            "assistant: The owner is team-lighthouse.",
          ],
        ],
      ]
    `);
    expect(session.requests.filter(({ sidechain }) => sidechain !== undefined)).toHaveLength(2);
  });
});

test("Codex: messages, usage of each request, and the compaction", async () => {
  const session = await readNewest(world, "codex");
  expect(shapeOf(session.messages)).toMatchInlineSnapshot(`
    [
      "user: Find out why the retry loop gives up, and run the build.",
      "assistant: Step 1. → exec_command",
      "tool exec_command: Chunk ID: 023e2c Wall time: 0.0000 seconds Process exited wi",
      "assistant: Step 2. → exec_command",
      "tool exec_command: Chunk ID: 37bc4a Wall time: 0.0000 seconds Process exited wi",
      "assistant: Step 3. → exec_command",
      "tool exec_command failed: Chunk ID: d3c5ff Wall time: 0.0000 seconds Process exited wi",
      "assistant: Step 4. → exec_command",
      "tool exec_command: Chunk ID: b746ee Wall time: 0.0000 seconds Process exited wi",
      "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
      "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
      "user: Compact the conversation.",
      "assistant: Continuing.",
      "user: Which port does staging use?",
      "assistant: The summary does not say which port.",
    ]
  `);
  expect(session.requests.map(({ usage }) => [usage.input, usage.cacheRead])).toEqual(
    wireOf("codex").map(({ cache }) => [cache.fresh, cache.read]),
  );
  expect(
    session.compactions.map(({ before, after, summary }) => [before.length, shapeOf(after), summary.slice(0, 40)]),
  ).toMatchInlineSnapshot(`
      [
        [
          10,
          [
            "user: Find out why the retry loop gives up, and run the build.",
            "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
          ],
          "1. Primary Request and Intent: find out ",
        ],
      ]
    `);
  expect([session.windowTokens, session.unknown, session.unreadable]).toEqual([190_000, {}, 0]);
});

test("opencode: messages, usage, the sub-agent, and the compaction, out of the write-ahead log", async () => {
  const session = await readNewest(world, "opencode");
  expect(shapeOf(session.messages)).toMatchInlineSnapshot(`
    [
      "user: "Find out why the retry loop gives up, and run the build."",
      "assistant: Step 1. → read",
      "tool read: <path>/home/user/project/src/retry.ts</path> <type>file</typ",
      "assistant: Step 2. → bash",
      "tool bash: Deploy token file: /etc/harbor/token. Staging port: 8123. ",
      "assistant: Step 3. → bash",
      "tool bash failed: build-7731: 2 failed, 40 passed ",
      "assistant: Step 4. → task",
      "tool task: <task id="ses_e146ac0d4ffekgYWYkmr2xf0Em" state="completed">",
      "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
      "user: "Compact the conversation."",
      "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
      "assistant: Noted.",
      "user: "Which port does staging use?"",
      "assistant: The summary does not say which port.",
    ]
  `);
  const recorded = session.requests.map(({ usage }) => [usage.input, usage.cacheRead, usage.cacheWrite]);
  const onWire = wireOf("opencode").map(({ cache }) => [cache.fresh, cache.read, cache.written5m]);
  // The request for a title is not recorded.
  expect(onWire.filter((one) => !recorded.some((other) => String(other) === String(one)))).toHaveLength(1);
  expect(session.compactions).toHaveLength(1);
  expect(session.sidechains).toHaveLength(1);
  expect(session.unknown).toEqual({});
});

test("pi: messages, usage of each request, and the compactions", async () => {
  const session = await readNewest(world, "pi");
  expect(shapeOf(session.messages)).toMatchInlineSnapshot(`
    [
      "user: Find out why the retry loop gives up, and run the build.",
      "assistant: Step 1. → read",
      "tool read: export const retryDelayMs = 250; export const maxAttempts = ",
      "assistant: Step 2. → bash",
      "tool bash: Deploy token file: /etc/harbor/token. Staging port: 8123. ",
      "assistant: Step 3. → bash",
      "tool bash failed: build-7731: 2 failed, 40 passed Command exited with code 1",
      "assistant: Step 4. → bash",
      "tool bash: Look up the owner of the harbor service. ",
      "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
      "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
      "user: Compact the conversation.",
      "assistant: Continuing.",
      "summary: [CONTEXT COMPACTION — REFERENCE ONLY] What follows was disti",
      "user: Which port does staging use?",
      "assistant: The summary does not say which port.",
    ]
  `);
  expect(session.compactions.map(({ tokensBefore }) => tokensBefore)).toEqual([1733, 1779]);
  expect(session.unknown).toEqual({});
});

const document = { id: "x", path: "/x", modifiedAt: 9_000, bytes: 0 } as const;

test("Cline: messages, usage of each request, and the sub-agent, which is no session of its own", async () => {
  const session = await readNewest(world, "cline");
  expect(shapeOf(session.messages)).toMatchInlineSnapshot(`
    [
      "user: Find out why the retry loop gives up, and run the build.",
      "assistant: Step 1. → read_files",
      "tool read_files: 1 | export const retryDelayMs = 250; 2 | export const maxAtt",
      "assistant: Step 2. → run_commands",
      "tool run_commands: Deploy token file: /etc/harbor/token. Staging port: 8123. ",
      "assistant: Step 3. → run_commands",
      "tool run_commands failed: [Command exited with code 1] build-7731: 2 failed, 40 passed",
      "assistant: Step 4. → spawn_agent",
      "tool spawn_agent: {"text":"The owner is team-lighthouse.","iterations":2,"fini",
      "assistant: maxAttempts is 7 and retryDelayMs is 250. build-7731 has 2 f",
    ]
  `);
  const recorded = session.requests.map(({ usage }) => [usage.input, usage.cacheRead, usage.cacheWrite]);
  const onWire = wireOf("cline").map(({ cache }) => [cache.fresh, cache.read, cache.written5m]);
  expect(recorded.toSorted(byPrompt)).toEqual(onWire.toSorted(byPrompt));
  expect(session.sidechains.map(({ messages }) => shapeOf(messages).at(-1))).toEqual([
    "assistant: The owner is team-lighthouse.",
  ]);
  expect([session.title, session.workspace, session.version, session.unknown]).toEqual([
    "Find out why the retry loop gives up, and run the build.",
    "/home/user/project",
    "3.0.65",
    {},
  ]);
  expect(await discoverSessions(world, "cline", never)).toHaveLength(1);
});

test("Cline's extension: a bare list of messages, usage in its own form, no notes for the person", () => {
  const session = readCline(clineHistory(), { ...document, agent: "cline" });
  expect(shapeOf(session.messages)).toEqual([
    "user: Why does the retry loop give up?",
    "assistant: I read the file. → read_files",
    "tool read_files: export const maxAttempts = 7;",
    "assistant: maxAttempts is 7.",
  ]);
  expect(session.requests.map(({ model, usage }) => [model, usage.input, usage.cacheRead, usage.cacheWrite])).toEqual([
    ["claude-sonnet-4-5", 112, 900, 0],
  ]);
});

test("Copilot Chat: rounds with calls and results, the shown response without them, and kinds it does not know", () => {
  const session = readCopilotChat(chatSession(), { ...document, agent: "copilot-chat" });
  expect(shapeOf(session.messages)).toEqual([
    "user: Why does the retry loop give up?",
    "assistant:  → read_file",
    "tool read_file: export const maxAttempts = 7;",
    "assistant: maxAttempts is 7.",
    "user: Thanks",
    "assistant: You are welcome.",
  ]);
  expect(session.unknown).toEqual({ newKind: 1 });
});

test("Copilot Chat: a file of changes gives the same session as the whole", () => {
  const lines = [
    { kind: 0, v: { version: 3, requests: [] } },
    { kind: 1, k: ["customTitle"], v: "Retry" },
    { kind: 2, k: ["requests"], v: [{ requestId: "r1", message: { text: "first" } }] },
    { kind: 2, k: ["requests"], i: 0, v: [{ requestId: "r1", message: { text: "second" } }] },
    { kind: 3, k: ["customTitle"] },
    { kind: 1, k: ["__proto__", "polluted"], v: true },
  ];
  const { value } = applyMutations(lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(value).toEqual({ version: 3, requests: [{ requestId: "r1", message: { text: "second" } }] });
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test("reading changes nothing of the agents, and leaves nothing behind", async () => {
  const home = foreignHome();
  const before = hashOf(home.home);
  for (const agent of FOREIGN_AGENTS)
    if ((await discoverSessions(home, agent, never)).length > 0) await readNewest(home, agent);
  expect(hashOf(home.home)).toBe(before);
});

test("Claude Code: each recorded request, rebuilt, equals the one on the wire but for what is missing", () => {
  const wire = wireOf("claude-code").map(({ body }) =>
    comparable({ ...body, system: [...listOf(body["system"])].slice(1) }),
  );
  const rebuilt = rebuildRequests(claudeCodeRecords(world));
  expect(rebuilt.map(({ body, missing }) => [wire.includes(comparable(body)), missing])).toEqual(
    rebuilt.map(() => [true, ["metadata", "stream", "system[0]"]]),
  );
  expect(rebuilt).toHaveLength(7);
});

test("the request behind a reply is found by the reply, and what was never recorded is named", async () => {
  const session = await readNewest(world, "claude-code");
  const [first] = session.requests;
  const request = await readForeignRequest(session, first?.id ?? "", never);
  expect([request?.missing, JSON.stringify(request?.body["messages"]).includes("why the retry loop")]).toEqual([
    ["metadata", "stream", "system[0]"],
    true,
  ]);
  expect(await readForeignRequest(session, "no such reply", never)).toBeUndefined();
  expect(await readForeignRequest(await readNewest(world, "codex"), first?.id ?? "", never)).toBeUndefined();
});

/** Without the fields that are never recorded; the order of the others says nothing. */
const comparable = ({ metadata: _, stream: __, ...body }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(body).toSorted(([a], [b]) => a.localeCompare(b)));

const byPrompt = (a: readonly number[], b: readonly number[]): number => String(a).localeCompare(String(b));
