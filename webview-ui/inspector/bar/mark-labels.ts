export interface MarkLabel {
  readonly text: string;
  /** Distance from the start of the bar in percent. */
  readonly atPercent: number;
}

/** Narrower than this, two figures of a label font run into each other on a bar of 300 px. */
const CLOSEST_PERCENT = 6;

/** Numbers marks from 1; marks that are too close for separate figures share one, such as "2–4". */
export function labelMarks(positionsPercent: readonly number[]): readonly MarkLabel[] {
  const groups: { first: number; last: number; atPercent: number }[] = [];
  for (const [index, position] of positionsPercent.entries()) {
    const atPercent = Math.max(0, Math.min(100, position));
    const group = groups.at(-1);
    if (group !== undefined && atPercent - group.atPercent < CLOSEST_PERCENT) group.last = index + 1;
    else groups.push({ first: index + 1, last: index + 1, atPercent });
  }
  return groups.map(({ first, last, atPercent }) => ({
    text: first === last ? String(first) : `${first}–${last}`,
    atPercent,
  }));
}
