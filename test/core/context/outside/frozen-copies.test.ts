import { describe, expect, it } from "vitest";
import { freezeMessages, readReturnedMessages } from "../../../../src/core/context/outside/frozen-copies";
import { spillId } from "../../../../src/core/conversation/ids";
import type { Message } from "../../../../src/core/conversation/message";
import { call, claude, result, says, summary, user, withBody } from "../../../support/conversation";
import { inEnglish } from "../../../support/say";

function messagesIn(result: unknown) {
  const returned = readReturnedMessages(result);
  return "messages" in returned ? returned.messages : [];
}

const everyKind: readonly Message[] = [
  {
    ...user("look"),
    content: [
      { type: "text", text: "look" },
      { type: "image", mediaType: "image/png", base64: "AAAA" },
    ],
    attachment: "date",
  },
  says({ type: "thinking", text: "hm", seal: { kind: "anthropic-signature", signature: "s" } }, "I look.", call("a"), {
    type: "opaque",
    protocol: "anthropic-messages",
    block: { type: "server" },
    gist: "searched",
  }),
  result("a", "found"),
  withBody("b", { kind: "spilled", preview: "…", spill: spillId("s1"), totalChars: 9 }),
  withBody("c", { kind: "pruned", gist: "[c] gone" }),
  { ...summary("So far."), restatedRequest: "look" },
];

describe("lent messages", () => {
  it("are equal, other objects, frozen all the way, and the same at the next time", () => {
    const lent = freezeMessages(everyKind);
    expect(lent).toEqual(everyKind);
    expect(lent.some((message) => everyKind.includes(message))).toBe(false);
    expect(() => Object.assign(lent[0]!, { attachment: "" })).toThrow("read only");
    const [first] = lent;
    expect(() => first?.role === "user" && Object.assign(first.content[0]!, { text: "changed" })).toThrow("read only");
    expect(freezeMessages(everyKind)[0]).toBe(first);
  });

  it("come home as our own, in whatever order", () => {
    const home = messagesIn(freezeMessages(everyKind).toReversed());
    expect(everyKind.toReversed().every((message, index) => home[index] === message)).toBe(true);
  });

  it("come home as new ones where they were made by others, of every kind", () => {
    const made = structuredClone(everyKind);
    const home = messagesIn(made);
    expect(home).toEqual(made);
    expect(home[0]).not.toBe(made[0]);
  });

  const [asked, answered, told, spilled, pruned, folded] = everyKind;
  it.each([
    ["null", null],
    ["a number", 7],
    ["nothing", undefined],
    ["a function", () => "x"],
    ["a message without an id", { ...asked, id: "" }],
    ["an unknown role", { ...asked, role: "system" }],
    ["bare text for content", { ...asked, content: "text" }],
    ["an odd part", { ...answered, parts: [{ type: "video" }] }],
    ["a call without input", { ...answered, parts: [{ type: "tool-call", callId: "c", name: "n" }] }],
    ["a reply from nowhere", { ...answered, origin: undefined }],
    ["a result without an outcome", { ...told, failed: undefined }],
    ["a result without a body", { ...told, body: null }],
    ["a body of no kind", { ...told, body: { kind: "secret" } }],
    ["a spill without a size", { ...spilled, body: { kind: "spilled", preview: "p", spill: "s" } }],
    ["a pruned result without a gist", { ...pruned, body: { kind: "pruned" } }],
    ["a summary that covers a number", { ...folded, covers: [7] }],
    ["a summary without words", { ...folded, text: undefined }],
  ])("are not taken back where one is %s", (_, odd) => {
    expect(inEnglish(readReturnedMessages([user("x"), odd]))).toEqual({
      problem: "Entry 1 of its message list is not a message.",
    });
  });

  it("are not taken back where there is no list", () => {
    expect(inEnglish(readReturnedMessages({ messages: [] }))).toEqual({
      problem: "It did not return a message list.",
    });
  });

  it("keep who made them", () => {
    expect(messagesIn([says("hello")])[0]).toMatchObject({ origin: claude });
  });
});
