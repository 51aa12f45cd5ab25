import { expect, it } from "vitest";
import { costOf } from "../../../src/core/models/cost";
import { model } from "../../support/models";

const usage = { input: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000, output: 1_000_000, reasoning: 500_000 };

it("multiplies each bucket by its own price and counts reasoning as part of output", () => {
  expect(costOf(usage, model(), "5m")).toBeCloseTo(3 + 0.3 + 3.75 + 15, 10);
  expect(costOf(usage, model(), "1h")).toBeCloseTo(3 + 0.3 + 6 + 15, 10);
});

it("knows no cost where it knows no price", () => {
  expect(costOf(usage, {}, "5m")).toBeNull();
});
