import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/conversation/message";
import { hasVisibleContent, wireTurns } from "../../../src/core/conversation/wire-turns";
import { call, result, says, summary, user } from "../../support/conversation";

const turns = (messages: readonly Message[]) =>
  wireTurns(messages).map(({ role, messages: held }) => `${role}: ${held.map((message) => message.role).join(" ")}`);

describe("wireTurns", () => {
  it("gives results and the user's next words one voice", () => {
    expect(turns([user("a"), says(call("x"), call("y")), result("x", "1"), result("y", "2"), user("b")])).toEqual([
      "user: user",
      "assistant: assistant",
      "user: tool tool user",
    ]);
  });

  it("leaves out what would be empty, before sides are chosen", () => {
    expect(turns([user("a"), says(" "), summary("s"), says({ type: "thinking", text: "hm" }), user("b")])).toEqual([
      "user: user",
      "assistant: summary",
      "user: user",
    ]);
  });

  it("never lets the model say a restated request, nor open or close with a summary", () => {
    expect([
      turns([user("a"), { ...summary("s"), restatedRequest: "do it" }, user("b")]),
      turns([summary("s")]),
      turns([user("a"), summary("s")]),
    ]).toEqual([["user: user summary user"], ["user: summary"], ["user: user summary"]]);
  });

  it("always alternates and keeps every message that says something, in order", () => {
    const message = fc.constantFrom<() => Message>(
      () => user("a"),
      () => user(" "),
      () => says("b"),
      () => says({ type: "thinking", text: "hm" }),
      () => summary("s"),
      () => ({ ...summary("s"), restatedRequest: "do it" }),
      () => result("x", "1"),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (made) => {
        const messages = made.map((make) => make());
        const found = wireTurns(messages);
        expect(found.flatMap((turn) => turn.messages)).toEqual(messages.filter(hasVisibleContent));
        expect(found.some((turn, index) => turn.role === found[index - 1]?.role)).toBe(false);
      }),
    );
  });
});
