import { describe, expect, it } from "vitest";
import { commandIn, insertChoice, matchingCommands, triggerAt } from "../../webview-ui/chat/completion";
import { chinese } from "../../webview-ui/shared/chinese";
import { english } from "../../webview-ui/shared/english";
import {
  formatCount,
  formatCountdown,
  formatGrowth,
  formatMs,
  formatShare,
  formatUsd,
} from "../../webview-ui/shared/format";
import { createNumbering } from "../../webview-ui/shared/numbering";

describe("numbers", () => {
  it.each([
    [0, "0"],
    [940, "940"],
    [62_400, "62.4K"],
    [200_000, "200K"],
    [1_240_000, "1.2M"],
  ])("%d reads %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it.each([
    [null, "–"],
    [0, "$0.00"],
    [0.0042, "$0.0042"],
    [0.214, "$0.214"],
    [12.345, "$12.35"],
    [-0.5, "−$0.500"],
  ])("money of %d reads %s", (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });

  it.each([
    [80, "80 ms"],
    [8_200, "8.2 s"],
    [125_000, "2 min 05 s"],
    [7_260_000, "2 h 1 min"],
  ])("%d ms reads %s", (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });

  it("count down and never below zero", () => {
    expect([formatCountdown(245_000), formatCountdown(-5), formatShare(0.314)]).toEqual(["4:05", "0:00", "31 %"]);
    expect([formatGrowth(-0.18), formatGrowth(0.11), formatGrowth(0)]).toEqual(["−18 %", "+11 %", "0 %"]);
  });
});

describe("completion", () => {
  it.each([
    ["/co", 3, { kind: "command", query: "co", start: 0 }],
    ["look at @src/au", 15, { kind: "file", query: "src/au", start: 8 }],
    ["mail me@example.org", 19, null],
    ["a /co", 5, null],
    ["@a b", 4, null],
  ])("in %j at %d is %j", (text, caret, trigger) => {
    expect(triggerAt(text, caret)).toEqual(trigger);
  });

  it("puts the choice where the trigger stood", () => {
    expect(insertChoice("look at @au now", 11, { kind: "file", query: "au", start: 8 }, "src/auth.ts")).toEqual({
      text: "look at @src/auth.ts  now",
      caret: 21,
    });
  });

  it("tells a command with its argument from a message", () => {
    expect([
      commandIn("/compress the login bug"),
      commandIn("/nonsense"),
      commandIn("see /compress"),
      matchingCommands("un"),
    ]).toEqual([{ command: "compress", argument: "the login bug" }, null, null, ["undo"]]);
  });
});

describe("numbering", () => {
  it("lets the next through, reports a gap once and waits for a whole picture", () => {
    const numbering = createNumbering();
    expect(numbering.check(1)).toBe("stale");
    numbering.restart(4);
    expect([numbering.check(5), numbering.check(5), numbering.check(7), numbering.check(8)]).toEqual([
      "next",
      "stale",
      "gap",
      "stale",
    ]);
    numbering.restart(9);
    expect(numbering.check(10)).toBe("next");
  });
});

describe("words", () => {
  const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).toSorted();

  it("carry the same values in both languages", () => {
    const slotsOf = (table: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(table).map(([key, text]) => [key, slots(text)]));
    expect(slotsOf(chinese)).toEqual(slotsOf(english));
  });
});
