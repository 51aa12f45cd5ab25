import { expect, it } from "vitest";
import type { ModelRequest } from "../../../src/core/providers/provider";
import { requestText } from "../../../src/presenter/words/request-text";
import { sayInEnglish } from "../../../src/presenter/words/say";
import { model } from "../../support/agent-events";
import { call, result, says, user } from "../../support/conversation";

const asked = user("Fix src/cart.js");
const edit = says("I fix it.", call("patch", JSON.stringify({ path: "src/cart.js", find: "a\n\tb", count: 2 })));
const request: ModelRequest = {
  model,
  system: "You are Hermes.\nBe brief.",
  tools: [{ name: "patch", description: "Edits a file.\nMore.", parameters: { properties: { path: {}, find: {} } } }],
  messages: [asked, edit, result("patch", "Patched.")],
  breakpoints: [{ after: "system" }, { after: "message", messageId: asked.id }],
  cacheTtl: "5m",
  outputTokens: 8_000,
  thinking: "replay",
  conversationKey: "s1",
};

it("reads as a conversation, with tokens and breakpoints in the margin and no escaped JSON", () => {
  const text = requestText(request, sayInEnglish).replaceAll(/^ *\d[\d,]* │/gm, "         # │");
  expect(text.split("\n").slice(2)).toEqual([
    "         # │ ## 1 tool",
    "           │ patch(path, find): Edits a file.",
    "           │",
    "         # │ ## System prompt",
    "           │ You are Hermes.",
    "           │ Be brief.",
    "         ◆ │ ── cached up to here (5m) ──",
    "           │",
    "         # │ ## User",
    "           │ Fix src/cart.js",
    "         ◆ │ ── cached up to here (5m) ──",
    "           │",
    "         # │ ## Assistant",
    "           │ I fix it.",
    "           │",
    "           │ → patch",
    "           │   path: src/cart.js",
    "           │   find: a",
    "           │     \tb",
    "           │   count: 2",
    "           │",
    "         # │ ## Result of patch",
    "           │ Patched.",
    "           │",
  ]);
});

it("names the model and the sizes first, and shows arguments that are not JSON as they are", () => {
  const broken = { ...request, messages: [says(call("patch", '{"path": '))] };
  const lines = requestText(broken, sayInEnglish).split("\n");
  expect(lines[0]).toMatch(/^Claude X · about \d+ tokens · reply of at most 8,000 tokens$/);
  expect(lines).toContain('           │ → patch {"path":');
});
