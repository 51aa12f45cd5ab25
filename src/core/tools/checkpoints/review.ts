import { fnv1a } from "../../base/hash";
import type { LineChange } from "../../editing/line-diff";
import { diffLines } from "../../editing/line-diff";
import { mergeTexts, splitLines } from "../../editing/merge-texts";
import type { FileState, TurnRecord } from "./checkpoint";
import type { PlanSources, RestoreFile } from "./restore-plan";

/**
 * Hermes's part in a file as it is now: the difference between the file and the same file without Hermes's changes.
 * What the user changed is on both sides of that difference, so undoing any part of it leaves the user's changes alone.
 */
export interface FileReview {
  /** The file without Hermes's changes; a change that somebody has edited since stays in it. */
  readonly without: string;
  readonly now: string;
  readonly hunks: readonly ReviewHunk[];
  /** Places that Hermes changed and somebody else has changed since: these cannot be undone by themselves. */
  readonly conflicts: number;
}

export interface ReviewHunk {
  /** The same as long as the changed lines are the same, wherever they move. */
  readonly id: string;
  /** The first line in the file as it is now, counted from one. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Undefined where a version of the file is no text. `unsaved` is its text in an editor, where that is newer. */
export async function reviewFile(
  { changes, now }: Pick<RestoreFile, "changes" | "now">,
  textOf: PlanSources["textOf"],
  unsaved?: string,
): Promise<FileReview | undefined> {
  const current = unsaved ?? (await textIn(now, textOf));
  if (current === undefined) return undefined;
  let [without, conflicts] = [current, 0];
  for (const { before, after } of changes.toReversed()) {
    const [theirs, base] = [await textIn(before, textOf), await textIn(after, textOf)];
    if (theirs === undefined || base === undefined) return undefined;
    // What the user wrote beside a change is theirs to keep; only what they wrote over it is in question.
    const merged = mergeTexts({ base, ours: without, theirs }, "apart");
    without = merged.text;
    conflicts += merged.kind === "conflict" ? merged.conflicts : 0;
  }
  return { without, now: current, hunks: hunksBetween(without, current), conflicts };
}

/** The file with one hunk undone; undefined where there is no such hunk any more. */
export function withoutHunk({ without, now, hunks }: FileReview, id: string): string | undefined {
  const at = hunks.findIndex((hunk) => hunk.id === id);
  const change = diffLines(splitLines(without), splitLines(now))[at];
  if (change === undefined) return undefined;
  const [old, current] = [splitLines(without), splitLines(now)];
  return [
    ...current.slice(0, change.newFrom),
    ...old.slice(change.from, change.to),
    ...current.slice(change.newTo),
  ].join("");
}

/** Leaves out what the user has reviewed and kept: a change counts until its file is named in a later record. */
export function withoutKept(records: readonly TurnRecord[]): readonly TurnRecord[] {
  const keptMs = new Map<string, number>();
  for (const { kept, atMs } of records) for (const path of kept ?? []) keptMs.set(path, atMs);
  return records.map((record) => ({
    ...record,
    changes: record.changes.filter(({ path }) => record.atMs > (keptMs.get(path) ?? -Infinity)),
  }));
}

const textIn = async (state: FileState | undefined, textOf: PlanSources["textOf"]): Promise<string | undefined> =>
  state?.kind === "missing" ? "" : state?.kind === "stored" ? textOf(state.hash) : undefined;

function hunksBetween(without: string, now: string): readonly ReviewHunk[] {
  const [old, current] = [splitLines(without), splitLines(now)];
  const seen = new Map<string, number>();
  return diffLines(old, current).map((change) => toHunk(change, old, current, seen));
}

function toHunk(
  { from, to, newFrom, newTo }: LineChange,
  old: readonly string[],
  current: readonly string[],
  seen: Map<string, number>,
): ReviewHunk {
  const [removed, added] = [old.slice(from, to), current.slice(newFrom, newTo)];
  const content = fnv1a(JSON.stringify([removed, added])).toString(36);
  const nth = (seen.get(content) ?? 0) + 1;
  seen.set(content, nth);
  const bare = (line: string) => line.replace(/\r?\n$/, "");
  return { id: `${content}-${nth}`, line: newFrom + 1, removed: removed.map(bare), added: added.map(bare) };
}
