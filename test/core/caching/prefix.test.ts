import { describe, expect, it } from "vitest";
import type { SentPrefix } from "../../../src/core/caching/prefix";
import { findDivergence } from "../../../src/core/caching/prefix";
import { claude, says, user } from "../../support/conversation";
import type { InEnglish } from "../../support/say";
import { inEnglish } from "../../support/say";

const [hello, reply, next] = [user("hello"), says("hi"), user("next")];
const sent: SentPrefix = {
  model: claude,
  tools: [{ name: "read" }, { name: "write" }],
  system: "You help.",
  thinking: "replay",
  cacheTtl: "5m",
  messages: [hello],
  sentAtMs: 0,
};
const grown: SentPrefix = { ...sent, messages: [hello, reply, next], sentAtMs: 1_000 };

describe("findDivergence", () => {
  it("sees nothing where the second request goes on from the first", () => {
    expect(findDivergence(sent, grown)).toBeUndefined();
  });

  it("sees nothing in messages that were loaded anew", () => {
    expect(findDivergence(sent, structuredClone(grown))).toBeUndefined();
  });

  it.each<[string, Partial<SentPrefix>, InEnglish<ReturnType<typeof findDivergence>>]>([
    [
      "another model",
      { model: { ...claude, model: "claude-y" } },
      { cause: "model", text: "The model changed from claude-x to claude-y." },
    ],
    [
      "another server",
      { model: { ...claude, baseUrl: "http://other" } },
      { cause: "model", text: "The model now runs on another server." },
    ],
    [
      "a new tool",
      { tools: [...sent.tools, { name: "run" }] },
      { cause: "tools", text: "The tool list changed from 2 to 3 tools." },
    ],
    [
      "tools in another order",
      { tools: sent.tools.toReversed() },
      { cause: "tools", text: "Tool 1 moved or has another description." },
    ],
    [
      "a clock in the system prompt",
      { system: "You hurry." },
      { cause: "system", text: "The system prompt changed at character 5." },
    ],
    ["a new note", { systemNote: "Folded." }, { cause: "system", text: "The note after the system prompt changed." }],
    [
      "thinking left out",
      { thinking: "leave-out" },
      { cause: "options", text: "Earlier thinking is no longer sent back." },
    ],
    ["another lifetime", { cacheTtl: "1h" }, { cause: "options", text: "The cache lifetime changed from 5m to 1h." }],
    [
      "a pruned message",
      { messages: [{ ...hello, content: [] }, reply] },
      { cause: "message", message: 0, text: "The content of message 1 (user) changed." },
    ],
    [
      "a replaced message",
      { messages: [next, reply] },
      { cause: "message", message: 0, text: "Message 1 (user) was replaced by another one." },
    ],
    ["a removed message", { messages: [] }, { cause: "message", message: 0, text: "Message 1 (user) is gone." }],
    [
      "a long pause",
      { sentAtMs: 360_000 },
      { cause: "ttl-expired", text: "The last request was 6 min ago; cache entries expire after 5m." },
    ],
  ])("names %s", (_, change, divergence) => {
    expect(inEnglish(findDivergence(sent, { ...grown, ...change }))).toEqual(divergence);
  });
});
