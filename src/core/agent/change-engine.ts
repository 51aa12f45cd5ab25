import { rereadCost } from "../caching/economics";
import { sessionId } from "../conversation/ids";
import type { JsonObject } from "../conversation/message";
import type { SessionHeader, SessionWriter } from "../sessions/session";
import type { Desk } from "./desk";
import { isCacheWarm, sizeNow } from "./desk";
import { PINS, pinsToJson } from "./edits";
import type { AgentWorld } from "./world";

/** Recorded where a session goes on with everything it had: what a compression before it left behind still holds. */
export const CARRIED = "carried-over";

/**
 * Starts a continuation that holds every message as it is, for another engine to work on. Engine and tools belong to
 * a session, so a change of either starts a new one; the old one ends there and keeps its past.
 */
export async function carryOver(world: AgentWorld, desk: Desk): Promise<SessionWriter> {
  const { live } = desk;
  const header: SessionHeader = {
    ...live.header,
    id: sessionId(world.newId()),
    parentId: live.id,
    relation: "continuation",
    startedAt: world.now(),
    engine: world.settings().context.engine,
  };
  const carried: JsonObject = { compressions: live.compressions, afterMessages: live.sealedFrom };
  return world.sessions.continueSession(live.writer, header, live.messages, [
    { at: header.startedAt, name: CARRIED, data: carried },
    ...(desk.pins.length === 0 ? [] : [{ at: header.startedAt, name: PINS, data: pinsToJson(desk.pins) }]),
  ]);
}

/** Less would read as nothing. */
const TOLD_USD = 0.0005;

/** What the change costs, in words: other tools at the beginning of the request make all of it new to the cache. */
export function sayCarryCost(world: AgentWorld, desk: Desk): string {
  const { tokens } = sizeNow(desk);
  const { prices } = desk.route.model;
  const counted = `the next request reads about ${tokens.toLocaleString("en-US")} tokens anew`;
  if (prices === undefined || !isCacheWarm(world, desk)) return counted;
  const costUsd = rereadCost(tokens, prices, world.settings().promptCaching.cacheTtl);
  return costUsd < TOLD_USD ? counted : `${counted}, about $${costUsd.toFixed(3)} more than from the cache`;
}
