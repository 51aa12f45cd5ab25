import type { AgentEvent, ContextItem, ContextMeasure, LaterTurns, RequestPicture } from "../../src/core/agent/events";
import { verbatim } from "../../src/core/base/sentence";
import { callId, messageId, requestId, sessionId, spillId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import type { Usage } from "../../src/core/conversation/usage";
import type { Model } from "../../src/core/models/model";

export const model: Model = {
  protocol: "anthropic-messages",
  provider: "anthropic",
  model: "claude-x",
  label: "Claude X",
  windowTokens: 200_000,
  windowOrigin: "catalog",
  maxOutputTokens: 32_000,
  sees: "text-and-images",
  thinking: "optional",
  cache: { kind: "breakpoints", minimumTokens: 1_024 },
  prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6 },
};

const session = sessionId("s1");

export const opened = (
  reason: "new" | "resume" | "continuation" | "undo" | "branch" = "new",
  messages: readonly Message[] = [],
): AgentEvent => ({ type: "session-opened", session, title: "Fix the login", parentId: null, reason, messages, model });
/** Messages that wait, with the ids q0, q1, … */
export const queued = (...texts: readonly string[]): AgentEvent => ({
  type: "queue-changed",
  waiting: texts.map((text, index) => ({ id: `q${index}`, text, delivery: "after-turn" })),
  state: "open",
});
export const stored = (message: Message): AgentEvent => ({ type: "message-stored", session, message });
export const grew = (text: string, part: "text" | "thinking" | "tool-input" = "text", request = "r1"): AgentEvent => ({
  type: "reply-grew",
  requestId: requestId(request),
  part,
  text,
});
export const ended = (message: Extract<Message, { role: "assistant" }>, request = "r1"): AgentEvent => ({
  type: "reply-ended",
  requestId: requestId(request),
  message,
});
export const toolStarted = (key: string, name = "terminal"): AgentEvent => ({
  type: "tool-started",
  callId: callId(key),
  name,
  category: "run",
  inputJson: "{}",
});
export const toolOutput = (key: string, text: string): AgentEvent => ({
  type: "tool-output",
  callId: callId(key),
  text,
});
export const toolEnded = (key: string, exitCode = 0): AgentEvent => ({
  type: "tool-ended",
  callId: callId(key),
  failed: exitCode !== 0,
  durationMs: 1_250,
  chars: 40,
  exitCode,
});
export const asked = (key: string): AgentEvent => ({
  type: "approval-asked",
  request: {
    callId: callId(key),
    tool: "patch",
    category: "edit",
    title: verbatim("Edit src/auth.ts"),
    detail: "1 place",
    covers: verbatim("every edit"),
    edit: { path: "src/auth.ts", before: "a\nb\nc", after: "a\nB\nB2\nc" },
  },
});
export const turnEnded = (
  outcome: "answered" | "stopped" | "step-limit" | "paused" | "failed",
  reason?: string,
): AgentEvent => ({
  type: "turn-ended",
  session,
  outcome,
  ...(reason === undefined ? {} : { reason: verbatim(reason) }),
});

export const requestPicture = (id = "r1", at = 1_000): RequestPicture => ({
  id: requestId(id),
  at,
  model: "claude-x",
  estimatedTokens: 10_000,
  breakpoints: [
    { after: "system" },
    { after: "message", messageId: messageId("a") },
    { after: "message", messageId: messageId("b") },
  ],
  breakpointTokens: [4_000, 7_000, 10_000],
  caching: { state: "on", why: verbatim("Claude on its own route"), ttl: "5m" },
});
export const requestStarted = (id = "r1", at = 1_000): AgentEvent => ({
  type: "request-started",
  session,
  request: requestPicture(id, at),
});
export const reported = (usage: Partial<Usage>, id = "r1", costUsd: number | null = 0.01): AgentEvent => ({
  type: "usage-reported",
  session,
  requestId: requestId(id),
  purpose: "agent",
  costUsd,
  durationMs: 900,
  usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, ...usage },
});

export const item = (id: string, tokens: number): ContextItem => ({
  messageId: messageId(id),
  label: verbatim(id),
  segment: "tail",
  tokens,
  state: "full",
  eviction: "possible",
});
export const measure = (usedTokens: number, items: readonly ContextItem[] = []): ContextMeasure => ({
  pins: [],
  usedTokens,
  source: "reported",
  windowTokens: 200_000,
  windowOrigin: "catalog",
  thresholdTokens: 100_000,
  hygieneTokens: 170_000,
  outputReserveTokens: 32_000,
  segments: [
    { kind: "system", tokens: 3_000 },
    { kind: "tools", tokens: 1_000 },
    { kind: "tail", tokens: usedTokens - 4_000 },
  ],
  items,
  hiddenItems: 0,
  hiddenTokens: 0,
  turnsLeft: 12,
});
export const measured = (usedTokens: number, items: readonly ContextItem[] = []): AgentEvent => ({
  type: "context-measured",
  session,
  context: measure(usedTokens, items),
});

export const compressed = (to = "s2"): Extract<AgentEvent, { type: "compressed" }> => ({
  type: "compressed",
  from: session,
  to: sessionId(to),
  outcome: "folded",
  summaryId: messageId("sum"),
  durationMs: 8_200,
  costUsd: 0.04,
  compressions: 1,
  trigger: "automatic",
  beforeTokens: 104_000,
  afterTokens: 31_000,
  beforeMessages: 80,
  afterMessages: 26,
  foldedMessages: 55,
  prunedResults: 12,
  verification: {
    score: 0.96,
    lost: ["src/old.ts"],
    repaired: ["npm test"],
    invented: [],
    contradicted: [],
    unchecked: [],
  },
});
export const compressing: AgentEvent = {
  type: "compression-started",
  session,
  trigger: "automatic",
  stage: "blocking",
};
export const undone = (laterTurns: LaterTurns = "none"): AgentEvent => ({
  type: "compression-undone",
  from: sessionId("s2"),
  to: session,
  laterTurns,
});
export const spilled: AgentEvent = {
  type: "spilled",
  session,
  from: "result",
  spill: spillId("s1/c1"),
  path: "/store/s1/c1.txt",
  totalChars: 240_000,
  shownChars: 1_500,
  shownTokens: 500,
};
