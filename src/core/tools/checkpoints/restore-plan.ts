import type { Sentence } from "../../base/sentence";
import { sentence, toSentence } from "../../base/sentence";
import { mergeTexts } from "../../editing/merge-texts";
import type { FileChange, FileState, TurnRecord, Unrestored } from "./checkpoint";
import { isSameState, permissionsOf } from "./checkpoint";

/**
 * What going back would do, file by file. Nobody's own changes are lost unasked: where a file is not what Hermes left,
 * its change is taken out of the file by a three-way merge, or the file stays as it is.
 */
export interface RestorePlan {
  readonly files: readonly RestoreFile[];
  /** Files that changed in these turns but cannot be restored. */
  readonly uncovered: readonly Unrestored[];
}

export interface RestoreFile {
  readonly path: string;
  readonly byHermes: "created" | "changed" | "deleted";
  /** By the user or another program, in between or since. */
  readonly byOthers: "nothing" | "changed" | "deleted" | "recreated" | "unsaved";
  /** What may be done, the suggestion first. */
  readonly choices: readonly RestoreChoice[];
  /** Places where both changed the same lines; only then above 0. */
  readonly conflicts: number;
  readonly now: FileState;
  /** Stretches of changes, oldest first, each without anybody else's hand in it. */
  readonly changes: readonly FileChange[];
}

/** "restore" and "merge" take back only what Hermes changed; "overwrite" takes back everything since. */
export type RestoreChoice = "restore" | "merge" | "overwrite" | "skip";

/** Chosen per path; a file that is not named is left as the plan suggests. */
export type RestoreChoices = Readonly<Record<string, RestoreChoice>>;

export interface PlanSources {
  /** Every touched file as it is now. */
  now(path: string): FileState;
  /** The text of a stored state; undefined where it is binary or no longer stored. */
  textOf(hash: string): Promise<string | undefined>;
  hasUnsavedChanges(path: string): boolean;
}

/** Going back to before the first of these records sets each file to its state before the first that touched it. */
export async function planRestore(records: readonly TurnRecord[], sources: PlanSources): Promise<RestorePlan> {
  const byPath = new Map<string, FileChange[]>();
  for (const change of records.flatMap(({ changes }) => changes))
    byPath.set(change.path, [...(byPath.get(change.path) ?? []), change]);
  const files: RestoreFile[] = [];
  const uncovered: Unrestored[] = [];
  for (const [path, changes] of byPath) {
    const now = sources.now(path);
    const problem = findProblem(changes, now);
    if (problem !== undefined) uncovered.push({ path, reason: problem });
    else if (!isSameState(changes[0]?.before, now)) files.push(await planFile(joinStretches(changes), now, sources));
  }
  return { files, uncovered };
}

function findProblem([first]: readonly FileChange[], now: FileState): Sentence | undefined {
  if (first?.before.kind === "lost") return toSentence(first.before.reason);
  const isOther = now.kind === "lost" && now.stamp !== undefined && /^(?:link|other) /.test(now.stamp);
  return isOther ? toSentence(now.reason) : undefined;
}

/** Changes that follow each other without a gap are one. */
function joinStretches(changes: readonly FileChange[]): readonly FileChange[] {
  const stretches: FileChange[] = [];
  for (const change of changes) {
    const last = stretches.at(-1);
    if (last !== undefined && isSameState(last.after, change.before)) {
      const { after: _, ...begun } = last;
      stretches[stretches.length - 1] = { ...begun, ...(change.after !== undefined && { after: change.after }) };
    } else stretches.push(change);
  }
  return stretches;
}

async function planFile(
  changes: readonly FileChange[],
  now: FileState,
  { textOf, hasUnsavedChanges }: PlanSources,
): Promise<RestoreFile> {
  const [first, last] = [changes[0], changes.at(-1)];
  const path = first?.path ?? "";
  const shared = { path, now, changes, byHermes: changeByHermes(first?.before, last?.after) };
  if (hasUnsavedChanges(path)) return { ...shared, byOthers: "unsaved", conflicts: 0, choices: ["skip", "overwrite"] };
  const untouched = changes.length === 1 && isSameState(last?.after, now);
  if (untouched) return { ...shared, byOthers: "nothing", conflicts: 0, choices: ["restore", "skip"] };
  const byOthers = changeByOthers(last?.after, now);
  const merged = await mergeFile(shared, textOf);
  if (merged.kind === "merged") return { ...shared, byOthers, conflicts: 0, choices: ["merge", "overwrite", "skip"] };
  return { ...shared, byOthers, conflicts: merged.conflicts, choices: ["skip", "overwrite"] };
}

function changeByHermes(before: FileState | undefined, after: FileState | undefined): RestoreFile["byHermes"] {
  if (before?.kind === "missing") return "created";
  return after?.kind === "missing" ? "deleted" : "changed";
}

function changeByOthers(left: FileState | undefined, now: FileState): RestoreFile["byOthers"] {
  if (now.kind === "missing" && left?.kind !== "missing") return "deleted";
  return left?.kind === "missing" && now.kind !== "missing" ? "recreated" : "changed";
}

export type MergedFile =
  | { readonly kind: "merged"; readonly text: string; readonly mode: number }
  /** No conflicts at all: there is nothing to merge by lines, such as a deleted or a binary file. */
  | { readonly kind: "refused"; readonly conflicts: number };

/** The file without Hermes's changes: each stretch is taken back, the newest first, around what others did. */
export async function mergeFile(
  { changes, now }: Pick<RestoreFile, "changes" | "now">,
  textOf: PlanSources["textOf"],
): Promise<MergedFile> {
  if (now.kind !== "stored") return { kind: "refused", conflicts: 0 };
  let text = await textOf(now.hash);
  let mode = permissionsOf(now.mode);
  for (const { before, after } of changes.toReversed()) {
    if (before.kind !== "stored" || after?.kind !== "stored") return { kind: "refused", conflicts: 0 };
    const [base, theirs] = [await textOf(after.hash), await textOf(before.hash)];
    if (text === undefined || base === undefined || theirs === undefined) return { kind: "refused", conflicts: 0 };
    const merged = mergeTexts({ base, ours: text, theirs });
    if (merged.kind === "conflict") return { kind: "refused", conflicts: merged.conflicts };
    text = merged.text;
    if (mode === permissionsOf(after.mode)) mode = permissionsOf(before.mode);
  }
  return text === undefined ? { kind: "refused", conflicts: 0 } : { kind: "merged", text, mode };
}

/** Said of a file that somebody touched between the plan and its execution. */
export const CHANGED_MEANWHILE = sentence("it changed while you were choosing");
