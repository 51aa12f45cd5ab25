import { describe, expect, it } from "vitest";
import { rereadCost } from "../../../src/core/caching/economics";

const prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25, cacheWrite1h: 10 };

describe("economics of the cache", () => {
  it("prices a lost prefix as what writing costs more than reading", () => {
    expect([rereadCost(100_000, prices, "5m"), rereadCost(100_000, prices, "1h")]).toEqual([0.575, 0.95]);
  });
});
