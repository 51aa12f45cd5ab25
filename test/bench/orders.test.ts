import { expect, it } from "vitest";
import type { Interval } from "./bootstrap";
import { baseCondition } from "./conditions";
import { changedOrders } from "./orders";
import type { ConditionScores } from "./report";

const clear = (value: number): Interval => ({ value, low: value - 1, high: value + 1 });
const unclear: Interval = { value: 0.5, low: -1, high: 2 };

const scores = (quality: "extractive" | "terse", cost: Interval, line: Interval): ConditionScores => ({
  condition: { ...baseCondition(32_000), quality },
  scores: [],
  differences: [
    {
      strategy: "a peer",
      by: { cost, line, costWithRereads: unclear, edit: clear(5), fact: unclear, ref: unclear, miss: unclear },
    },
  ],
});

it("lists where an order that was clear turns, or is clear no longer", () => {
  const usual = [scores("extractive", clear(-10), clear(4))];
  expect(changedOrders(usual, [scores("terse", clear(-3), clear(9))])).toEqual([]);
  expect(
    changedOrders(usual, [scores("terse", clear(3), unclear)]).map(({ measure, change }) => [measure, change]),
  ).toEqual([
    ["cost", "turned"],
    ["line", "no longer clear"],
  ]);
});

it("says nothing about an order that was never clear", () => {
  const usual = [scores("extractive", unclear, unclear)];
  expect(changedOrders(usual, [scores("terse", clear(3), clear(-3))])).toEqual([]);
});
