import type { CacheTtl, Model } from "../../models/model";
import type { EnginePrices } from "../engine";

/** A model's prices relative to its fresh input, by its own cache rule; nothing where they are not known. */
export function enginePrices({ prices, cache }: Model, ttl: CacheTtl): { readonly prices?: EnginePrices } {
  if (prices === undefined || prices.input <= 0) return {};
  const relative = (price: number) => price / prices.input;
  const output = relative(prices.output);
  switch (cache.kind) {
    case "none":
      return { prices: { read: 1, write: 1, output } };
    case "automatic":
      return { prices: { read: relative(prices.cacheRead), write: 1, output } };
    case "breakpoints":
      return {
        prices: {
          read: relative(prices.cacheRead),
          write: relative(ttl === "1h" ? prices.cacheWrite1h : prices.cacheWrite5m),
          output,
        },
      };
  }
}
