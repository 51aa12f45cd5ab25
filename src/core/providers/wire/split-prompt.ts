import type { Usage } from "../../conversation/usage";

/** Divides a stated prompt so that the parts add up to it: what was read is believed first, then what was written. */
export function splitPrompt(
  total: number,
  read: number,
  written: number,
): Pick<Usage, "input" | "cacheRead" | "cacheWrite"> {
  const cacheRead = Math.min(read, total);
  const cacheWrite = Math.min(written, total - cacheRead);
  return { input: total - cacheRead - cacheWrite, cacheRead, cacheWrite };
}
