import type { CacheTtl, Prices } from "../models/model";

const TOKENS_PER_PRICE = 1_000_000;

/** Extra dollars of the next request when this many cached tokens must be written again instead of read. */
export const rereadCost = (tokens: number, prices: Prices, ttl: CacheTtl): number =>
  (tokens * (writePrice(prices, ttl) - prices.cacheRead)) / TOKENS_PER_PRICE;

const writePrice = (prices: Prices, ttl: CacheTtl): number => (ttl === "1h" ? prices.cacheWrite1h : prices.cacheWrite5m);
