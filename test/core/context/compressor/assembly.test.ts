import { describe, expect, it } from "vitest";
import { applyFold, planCompression } from "../../../../src/core/context/compressor/plan";
import { checkLegal } from "../../../../src/core/conversation/legality";
import type { ImagePart, Message, ToolMessage, UserMessage } from "../../../../src/core/conversation/message";
import { MISSING_RESULT, repairMessages } from "../../../../src/core/conversation/repair";
import { estimateMessageTokens } from "../../../../src/core/tokens/estimate";
import { call, result, says, shape, summary, user, withBody } from "../../../support/conversation";
import { longTalk } from "../../../support/long-conversation";

const PIXEL: ImagePart = { type: "image", mediaType: "image/png", base64: "iVBORw0KGgo=" };
const pictured = (text: string): UserMessage => ({ ...user(text), content: [{ type: "text", text }, PIXEL] });
const shot = (key: string): ToolMessage => withBody("shot", { kind: "full", content: [PIXEL] }, key);
const fold = (messages: readonly Message[], protectLastN = 20) =>
  applyFold(
    planCompression(messages, { contextLength: 100_000, protectLastN }, estimateMessageTokens),
    "## Goal\nGo on.",
  );
const imagesIn = (messages: readonly Message[]) => JSON.stringify(messages).split('"type":"image"').length - 1;

describe("assembly", () => {
  it("puts one summary between head and tail and covers everything between", () => {
    const messages = longTalk(120);
    const folded = fold(messages);
    const at = folded.findIndex((message) => message.role === "summary");
    const found = folded[at];
    expect(folded.slice(0, at)).toEqual(messages.slice(0, at));
    expect(found?.role === "summary" && found.covers).toEqual(
      messages.slice(at, messages.length - (folded.length - at - 1)).map((message) => message.id),
    );
  });
  it("folds an older summary into the new one and takes over what it covered", () => {
    const older = summary("## Goal\nEarlier.", [user("gone").id]);
    const folded = fold([...longTalk(1).slice(0, 3), older, ...longTalk(120)]);
    const found = folded.find((message) => message.role === "summary");
    expect(folded.filter((message) => message.role === "summary")).toHaveLength(1);
    expect(found?.role === "summary" && found.covers[0]).toBe(older.covers[0]);
  });
  it("keeps pixels only in the newest user turn that has any and in the newest three tool images", () => {
    const tail = [
      pictured("old picture"),
      pictured("new picture"),
      ...["a", "b", "c", "d"].flatMap((key) => [says(call("shot", "{}", key)), shot(key)]),
    ];
    const folded = fold([...longTalk(120), ...tail]);
    expect(imagesIn(folded)).toBe(4);
    expect(imagesIn(folded.slice(-10, -9))).toBe(0);
    expect(imagesIn(folded.slice(-9, -8))).toBe(1);
    expect(JSON.stringify(folded.at(-7))).toContain("[image/png removed to save context space]");
  });
  it("drops what was injected for earlier turns and keeps the newest turn's", () => {
    const earlier: UserMessage = { ...user("earlier"), attachment: "open editor: a.ts" };
    const newest: UserMessage = { ...user("newest"), attachment: "open editor: b.ts" };
    const folded = fold([...longTalk(120), earlier, says("ok"), newest]);
    expect(folded.slice(-3).map((message) => (message.role === "user" ? message.attachment : "-"))).toEqual([
      undefined,
      "-",
      "open editor: b.ts",
    ]);
  });
});

describe("a fold without a summary", () => {
  it("is the unchanged list: pruning alone is not a compression", () => {
    const messages = longTalk(120);
    expect(applyFold(planCompression(messages, { contextLength: 60_000 }), " \n")).toBe(messages);
  });
});

describe("a head larger than the tail budget", () => {
  it("loses images and keeps every word", () => {
    const opening = [pictured("words ".repeat(12_000)), says("ok"), user("go")];
    const folded = fold([...opening, ...longTalk(120)]);
    expect(imagesIn(folded.slice(0, 1))).toBe(0);
    expect(JSON.stringify(folded[0])).toContain("words words");
    expect(folded.slice(1, 3)).toEqual(opening.slice(1));
  });
});

describe("repair", () => {
  it("removes results whose call is gone and answers calls whose result is gone", () => {
    const repaired = repairMessages([
      result("a", "orphan"),
      user("go"),
      says(call("b"), call("c")),
      result("b", "yes"),
      result("x", "stranger"),
      says("done"),
    ]);
    expect(shape(repaired)).toBe(
      [
        "00 user       go",
        "01 assistant  b({}) + c({})",
        "02 tool       b full",
        "03 tool       c full failed",
        "04 assistant  done",
      ].join("\n"),
    );
    expect(JSON.stringify(repaired[3])).toContain(MISSING_RESULT);
  });
  it("drops empty messages", () => {
    expect(repairMessages([user(" "), says(), says("  "), user("hi")]).map((message) => message.role)).toEqual([
      "user",
    ]);
  });
  it("never completes the last exchange, which may still be running", () => {
    const running = [user("go"), says(call("a"), call("b")), result("a", "yes")];
    expect(repairMessages(running)).toBe(running);
  });
  it("gives a legal list back as it is", () => {
    const messages = longTalk(5);
    expect(repairMessages(messages)).toBe(messages);
  });
  it("pairs reused call ids by position", () => {
    const messages = [
      says(call("t", "{}", "same")),
      result("t", "1", "same"),
      says(call("t", "{}", "same")),
      result("t", "2", "same"),
      user("ok"),
    ];
    expect(repairMessages(messages)).toBe(messages);
    expect(checkLegal(messages)).toBeUndefined();
  });
});

describe("legality", () => {
  const [ask, answer] = [user("hi"), says("hello")];
  it.each([
    ["two messages share the id", [ask, ask]],
    ["there are 2 summaries", [summary("a"), summary("b")]],
    ["the summary is empty", [summary(" ")]],
    ["message 1 is empty", [ask, says("")]],
    ["message 1 answers a call that is not there", [ask, result("a", "x")]],
    ["message 0 has a call without a result", [says(call("a")), ask]],
    ["message 2 answers a call that is not there", [says(call("a")), result("a", "x", "a"), result("a", "again", "a")]],
  ] satisfies readonly (readonly [string, readonly Message[]])[])("says that %s", (words, messages) => {
    expect(checkLegal(messages)).toContain(words);
  });
  it("accepts a conversation, also one whose last calls still run", () => {
    expect(checkLegal([ask, answer, says(call("a"), call("b")), result("b", "x")])).toBeUndefined();
  });
});
