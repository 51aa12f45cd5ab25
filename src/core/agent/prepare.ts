import { SOFT_MARK_RATIO } from "../context/policy";
import { DEFAULT_ENGINE } from "../context/registry";
import type { Desk } from "./desk";
import { sizeNow } from "./desk";
import type { LiveSession } from "./live-session";
import { keepEngineState } from "./make-room";
import type { AgentWorld } from "./world";

/**
 * From the soft mark on, a summary may be drafted while people read or tools run, so that the compression itself
 * waits for nobody. One at a time; what goes wrong here is tried again by the compression, in the open.
 */
export function prepareAhead(world: AgentWorld, desk: Desk): void {
  const { enabled, background } = world.settings().compression;
  const { live } = desk;
  const { engine } = live;
  // The setting is the compressor's: it trades a wasted draft now and then for no waiting. Any other engine decides for itself.
  const wanted = enabled && (background || engine.name !== DEFAULT_ENGINE);
  if (!wanted || engine.prepare === undefined || desk.preparing !== undefined) return;
  if (sizeNow(desk).tokens < engine.thresholdTokens * SOFT_MARK_RATIO) return;
  const preparing = new AbortController();
  desk.preparing = preparing;
  if (!desk.preparedAhead) desk.summaryMeter.costUsd = 0;
  desk.preparedAhead = true;
  // A draft that fails is no loss: nobody waits for it. Nor is one that cannot be saved: it is written again after a restart.
  void engine
    .prepare(live.messages.slice(), preparing.signal)
    .then(() => keepIfThere(world, desk, live))
    .catch(() => undefined)
    .finally(() => {
      if (desk.preparing === preparing) desk.preparing = undefined;
    });
}

/** What was prepared for a session that has gone on meanwhile is saved with the continuation. */
const keepIfThere = async (world: AgentWorld, desk: Desk, live: LiveSession): Promise<void> =>
  desk.live === live ? keepEngineState(world, live) : undefined;

export function stopPreparing(desk: Desk): void {
  desk.preparing?.abort(new DOMException("The session was left", "AbortError"));
  desk.preparing = undefined;
}
