import { describe, expect, it } from "vitest";
import { pruneRange, shortenArguments } from "../../../../../src/core/context/compressor/pruning/prune";
import { spillId } from "../../../../../src/core/conversation/ids";
import type { Message } from "../../../../../src/core/conversation/message";
import { messageText } from "../../../../../src/core/conversation/render";
import { call, failure, result, says, user, withBody } from "../../../../support/conversation";

const long = (word: string) => `${word} `.repeat(100);
const exchange = (key: string, text: string): readonly Message[] => [
  says(call("terminal", '{"command":"make"}', key)),
  result("terminal", text, key),
];
const pruneAll = (messages: readonly Message[]) => pruneRange(messages, 0, messages.length);

describe("pruning", () => {
  it("turns old results over 200 characters into one line and leaves shorter ones", () => {
    const messages = [...exchange("a", long("old")), ...exchange("b", "short"), says("done")];
    const pruned = pruneAll(messages);
    expect(pruned.messages.map(messageText)).toEqual([
      "",
      "[terminal] ran `make` -> 1 line output",
      "",
      "short",
      "done",
    ]);
    expect(pruned.prunedResults).toBe(1);
  });
  it("touches nothing outside its range", () => {
    const messages = [
      ...exchange("a", long("head")),
      ...exchange("b", long("middle")),
      ...exchange("c", long("tail")),
      says("done"),
    ];
    expect(pruneRange(messages, 2, 4).messages.map((message, index) => message === messages[index])).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
  });
  it("is idempotent", () => {
    const messages = [
      says(call("write_file", JSON.stringify({ path: "a.ts", content: long("x") }), "w")),
      result("write_file", long("ok"), "w"),
      ...exchange("a", long("same")),
      ...exchange("b", long("same")),
      says("done"),
    ];
    const once = pruneAll(messages).messages;
    const twice = pruneAll(once);
    expect(twice.messages).toEqual(once);
    expect(twice.prunedResults).toBe(0);
  });
  it("gives the same for a conversation that grows as for one that is read at once", () => {
    const messages = ["a", "b", "c", "d"].flatMap((key) => exchange(key, long(key === "c" ? "other" : "same")));
    const grown = messages.map((_, index) => pruneAll([...messages.slice(0, index + 1), says("done")]).messages);
    const whole = pruneAll([...structuredClone(messages), says("done")]).messages;
    expect(grown.at(-1)?.map(messageText)).toEqual(whole.map(messageText));
    pruneAll(messages.slice(0, 4));
    expect(pruneAll(messages).messages.slice(0, 6).map(messageText)).toEqual(
      pruneAll(structuredClone(messages)).messages.slice(0, 6).map(messageText),
    );
  });
  it("keeps identical results once, the newest, and lets earlier ones refer to it", () => {
    const messages = [...exchange("a", long("same")), ...exchange("b", long("same")), says("done")];
    expect(pruneRange(messages, 0, 2).messages.map(messageText)[1]).toBe(
      `[terminal] same output as the newer terminal call (message ${messages[3]?.id})`,
    );
  });
  it("never prunes results the model has not answered yet", () => {
    const messages = [user("go"), ...exchange("a", long("fresh"))];
    expect(pruneAll(messages).messages).toEqual(messages);
  });
  it("never touches a trailing call that is still running", () => {
    const messages = [user("go"), says(call("write_file", JSON.stringify({ content: long("x") }), "w"))];
    expect(pruneAll(messages).messages).toEqual(messages);
  });
  it("does not let a failed call look like a success", () => {
    const messages = [
      says(call("terminal", '{"command":"make"}', "a")),
      failure("terminal", `make: *** No rule\n${long("x")}`, "a"),
      says("hm"),
    ];
    expect(messageText(pruneAll(messages).messages[1]!)).toBe(
      "[terminal] ran `make` -> FAILED: make: *** No rule, 2 lines output",
    );
  });
  it("keeps the way back to what was spilled", () => {
    const spilled = withBody(
      "terminal",
      { kind: "spilled", preview: long("preview"), spill: spillId("s/1"), totalChars: 500_000 },
      "a",
    );
    const messages = [says(call("terminal", "{}", "a")), spilled, says("ok")];
    expect(pruneAll(messages).messages[1]).toMatchObject({ id: spilled.id, body: { kind: "pruned", spill: "s/1" } });
  });
  it("leaves user and assistant text as it is", () => {
    const messages = [user(long("ask")), says(long("answer")), user("more")];
    expect(pruneAll(messages).messages).toEqual(messages);
  });
});

describe("shortening old arguments", () => {
  const shortened = shortenArguments(
    JSON.stringify({ path: "a.ts", content: "line\n".repeat(400), list: [{ text: "y".repeat(900) }], keep: 7 }),
  );
  it("stays valid JSON with short leaves untouched", () => {
    expect(JSON.parse(shortened)).toMatchObject({ path: "a.ts", keep: 7 });
  });
  it("says how much went, in words no model takes for content", () => {
    expect(JSON.parse(shortened).content).toBe(
      `${"line\n".repeat(16)}⟦hermes removed 1,920 characters of this old argument from context; ` +
        "this note was never part of the content⟧",
    );
    expect(JSON.parse(shortened).list[0].text).toContain("⟦hermes removed 820 characters");
  });
  it("is idempotent", () => {
    expect(shortenArguments(shortened)).toBe(shortened);
  });
  it("changes nothing that would not save bytes, and nothing that is not JSON", () => {
    const barely = JSON.stringify({ content: "x".repeat(200), more: ["y".repeat(200)] });
    expect(shortenArguments(barely)).toBe(barely);
    const broken = `{"content": "${"x".repeat(500)}`;
    expect(shortenArguments(broken)).toBe(broken);
  });
  it("never cuts a character in half", () => {
    const text = JSON.parse(
      shortenArguments(JSON.stringify({ content: `${"a".repeat(79)}${"🚀".repeat(300)}` })),
    ).content;
    expect(text.isWellFormed()).toBe(true);
  });
  it("survives arguments nested beyond reason", () => {
    const deep = `${"[".repeat(3_000)}"${"x".repeat(500)}"${"]".repeat(3_000)}`;
    expect(shortenArguments(deep)).toBe(deep);
  });
});
