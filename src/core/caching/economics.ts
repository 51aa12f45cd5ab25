import type { CacheTtl, Prices } from "../models/model";

const TOKENS_PER_PRICE = 1_000_000;

/** Extra dollars of the next request when this many cached tokens must be written again instead of read. */
export const rereadCost = (tokens: number, prices: Prices, ttl: CacheTtl): number =>
  (tokens * (writePrice(prices, ttl) - prices.cacheRead)) / TOKENS_PER_PRICE;

/** A change of the middle: `removedTokens` go, and everything after the first edit must be written once more. */
export interface Edit {
  readonly removedTokens: number;
  readonly rewrittenTokens: number;
}

/** How many further calls an edit needs until the reads it saves have paid for what it rewrites. */
export function breakEvenCalls(edit: Edit, prices: Prices, ttl: CacheTtl): number {
  const saved = edit.removedTokens * prices.cacheRead;
  return saved <= 0 ? Infinity : (edit.rewrittenTokens * (writePrice(prices, ttl) - prices.cacheRead)) / saved;
}

/** Tokens a conversation may grow between two compressions at the least total cost: `sqrt(2 K g / r)` for a cost K in dollars. */
export const cheapestGrowth = (compressionUsd: number, growthTokensPerCall: number, prices: Prices): number =>
  Math.sqrt((2 * compressionUsd * growthTokensPerCall * TOKENS_PER_PRICE) / prices.cacheRead);

const writePrice = (prices: Prices, ttl: CacheTtl): number => (ttl === "1h" ? prices.cacheWrite1h : prices.cacheWrite5m);
