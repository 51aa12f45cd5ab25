import { describe, expect, it } from "vitest";
import { projectCompression, rereadCost } from "../../../src/core/caching/economics";

const prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25, cacheWrite1h: 10 };

describe("economics of the cache", () => {
  it("prices a lost prefix as what writing costs more than reading", () => {
    expect([rereadCost(100_000, prices, "5m"), rereadCost(100_000, prices, "1h")]).toEqual([0.575, 0.95]);
  });

  const sizes = {
    fixedTokens: 10_000,
    foldedTokens: 100_000,
    summaryTokens: 4_000,
    summarized: "on-prefix",
    projectedTokens: 30_000,
  } as const;

  it("prices a compression on a warm cache by reading what it folds and writing what it changes", () => {
    expect(projectCompression(sizes, prices, { state: "warm", ttl: "5m" })).toEqual({
      summaryUsd: 0.15,
      cacheRewriteUsd: 0.115,
      nextTurnUsd: 0.13,
    });
  });

  it("prices a part that is summarized alone as fresh input, whatever the cache holds", () => {
    expect(projectCompression({ ...sizes, summarized: "alone" }, prices, { state: "warm", ttl: "5m" })).toMatchObject({
      summaryUsd: 0.6,
      cacheRewriteUsd: 0.115,
    });
  });

  it("finds nothing to rewrite on a cold cache, and no dearer writes where nothing is cached", () => {
    expect(projectCompression(sizes, prices, { state: "cold", ttl: "1h" })).toEqual({
      summaryUsd: 0.6,
      cacheRewriteUsd: 0,
      nextTurnUsd: 0.3,
    });
    expect(projectCompression(sizes, prices, { state: "none", ttl: "5m" })).toEqual({
      summaryUsd: 0.6,
      cacheRewriteUsd: 0,
      nextTurnUsd: 0.15,
    });
  });
});
