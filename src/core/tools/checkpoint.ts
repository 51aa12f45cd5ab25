import type { MessageId } from "../conversation/ids";

/**
 * What was on disk before a turn changed it. Covered are: every file the edit tools write; before a command, the files it
 * names, those in folders it names (within bounds) and those earlier turns touched; after it, files that appeared.
 * Not covered, and then said: other files a command changed or deleted, files beyond the size caps, and whatever
 * `.gitignore` names, such as installed packages.
 */
export interface FileRecord {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly before: FileState;
  /** Folders that did not exist yet, outermost first; removed with the file when they are empty then. */
  readonly newFolders: readonly string[];
}

export type FileState =
  | { readonly kind: "missing" }
  | { readonly kind: "stored"; readonly hash: string; readonly mode: number }
  /** Known to have changed, but what it was could not be kept. */
  | { readonly kind: "lost"; readonly reason: string };

/** What a turn left behind, by path; null for a file that was gone at its end. */
export type Aftermath = Readonly<Record<string, string | null>>;

export interface TurnRecord {
  readonly turn: MessageId;
  readonly atMs: number;
  readonly files: readonly FileRecord[];
  /** Absent where the turn never ended properly. */
  readonly after?: Aftermath;
}

export interface RestorePlan {
  readonly steps: readonly RestoreStep[];
  /** Files that changed in these turns but cannot be brought back. */
  readonly uncovered: readonly { readonly path: string; readonly reason: string }[];
}

export interface RestoreStep {
  readonly path: string;
  readonly action: "rewrite" | "recreate" | "remove";
  /** Not what the turn left: somebody changed it afterwards, and restoring loses that. */
  readonly changedSince: boolean;
  readonly record: FileRecord;
}

/** Going back to before the first of these turns means: per file, what it was when the first of them touched it. */
export function planRestore(turns: readonly TurnRecord[], current: (path: string) => string | null): RestorePlan {
  const first = new Map<string, FileRecord>();
  const last = new Map<string, string | null>();
  for (const turn of turns) {
    for (const file of turn.files) if (!first.has(file.path)) first.set(file.path, file);
    for (const [path, hash] of Object.entries(turn.after ?? {})) last.set(path, hash);
  }
  const records = [...first.values()];
  return {
    steps: records.flatMap((record) => stepFor(record, current(record.path), last.get(record.path))),
    uncovered: records.flatMap(({ path, before }) => (before.kind === "lost" ? [{ path, reason: before.reason }] : [])),
  };
}

function stepFor(record: FileRecord, now: string | null, left: string | null | undefined): readonly RestoreStep[] {
  const { before, path } = record;
  const wanted = before.kind === "stored" ? before.hash : null;
  if (before.kind === "lost" || wanted === now) return [];
  const action = before.kind === "missing" ? "remove" : now === null ? "recreate" : "rewrite";
  return [{ path, action, changedSince: left !== undefined && left !== now, record }];
}

export interface CheckpointLimits {
  readonly nowMs: number;
  readonly retentionDays: number;
  readonly maxBytes: number;
}
