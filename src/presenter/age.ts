const STEPS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000]] as const;

/** "now", "5 min", "3 h", "2 d": how long ago, in the coarsest unit that says something. */
export function ageOf(atMs: number, nowMs: number): string {
  const [unit, length] = STEPS.find(([, ms]) => nowMs - atMs >= ms) ?? [];
  return length === undefined ? "now" : `${Math.floor((nowMs - atMs) / length)} ${unit}`;
}
