import { describe, expect, it } from "vitest";
import { applyFold, planCompression } from "../../../../src/core/context/compressor/plan";
import type { Message } from "../../../../src/core/conversation/message";
import { call, result, says, shape, summary, user } from "../../../support/conversation";

/** Every message counts its first number as tokens, e.g. "300 words". */
const tokens = (message: Message): number =>
  Number(
    /\d+/.exec(
      JSON.stringify(message)
        .replace(/"id":"[^"]*"/g, "")
        .replace(/"covers":\[[^\]]*\]/g, ""),
    )?.[0] ?? 10,
  );
const policy = { contextLength: 10_000, protectLastN: 4 };
const plan = (messages: readonly Message[], more: object = {}) =>
  planCompression(messages, { ...policy, ...more }, tokens);
const places = (messages: readonly Message[], more: object = {}) => {
  const made = plan(messages, more);
  return made.kind === "fold" ? [made.headEnd, made.tailStart, messages.length] : made.reason;
};
const talk = (turns: number, size: number): Message[] =>
  Array.from({ length: turns }, () => [user(`${size} asked`), says(`${size} answered`)]).flat();
const round = (size: number, key: string): Message[] => [
  says(call("terminal", "{}", key)),
  result("terminal", `${size} tokens`, key),
];

describe("the head", () => {
  it("is the first three messages", () => {
    expect(places(talk(20, 300))).toEqual([3, 36, 40]);
  });
  it("is extended to whole exchanges", () => {
    const messages = [
      user("10 go"),
      says("10 ok"),
      says(call("a"), call("b"), call("c")),
      result("a", "10"),
      result("b", "10"),
      result("c", "10"),
      ...talk(20, 300),
    ];
    expect(places(messages)).toEqual([6, 42, 46]);
  });
  it("is not re-grown by a later compression", () => {
    expect(places([user("10 go"), summary("100 before"), ...talk(20, 300)])).toEqual([1, 38, 42]);
  });
  it("larger than the tail budget loses tool bodies, never words", () => {
    const words = "9000 words ".repeat(30);
    const messages = [
      user(`5000 ${words}`),
      says(`10 ${words}`, call("terminal")),
      result("terminal", `${words}`),
      ...talk(20, 300),
    ];
    const made = plan(messages);
    expect(made.kind === "fold" && made.head.map((message) => message === messages[messages.indexOf(message)])).toEqual(
      [true, true, false],
    );
  });
});

describe("the tail", () => {
  it("walks back until its budget is used", () => {
    expect(places(talk(20, 100), { protectLastN: 1 })).toEqual([3, 30, 40]);
  });
  it("keeps at least protectLastN messages although they run over the budget", () => {
    expect(places(talk(20, 300))).toEqual([3, 36, 40]);
    expect(places(talk(20, 250), { protectLastN: 6 })).toEqual([3, 34, 40]);
  });
  it("lets tokens win where protectLastN messages exceed one and a half budgets", () => {
    expect(places(talk(20, 400), { protectLastN: 20 })).toEqual([3, 37, 40]);
  });
  it("contains the newest request", () => {
    const messages = [...talk(20, 300), user("10 newest"), ...round(200, "a"), ...round(200, "b"), ...round(900, "c")];
    expect(places(messages, { protectLastN: 2 })).toEqual([3, 40, 47]);
  });
  it("keeps the newest reply with visible text", () => {
    const messages = [...talk(20, 300), says("10 visible"), ...round(300, "a"), ...round(300, "b"), ...round(800, "c")];
    expect(places(messages, { protectLastN: 2 })).toEqual([3, 40, 47]);
  });
  it("never parts a call from its results", () => {
    const messages = [
      ...talk(20, 300),
      user("10 newest"),
      says(call("a"), call("b"), call("c"), call("d")),
      result("a", "400"),
      result("b", "400"),
      result("c", "400"),
      result("d", "400"),
    ];
    expect(places(messages, { protectLastN: 1 })).toEqual([3, 41, 46]);
  });
  it("cuts inside one long task and restates the request after the summary", () => {
    const messages = [user("10 fix the build"), ...Array.from({ length: 20 }, () => round(300, "c")).flat()];
    const made = plan(messages);
    expect(made).toMatchObject({ kind: "fold", restatedRequest: "10 fix the build" });
    expect(applyFold(made, "summary").find((message) => message.role === "summary")).toMatchObject({
      restatedRequest: "10 fix the build",
    });
  });
  it("carries a request that only an earlier summary restates", () => {
    const earlier = { ...summary("100 before"), restatedRequest: "10 the request" };
    expect(plan([says("10"), earlier, ...Array.from({ length: 20 }, () => round(300, "c")).flat()])).toMatchObject({
      kind: "fold",
      restatedRequest: "10 the request",
    });
  });
  it("keeps a trailing call that is still running whole and unrepaired", () => {
    const running = says(call("a"), call("b"));
    const folded = applyFold(plan([...talk(20, 300), user("10 go"), running, result("a", "10")]), "summary");
    expect(shape(folded.slice(-2))).toBe("00 assistant  a({}) + b({})\n01 tool       a full");
  });
});

describe("nothing to compress", () => {
  it("is told when everything is protected", () => {
    expect(places(talk(2, 10))).toBe(
      "Everything is protected: the conversation consists of its opening and recent messages only.",
    );
  });
  it("is told when only a summary lies between head and tail", () => {
    expect(places([...talk(1, 10), user("10"), summary("100 before"), ...talk(2, 10)])).toBe(
      "Nothing was added between the last summary and the recent messages.",
    );
  });
  it("is told when a summary could not be smaller", () => {
    expect(places([...talk(12, 1), ...talk(1, 900)])).toBe(
      "A summary would not be smaller than the messages it would replace.",
    );
  });
  it("is cut again with the plain budget when everything fits one and a half budgets", () => {
    expect(places([...talk(6, 110), user("10 q"), says("10 a")], { protectLastN: 20 })).toEqual([3, 4, 14]);
  });
});

describe("an 8K window", () => {
  it("works with floors relative to it", () => {
    expect(places(talk(30, 100), { contextLength: 8_000, protectLastN: 20 })).toEqual([3, 52, 60]);
  });
});
