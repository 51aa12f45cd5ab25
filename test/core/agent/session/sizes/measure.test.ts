import { expect, it } from "vitest";
import type { Measured } from "../../../../../src/core/agent/session/sizes/measure";
import { largestBlocks, measureContext } from "../../../../../src/core/agent/session/sizes/measure";
import { estimateMessagesTokens } from "../../../../../src/core/tokens/estimate";
import { call, result, says, summary, user } from "../../../../support/conversation";
import { model } from "../../../../support/models";
import { inEnglish } from "../../../../support/say";

const measured = (over: Partial<Measured> = {}): Measured => ({
  model: model(),
  systemPrompt: "You help.\n# Memory and rules\nUse tabs.",
  tools: [],
  messages: [],
  pins: [],
  pinned: new Set(),
  skills: new Set(),
  usedTokens: 1_000,
  correct: (tokens) => tokens,
  source: "estimated",
  thresholdTokens: 100_000,
  automatic: "on",
  outputReserveTokens: 8_000,
  ...over,
});

it("fills segments that add up to what is shown as used", () => {
  const pinned = says("keep this");
  const messages = [
    user("first"),
    says("a"),
    says("b"),
    summary("so far"),
    says("older"),
    pinned,
    user("now"),
    says("answer"),
  ];
  const context = measureContext(measured({ messages, pinned: new Set([pinned.id]), usedTokens: 12_345 }));
  expect(context.segments.map(({ kind }) => kind)).toEqual([
    "system",
    "rules",
    "head",
    "summary",
    "pins",
    "tail",
    "turn",
    "overhead",
  ]);
  expect(context.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(12_345);
});

it("counts messages before a summary that restates the request as first ones, not as this turn", () => {
  const messages = [user("first"), says("a"), { ...summary("so far"), restatedRequest: "now" }, says("answer")];
  const { items } = measureContext(measured({ messages }));
  expect(items.map(({ messageId, segment }) => [messages.findIndex(({ id }) => id === messageId), segment])).toEqual(
    expect.arrayContaining([
      [0, "head"],
      [1, "head"],
      [3, "turn"],
    ]),
  );
});

it("lists items by size with their state", () => {
  const messages = [user("go"), says(call("read_file")), result("read_file", "long ".repeat(500))];
  const [first] = measureContext(measured({ messages })).items;
  expect(first).toMatchObject({ segment: "turn", state: "full", eviction: "possible", messageId: messages[2]!.id });
});

it("names a result by what was asked for, also where its text is on disk", () => {
  const messages = [
    user("go"),
    says(call("terminal", '{"command":"seq 1 9000\\necho done"}')),
    result("terminal", "<persisted-output>\n".repeat(90)),
  ];
  expect(measureContext(measured({ messages })).items.map(({ label }) => inEnglish(label))).toContain(
    "terminal: seq 1 9000",
  );
  const wordy = says(`${"so ".repeat(40)}\nand on`);
  expect(measureContext(measured({ messages: [wordy] })).items.map(({ label }) => inEnglish(label))).toEqual([
    `${"so ".repeat(26)}so…`,
  ]);
});

it("says of each item whether it can be evicted", () => {
  const pinned = result("read_file", "long ".repeat(500), "b");
  const messages = [
    user("go ".repeat(400)),
    says(call("read_file", "{}", "a"), call("read_file", "{}", "b")),
    result("read_file", "short", "a"),
    pinned,
  ];
  const items = measureContext(measured({ messages, pinned: new Set([pinned.id]) })).items;
  expect(
    Object.fromEntries(
      items.map(({ messageId, eviction }) => [messages.findIndex(({ id }) => id === messageId), eviction]),
    ),
  ).toEqual({ 0: "not-a-result", 1: "not-a-result", 2: "too-short", 3: "pinned" });
});

it("names the largest blocks", () => {
  const messages = [user("go"), says(call("terminal")), result("terminal", "x ".repeat(900)), says("short")];
  expect(inEnglish(largestBlocks(messages, 1))).toEqual([
    {
      messageId: messages[2]!.id,
      label: expect.stringMatching(/^terminal: x x/),
      tokens: expect.any(Number),
      eviction: "possible",
    },
  ]);
});

it("says how many turns of this size still fit", () => {
  const messages = [user("word ".repeat(100)), says("word ".repeat(100))];
  const context = measureContext(measured({ messages, usedTokens: 50_000 }));
  expect(context.turnsLeft).toBeGreaterThan(100);
  expect(measureContext(measured({ messages: [], usedTokens: 0 })).turnsLeft).toBeNull();
});

it("counts turns in the tokens of the provider", () => {
  const messages = [user("word ".repeat(900)), says("word ".repeat(900))];
  const left = (factor: number) =>
    measureContext(measured({ messages, correct: (tokens) => tokens * factor })).turnsLeft ?? 0;
  expect(left(2)).toBe(Math.floor(left(1) / 2));
});

it("counts what its list leaves out, so that the list adds up to the messages", () => {
  const holder = { ...summary("so far"), pins: [{ name: "file a.txt", text: "exact words ".repeat(300) }] };
  const messages = [holder, ...Array.from({ length: 300 }, (_, index) => says("word ".repeat(index + 1)))];
  const { items, hiddenItems, hiddenTokens } = measureContext(measured({ messages }));
  const listed = items.reduce((sum, { tokens }) => sum + tokens, 0);
  expect([items.length, hiddenItems]).toEqual([200, 102]);
  expect(items.map(({ tokens }) => tokens)).toEqual(items.map(({ tokens }) => tokens).toSorted((a, b) => b - a));
  expect(listed + hiddenTokens).toBe(estimateMessagesTokens(messages));
});

it("lists a summary among the largest blocks without the pins it carries, as every list does", () => {
  const holder = { ...summary("so far"), pins: [{ name: "file a.txt", text: "exact words ".repeat(300) }] };
  const messages = [user("go"), holder];
  const { items } = measureContext(measured({ messages }));
  const listed = items.find(({ segment }) => segment === "summary")?.tokens;
  expect(largestBlocks(messages, 2).find(({ messageId }) => messageId === holder.id)?.tokens).toBe(listed);
});

it("counts down to no compression where none happens by itself", () => {
  const messages = [user("go"), says("done")];
  expect(measureContext(measured({ messages, automatic: "off" }))).toMatchObject({ automatic: "off", turnsLeft: null });
  expect(measureContext(measured({ messages }))).not.toHaveProperty("automatic");
});

it("draws the hygiene line at 85 % of the window", () => {
  expect(measureContext(measured()).hygieneTokens).toBe(170_000);
});

it("measures segments like items, and states what the provider counts differently", () => {
  const messages = [user("go"), says(call("read_file")), result("read_file", "long ".repeat(500)), says("done")];
  const { segments, items } = measureContext(measured({ messages, usedTokens: 9_000 }));
  const sizeOf = (kind: string) => segments.find((segment) => segment.kind === kind)?.tokens ?? 0;
  expect(sizeOf("turn")).toBe(items.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(9_000);
  const fewer = measureContext(measured({ messages, usedTokens: 100 })).segments;
  expect(fewer.at(-1)).toMatchObject({ kind: "overhead", tokens: expect.any(Number) });
  expect(fewer.at(-1)!.tokens).toBeLessThan(0);
});

it("has room for a turn below the threshold and none at it", () => {
  const messages = [user("go"), says(call("read_file")), result("read_file", "long ".repeat(90_000)), says("done")];
  const left = (usedTokens: number) => measureContext(measured({ messages, usedTokens })).turnsLeft;
  expect([left(88_000), left(100_000), left(120_000)]).toEqual([1, 0, 0]);
});

it("names the current request where only the summary still holds it", () => {
  const restated = { ...summary("so far"), restatedRequest: "Rename the parser\neverywhere" };
  const [item] = measureContext(measured({ messages: [restated, says("on it")] })).items;
  expect(inEnglish(item?.label)).toBe("Summary, with the request: Rename the parser");
});

it("counts pins that the summary carries as pins, each in a row of its own", () => {
  const carried = summary("so far");
  if (carried.role !== "summary") throw new Error("a summary");
  const text = "exact words ".repeat(300);
  const holder = { ...carried, pins: [{ name: "file a.txt", text }] };
  const pins = [{ kind: "file", path: "a.txt", text }] as const;
  const bare = measureContext(measured({ messages: [user("go"), carried] }));
  const context = measureContext(measured({ messages: [user("go"), holder], pins }));
  const [listed] = context.pins;
  const row = context.items.find(({ pin }) => pin === "a.txt");
  expect(row).toMatchObject({ segment: "pins", tokens: listed?.tokens, state: "pinned", eviction: "pinned" });
  expect(context.segments.find(({ kind }) => kind === "pins")?.tokens).toBe(listed?.tokens);
  const [own, before] = [context, bare].map(({ items }) => items.find(({ segment }) => segment === "summary")?.tokens);
  expect(Math.abs((own ?? 0) - (before ?? 0))).toBeLessThan(60);
});

it("says what evicting a result would cost while the cache is warm", () => {
  const messages = [
    user("go"),
    says(call("read_file")),
    result("read_file", "long ".repeat(500)),
    says("ok ".repeat(90)),
  ];
  const behind = measureContext(measured({ messages })).items.find(({ messageId }) => messageId === messages[3]?.id);
  const warm = measureContext(measured({ messages, rereadPrice: (tokens) => tokens / 1_000 }));
  const item = warm.items.find(({ messageId }) => messageId === messages[2]?.id);
  expect(item?.evictionUsd).toBe((behind?.tokens ?? 0) / 1_000);
  expect(measureContext(measured({ messages, rereadPrice: () => null })).items[0]).not.toHaveProperty("evictionUsd");
});
