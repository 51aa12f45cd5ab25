import type { CacheTtl, Prices } from "../models/model";

const TOKENS_PER_PRICE = 1_000_000;

/** Extra dollars of the next request when this many cached tokens must be written again instead of read. */
export const rereadCost = (tokens: number, prices: Prices, ttl: CacheTtl): number =>
  (tokens * (writePrice(prices, ttl) - prices.cacheRead)) / TOKENS_PER_PRICE;

const writePrice = (prices: Prices, ttl: CacheTtl): number =>
  ttl === "1h" ? prices.cacheWrite1h : prices.cacheWrite5m;

/** Sizes of a compression that has not happened yet, in tokens. */
export interface ProjectedSizes {
  /** The prefix that survives: system prompt, tool schemas, and the messages before the first change. */
  readonly fixedTokens: number;
  readonly foldedTokens: number;
  readonly summaryTokens: number;
  /** "alone": the summarizer reads the folded messages in a request of their own, never from the cache. */
  readonly summarized: "on-prefix" | "alone";
  /** The whole request after it. */
  readonly projectedTokens: number;
}

export interface ProjectedCosts {
  readonly summaryUsd: number;
  /**
   * Part of the next turn: what writing the changed conversation to the cache costs more than reading it would have.
   */
  readonly cacheRewriteUsd: number;
  readonly nextTurnUsd: number;
}

/** What a compression costs, its own call and the request after it. "none": the route caches nothing. */
export function projectCompression(
  sizes: ProjectedSizes,
  prices: Prices,
  cache: { readonly state: "warm" | "cold" | "none"; readonly ttl: CacheTtl },
): ProjectedCosts {
  const { fixedTokens, foldedTokens, summaryTokens, projectedTokens } = sizes;
  const read = cache.state === "warm" && sizes.summarized === "on-prefix" ? prices.cacheRead : prices.input;
  const write = cache.state === "none" ? prices.input : writePrice(prices, cache.ttl);
  const changed = Math.max(0, projectedTokens - fixedTokens);
  return {
    summaryUsd: (foldedTokens * read + summaryTokens * prices.output) / TOKENS_PER_PRICE,
    cacheRewriteUsd: cache.state === "warm" ? rereadCost(changed, prices, cache.ttl) : 0,
    nextTurnUsd:
      (fixedTokens * (cache.state === "warm" ? prices.cacheRead : write) + changed * write) / TOKENS_PER_PRICE,
  };
}
