import { describe, expect, it } from "vitest";
import { callId, messageId } from "../../../src/core/conversation/ids";
import type { AssistantMessage, Message, ToolMessage } from "../../../src/core/conversation/message";
import { claude } from "../../support/conversation";
import { ContextView } from "./context-view";
import { editsOf } from "./edits";
import { featuresIn } from "./features";
import { noAvailability, ReplyJudge } from "./judge";
import { needsOf } from "./needs";

const call = (id: string, name: string, args: object): AssistantMessage => ({
  role: "assistant",
  id: messageId(id),
  origin: claude,
  parts: [{ type: "tool-call", callId: callId(id), name, inputJson: JSON.stringify(args) }],
});

const result = (id: string, text: string): ToolMessage => ({
  role: "tool",
  id: messageId(`${id}-result`),
  callId: callId(id),
  toolName: "read",
  failed: false,
  body: { kind: "full", content: [{ type: "text", text }] },
});

const file = "     1→export const retryLimit = 50;\n     2→export const timeoutMs = 3000;\n     3→}";
const session: readonly Message[] = [
  call("read", "read", { path: "src/limits.ts" }),
  result("read", file),
  call("edit", "edit", {
    path: "src/limits.ts",
    old_string: "export const retryLimit = 50;\nexport const timeoutMs = 3000;\n}",
    new_string: "export const retryLimit = 7;",
  }),
];

function judged(sent: readonly Message[]) {
  const needs = needsOf(session);
  const view = new ContextView(needs);
  const tally = noAvailability();
  view.show(sent);
  new ReplyJudge(needs, session).judge(2, view, tally);
  return tally;
}

describe("what a reply needs", () => {
  it("is all there while the request shows what the session has shown", () => {
    expect(judged(session.slice(0, 2))).toMatchObject({
      edits: 1,
      editsShown: 1,
      lines: 2,
      linesShown: 2,
      facts: 2,
      factsShown: 2,
      missCalls: 0,
      rereads: 0,
    });
  });

  it("lacks an edit as soon as one old line is gone, and counts one re-read for all lines of a message", () => {
    const shortened = result("read", "export const retryLimit = 50;");
    expect(judged([shortened])).toMatchObject({ edits: 1, editsShown: 0, lines: 2, linesShown: 1, rereads: 1 });
  });

  it("is not met by a list of names", () => {
    const names = result("read", "src/limits.ts, limits.ts, retryLimit, timeoutMs, 3000");
    expect(judged([names])).toMatchObject({ editsShown: 0, linesShown: 0, factsShown: 0, missCalls: 0 });
  });
});

describe("an edit", () => {
  it("is read from the arguments of replacing tools", () => {
    expect(editsOf(call("e", "edit", { edits: [{ oldText: "let alpha = 1;\n}" }, { oldText: "beta();" }] }))).toEqual([
      ["let alpha = 1;"],
      ["beta();"],
    ]);
  });

  it("is read from the context and removed lines of a patch", () => {
    const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n const kept = 1;\n-old line\n+new line\n*** End Patch";
    expect(editsOf(call("e", "shell", { command: ["apply_patch", patch] }))).toEqual([["const kept = 1;", "old line"]]);
  });
});

it("a number before a line is no part of it", () => {
  expect(featuresIn("  12→const answer = compute();").has("line const answer = compute();")).toBe(true);
});
