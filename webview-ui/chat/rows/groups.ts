import type { Row } from "../../../src/protocol/chat";

/** One line of the transcript: a row, or a run of reads that are one thought. */
export interface Entry {
  /** Of its first row: a group that grows stays the same entry. */
  readonly id: string;
  readonly ids: readonly string[];
}

/** Below this, a group would hide more than it tidies. */
const LEAST_GROUPED = 3;

/** Consecutive calls that only read stand together; what belongs to no group stands alone. */
export function groupRows(ids: readonly string[], rowOf: (id: string) => Row | undefined): readonly Entry[] {
  const entries: Entry[] = [];
  let reads: string[] = [];
  const close = () => {
    if (reads.length >= LEAST_GROUPED) entries.push({ id: reads[0] ?? "", ids: reads });
    else entries.push(...reads.map((id) => ({ id, ids: [id] })));
    reads = [];
  };
  for (const id of ids) {
    const row = rowOf(id);
    if (row?.kind === "tool" && row.category === "read") {
      reads.push(id);
      continue;
    }
    close();
    entries.push({ id, ids: [id] });
  }
  close();
  return entries;
}
