import { rereadCost } from "../../caching/economics";
import type { Prices } from "../../models/model";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";

/**
 * What reading so many tokens again would cost more, by the prices and the cache as they are now. Null where nothing is
 * cached or no price is known: then nobody could state an extra cost.
 */
export function rereadPrice(world: AgentWorld, session: ActiveSession): (tokens: number) => number | null {
  const { prices } = session.route.model;
  if (prices === undefined || !session.isCacheWarm(world.now())) return () => null;
  const { cacheTtl } = world.settings().promptCaching;
  return (tokens) => rereadCost(tokens, prices, cacheTtl);
}

/** The next request on another model, which has nothing of the conversation in its cache. */
export interface SwitchPrice {
  readonly tokens: number;
  /** Null where the price of that model is unknown. */
  readonly costUsd: number | null;
}

export function switchPrice(session: ActiveSession, prices: Prices | undefined): SwitchPrice {
  const { tokens } = session.size();
  return { tokens, costUsd: prices === undefined ? null : (tokens * prices.input) / TOKENS_PER_PRICE };
}

const TOKENS_PER_PRICE = 1_000_000;
