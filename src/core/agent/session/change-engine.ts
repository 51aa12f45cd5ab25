import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { sessionId } from "../../conversation/ids";
import type { SessionHeader, SessionWriter } from "../../sessions/lineage/session";
import type { AgentWorld } from "../world";
import type { ActiveSession } from "./active-session";
import { ENGINE_CHANGED, pinRecords } from "./event-records";
import { rereadPrice } from "./prices-ahead";

/**
 * Starts a continuation with every message unchanged, for another engine to work on. Engine and tools belong to a
 * session, so changing either starts a new one; the old session ends and keeps its history.
 */
export async function continueWithNewEngine(world: AgentWorld, session: ActiveSession): Promise<SessionWriter> {
  const header: SessionHeader = {
    ...session.header,
    id: sessionId(world.newId()),
    parentId: session.id,
    relation: "continuation",
    startedAt: world.now(),
    title: session.writer.titled.title,
    engine: world.settings().context.engine,
  };
  const at = header.startedAt;
  const data = { compressions: session.compressions, afterMessages: session.sealedFrom };
  return world.sessions.continueSession(session.writer, header, session.messages, [
    { at, name: ENGINE_CHANGED, data },
    ...pinRecords(session.pins, at),
  ]);
}

/** Lower costs would be shown as $0.000. */
const SMALLEST_SHOWN_USD = 0.0005;

/** Different tools at the start of the request invalidate the whole cache. */
export function describeRereadCost(world: AgentWorld, session: ActiveSession): Sentence {
  const { tokens } = session.size();
  const costUsd = rereadPrice(world, session)(tokens) ?? 0;
  return costUsd < SMALLEST_SHOWN_USD
    ? sentence("The next request reads about {tokens} tokens without the cache.", { tokens })
    : sentence("The next request reads about {tokens} tokens without the cache, which costs about {cost} more.", {
        tokens,
        cost: `$${costUsd.toFixed(3)}`,
      });
}
