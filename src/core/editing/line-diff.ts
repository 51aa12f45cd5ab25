/** Lines `from` to `to` of the old text became lines `newFrom` to `newTo` of the new one; the ends are exclusive. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** More differences than a person makes by hand; past it the whole middle counts as one change. */
const MAX_EDITS = 1_000;
/** Keeps the comparison of two huge files within a tenth of a second. */
const MAX_STEPS = 5_000_000;

/** The changes from one list of lines to another, in order: Myers' shortest edit script. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const middle = { before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) };
  return joinMatches(findMatches(middle.before, middle.after), middle.before.length, middle.after.length).map(
    (change) => ({
      from: change.from + start,
      to: change.to + start,
      newFrom: change.newFrom + start,
      newTo: change.newTo + start,
    }),
  );
}

type Match = readonly [before: number, after: number];

/** Pairs of equal lines, in order; none where the texts differ too much to be worth the search. */
function findMatches(before: readonly string[], after: readonly string[]): readonly Match[] {
  const [rows, columns] = [before.length, after.length];
  if (rows === 0 || columns === 0) return [];
  const most = Math.min(rows + columns, MAX_EDITS, Math.ceil(MAX_STEPS / (rows + columns)));
  const trail: Int32Array[] = [];
  let reach = new Int32Array(2 * most + 3);
  for (let edits = 0; edits <= most; edits++) {
    trail.push(reach);
    reach = reach.slice();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = diagonal + most + 1;
      const down = diagonal === -edits || (diagonal !== edits && valueAt(reach, at - 1) < valueAt(reach, at + 1));
      let row = down ? valueAt(reach, at + 1) : valueAt(reach, at - 1) + 1;
      while (row < rows && row - diagonal < columns && before[row] === after[row - diagonal]) row++;
      reach[at] = row;
      if (row >= rows && row - diagonal >= columns) return traceBack(trail, { rows, columns, most });
    }
  }
  return [];
}

const valueAt = (values: Int32Array, index: number): number => values[index] ?? 0;

function traceBack(
  trail: readonly Int32Array[],
  { rows, columns, most }: { readonly rows: number; readonly columns: number; readonly most: number },
): readonly Match[] {
  const matches: Match[] = [];
  let [row, column] = [rows, columns];
  for (let edits = trail.length - 1; edits >= 0; edits--) {
    const reach = trail[edits] ?? new Int32Array();
    const diagonal = row - column;
    const at = diagonal + most + 1;
    const down = diagonal === -edits || (diagonal !== edits && valueAt(reach, at - 1) < valueAt(reach, at + 1));
    const fromRow = down ? valueAt(reach, at + 1) : valueAt(reach, at - 1);
    const fromColumn = fromRow - (down ? diagonal + 1 : diagonal - 1);
    while (row > Math.max(fromRow, 0) && column > Math.max(fromColumn, 0)) {
      row--;
      column--;
      // A step of the edit itself is no match: it moves one side only.
      if (row >= fromRow && column >= fromColumn) matches.push([row, column]);
    }
    [row, column] = [fromRow, fromColumn];
  }
  return matches.reverse();
}

function joinMatches(matches: readonly Match[], rows: number, columns: number): readonly LineChange[] {
  const changes: LineChange[] = [];
  let [from, newFrom] = [0, 0];
  for (const [to, newTo] of [...matches, [rows, columns] as const]) {
    if (to > from || newTo > newFrom) changes.push({ from, to, newFrom, newTo });
    [from, newFrom] = [to + 1, newTo + 1];
  }
  return changes;
}
