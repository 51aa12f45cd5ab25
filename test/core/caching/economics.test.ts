import { describe, expect, it } from "vitest";
import { breakEvenCalls, cheapestGrowth, rereadCost } from "../../../src/core/caching/economics";

const prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25, cacheWrite1h: 10 };

describe("economics of the cache", () => {
  it("prices a lost prefix as what writing costs more than reading", () => {
    expect([rereadCost(100_000, prices, "5m"), rereadCost(100_000, prices, "1h")]).toEqual([0.575, 0.95]);
  });

  it("needs eleven and a half calls to pay for removing as much as is rewritten", () => {
    expect(breakEvenCalls({ removedTokens: 10_000, rewrittenTokens: 10_000 }, prices, "5m")).toBe(11.5);
  });

  it("never pays where nothing is removed", () => {
    expect(breakEvenCalls({ removedTokens: 0, rewrittenTokens: 10_000 }, prices, "5m")).toBe(Infinity);
  });

  it("finds the cheapest growth between two compressions", () => {
    expect(Math.round(cheapestGrowth(1.125, 1_000, prices))).toBe(67_082);
  });
});
