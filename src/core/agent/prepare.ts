import { SOFT_MARK_RATIO } from "../context/policy";
import type { Desk } from "./desk";
import { sizeNow } from "./desk";
import type { AgentWorld } from "./world";

/**
 * From the soft mark on, a summary may be drafted while people read or tools run, so that the compression itself
 * waits for nobody. One at a time; what goes wrong here is tried again by the compression, in the open.
 */
export function prepareAhead(world: AgentWorld, desk: Desk): void {
  const { enabled, background } = world.settings().compression;
  const { engine } = desk.live;
  if (!enabled || !background || engine.prepare === undefined || desk.preparing !== undefined) return;
  if (sizeNow(desk).tokens < engine.thresholdTokens * SOFT_MARK_RATIO) return;
  const preparing = new AbortController();
  desk.preparing = preparing;
  // A draft that fails is no loss: nobody waits for it.
  void engine.prepare(desk.live.messages.slice(), preparing.signal).catch(() => undefined).finally(() => {
    if (desk.preparing === preparing) desk.preparing = undefined;
  });
}

export function stopPreparing(desk: Desk): void {
  desk.preparing?.abort(new DOMException("The session was left", "AbortError"));
  desk.preparing = undefined;
}
