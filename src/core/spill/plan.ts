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
  /** Room in a preview for names from the part that is not shown. */
  readonly nameChars?: number;
}

/** Tool output is denser than prose: about this many characters make a token. */
const CHARS_PER_TOKEN = 3;
/** One command or search may take this much of the room. */
const RESULT_ROOM_SHARE = 0.13;
/**
 * And all results of a turn together, with files that were read: a file is read to be worked with, and one that goes to
 * disk instead is only read again. What does not fit beside it is compressed.
 */
const TURN_ROOM_SHARE = 0.65;
/** The smaller the bound, the more of the output its preview has to stand for. */
const PREVIEW_SHARE = 0.25;
const NAMES_SHARE = 1;

/** Results that nobody has read yet cannot be compressed: with opening and summary they must fit into a request. */
const FITTING_SHARE = 0.45;

/** The same bounds, lowered only where the results of one turn would not fit into what the window has room for. */
export function boundsThatFit(bounds: SpillBounds, roomTokens: number): SpillBounds {
  const turnChars = Math.min(bounds.turnChars, Math.floor(roomTokens * CHARS_PER_TOKEN * FITTING_SHARE));
  return { ...bounds, turnChars, resultChars: Math.min(bounds.resultChars, turnChars) };
}

/** Bounds that a small window can bear, never above the given ones; the room is what system prompt and tools leave. */
export function boundsWithin(bounds: SpillBounds, roomTokens: number): SpillBounds {
  const resultChars = Math.min(bounds.resultChars, Math.floor(roomTokens * CHARS_PER_TOKEN * RESULT_ROOM_SHARE));
  const turnChars = Math.min(bounds.turnChars, Math.floor(roomTokens * CHARS_PER_TOKEN * TURN_ROOM_SHARE));
  const shownChars = Math.floor(resultChars * PREVIEW_SHARE);
  return {
    resultChars,
    turnChars,
    previewChars: Math.max(bounds.previewChars, shownChars),
    nameChars: Math.floor(resultChars * NAMES_SHARE),
  };
}

export interface PlannedSpill {
  readonly index: number;
  readonly from: "result" | "turn";
}

/** What a block adds around its preview: size, path, tail, names. */
const BLOCK_CHARS = 2_000;

/**
 * Which results go to disk before they are first sent: each that is too large by itself, then the largest until the
 * turn fits.
 */
export function planSpills(results: readonly SpillCandidate[], bounds: SpillBounds): readonly PlannedSpill[] {
  const shown = bounds.previewChars + BLOCK_CHARS;
  const alone = results.flatMap((result, index): readonly PlannedSpill[] =>
    isTooLarge(result, bounds) ? [{ index, from: "result" }] : [],
  );
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

const isTooLarge = ({ chars, resultChars, state }: SpillCandidate, bounds: SpillBounds): boolean =>
  state === "inline" && chars > (resultChars ?? bounds.resultChars);

/** Largest first; results whose tool asks not to be spilled come last, since nothing unbounded may enter a request. */
const byPreference = (results: readonly SpillCandidate[]): readonly number[] =>
  results
    .map((_, index) => index)
    .sort(
      (a, b) =>
        Number(results[a]?.resultChars === Infinity) - Number(results[b]?.resultChars === Infinity) ||
        (results[b]?.chars ?? 0) - (results[a]?.chars ?? 0) ||
        a - b,
    );
