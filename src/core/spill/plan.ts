/** What the planner must know of one result of a turn. */
export interface SpillCandidate {
  readonly chars: number;
  /** The tool's own bound; Infinity where spilling would loop (`read_file` of a spilled file). */
  readonly resultChars?: number;
  /** Already on disk: counts with what is shown of it. */
  readonly state: "inline" | "spilled";
}

export interface SpillBounds {
  readonly resultChars: number;
  readonly turnChars: number;
  readonly previewChars: number;
}

export interface PlannedSpill {
  readonly index: number;
  readonly from: "result" | "turn";
}

/** What a block adds around its preview: size, path, tail, names. */
const BLOCK_CHARS = 2_000;

/** Which results go to disk before they are first sent: each that is too large by itself, then the largest until the turn fits. */
export function planSpills(results: readonly SpillCandidate[], bounds: SpillBounds): readonly PlannedSpill[] {
  const shown = bounds.previewChars + BLOCK_CHARS;
  const alone = results.flatMap((result, index): readonly PlannedSpill[] => (isTooLarge(result, bounds) ? [{ index, from: "result" }] : []));
  const planned = new Set(alone.map(({ index }) => index));
  let total = results.reduce((sum, { chars }, index) => sum + (planned.has(index) ? shown : chars), 0);
  const together: PlannedSpill[] = [];
  for (const index of byPreference(results)) {
    const result = results[index];
    if (total <= bounds.turnChars) break;
    if (result === undefined || planned.has(index) || result.state === "spilled" || result.chars <= shown) continue;
    together.push({ index, from: "turn" });
    total -= result.chars - shown;
  }
  return [...alone, ...together].sort((a, b) => a.index - b.index);
}

const isTooLarge = ({ chars, resultChars, state }: SpillCandidate, bounds: SpillBounds): boolean => state === "inline" && chars > (resultChars ?? bounds.resultChars);

/** Largest first; results whose tool asks not to be spilled come last, since nothing unbounded may enter a request. */
const byPreference = (results: readonly SpillCandidate[]): readonly number[] =>
  results
    .map((_, index) => index)
    .sort((a, b) => Number(results[a]?.resultChars === Infinity) - Number(results[b]?.resultChars === Infinity) || (results[b]?.chars ?? 0) - (results[a]?.chars ?? 0) || a - b);
