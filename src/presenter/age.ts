import type { Say } from "./say";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** "now", "5 min", "3 h", "2 d": how long ago, in the coarsest unit that says something. */
export function ageOf(atMs: number, nowMs: number, say: Say): string {
  const ms = nowMs - atMs;
  if (ms >= DAY_MS) return say("{0} d", Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return say("{0} h", Math.floor(ms / HOUR_MS));
  return ms >= MINUTE_MS ? say("{0} min", Math.floor(ms / MINUTE_MS)) : say("now");
}
