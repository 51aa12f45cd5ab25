import { DEFAULT_ENGINE } from "../../context/outside/engine-names";
import { SOFT_MARK_RATIO } from "../../context/policy";
import type { ActiveSession } from "../session/active-session";
import type { AgentWorld } from "../world";
import { saveEngineState } from "./compress";

/**
 * From the soft mark on, the engine may write a summary in the background, so that the compression itself takes no
 * time. One at a time; a failure here is harmless, since the compression tries again and reports it.
 */
export function prepareAhead(world: AgentWorld, session: ActiveSession): void {
  const { enabled, background } = world.settings().compression;
  const { engine } = session;
  // The setting belongs to the compressor: it accepts an occasional unused summary to avoid waiting. Other engines
  // decide for themselves.
  const isWanted = enabled && (background || engine.name !== DEFAULT_ENGINE);
  if (!isWanted || engine.prepare === undefined) return;
  if (session.size().tokens < engine.thresholdTokens * SOFT_MARK_RATIO) return;
  const preparing = session.startPreparing();
  if (preparing === undefined) return;
  const preparedIn = session.id;
  // A failed preparation costs nothing, and one that cannot be saved is written again after a restart.
  void engine
    .prepare(session.messages.slice(), preparing.signal)
    // After a compression, the engine's state is saved with the continuation.
    .then(() => (session.id === preparedIn ? saveEngineState(world, session) : undefined))
    .catch(() => undefined)
    .finally(() => session.finishPreparing(preparing));
}
