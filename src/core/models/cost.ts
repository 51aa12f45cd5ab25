import type { Usage } from "../conversation/usage";
import { promptTokens } from "../conversation/usage";
import type { CacheTtl, Model } from "./model";

const TOKENS_PER_PRICE = 1_000_000;

/** US dollars of one request; null where nobody told us the price. */
export function costOf(usage: Usage, model: Pick<Model, "prices">, ttl: CacheTtl): number | null {
  const { prices } = model;
  if (prices === undefined) return null;
  const write = ttl === "1h" ? prices.cacheWrite1h : prices.cacheWrite5m;
  const input = usage.input * prices.input + usage.cacheRead * prices.cacheRead + usage.cacheWrite * write;
  const output = usage.output * prices.output;
  const long =
    prices.long !== undefined && promptTokens(usage) > prices.long.overPromptTokens ? prices.long : undefined;
  return (input * (long?.inputTimes ?? 1) + output * (long?.outputTimes ?? 1)) / TOKENS_PER_PRICE;
}
