import { sentence } from "../../core/base/sentence";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../core/base/time";
import type { Say } from "./say";

/** "now", "5 min", "3 h", "2 d": the age in the largest unit that fits. */
export function ageOf(atMs: number, nowMs: number, say: Say): string {
  const ms = nowMs - atMs;
  if (ms >= DAY_MS) return say(sentence("{days} d", { days: Math.floor(ms / DAY_MS) }));
  if (ms >= HOUR_MS) return say(sentence("{hours} h", { hours: Math.floor(ms / HOUR_MS) }));
  return say(ms >= MINUTE_MS ? sentence("{minutes} min", { minutes: Math.floor(ms / MINUTE_MS) }) : sentence("now"));
}
