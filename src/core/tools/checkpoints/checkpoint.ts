import type { Sentence } from "../../base/sentence";
import type { CallId, MessageId, SessionId } from "../../conversation/ids";

/**
 * One stretch of changes to a file without anybody else's hand in between. Covered are: every file the edit tools
 * write; before a command, the files it names, those in folders it names (within bounds) and those earlier turns
 * touched; after it, new files. Not covered, and reported as such: other files a command changed or deleted, files
 * beyond the size caps, and files that `.gitignore` excludes, such as installed packages.
 */
export interface FileChange {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly before: FileState;
  /** As Hermes left the file; absent where it died before it could look. */
  readonly after?: FileState;
  /** Folders that did not exist yet, outermost first; removed with the file if they are empty by then. */
  readonly newFolders: readonly string[];
}

export type FileState =
  | { readonly kind: "missing" }
  | { readonly kind: "stored"; readonly hash: string; readonly mode: number }
  /**
   * Something is there, but its content was not kept. The stamp tells whether it is still the same. Records of earlier
   * versions hold the reason as English text.
   */
  | { readonly kind: "lost"; readonly reason: Sentence | string; readonly stamp?: string };

/** What happened to files in one turn, or in one restore, which is a step of the same history. */
export interface TurnRecord {
  /** The user message of the turn, or the id of the restore. */
  readonly turn: MessageId;
  readonly atMs: number;
  /** Unknown in records of earlier versions. */
  readonly session?: SessionId;
  readonly restore?: RestoreMark;
  /** Files whose changes so far the user has reviewed and kept. Such a record has no changes itself. */
  readonly kept?: readonly string[];
  /** Single edits, each with the call that made it. Unknown in records of earlier versions. */
  readonly edits?: readonly CallEdit[];
  /** In the order they happened; a file appears again after somebody else changed it in between. */
  readonly changes: readonly FileChange[];
}

/** What one call of an edit tool made of a file. */
export interface CallEdit extends FileChange {
  readonly call: CallId;
}

/** Why files went back, and where in the conversation that happened. */
export interface RestoreMark {
  readonly what: "files" | "conversation" | "both";
  /** The message whose turn and everything after it were taken back. */
  readonly messageId: MessageId;
  /** The restore that this one takes back. */
  readonly undoes?: MessageId;
  /** The newest message then, results of tools aside: a view shows the restore after it. Null where there was none. */
  readonly afterMessage: MessageId | null;
  /** The session that was left, where the conversation went back too. */
  readonly leftSession?: SessionId;
  /** "part": one change of several in a file went back, so the file is still edited. */
  readonly extent?: "part";
}

/** A record as a view lists it. */
export interface CheckpointLine {
  readonly turn: MessageId;
  /** Unknown in records of earlier versions. */
  readonly session?: SessionId;
  readonly files: readonly string[];
  readonly restore?: RestoreMark;
  /** Calls whose edits can be undone one by one. */
  readonly calls?: readonly CallId[];
}

/** A file that stays as it is, and why: a clause without a full stop. */
export interface Unrestored {
  readonly path: string;
  readonly reason: Sentence;
}

export interface CheckpointLimits {
  readonly nowMs: number;
  readonly retentionDays: number;
  readonly maxBytes: number;
}

/** The bits that chmod sets; the rest of a mode is the kind of file. */
const PERMISSIONS = 0o7777;

export const permissionsOf = (mode: number): number => mode & PERMISSIONS;

/** Nothing is the same as a state nobody knows: then a person is asked. */
export function isSameState(a: FileState | undefined, b: FileState | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a.kind === "missing" || b.kind === "missing") return a.kind === b.kind;
  if (a.kind === "stored" && b.kind === "stored")
    return a.hash === b.hash && permissionsOf(a.mode) === permissionsOf(b.mode);
  return a.kind === "lost" && b.kind === "lost" && a.stamp !== undefined && a.stamp === b.stamp;
}

/** The files of a record that are not what they were before it. */
export function changedFiles({ changes }: TurnRecord): readonly string[] {
  const first = new Map<string, FileChange>();
  const last = new Map<string, FileChange>();
  for (const change of changes) {
    if (!first.has(change.path)) first.set(change.path, change);
    last.set(change.path, change);
  }
  return [...first].flatMap(([path, { before }]) =>
    before.kind !== "lost" && isSameState(before, last.get(path)?.after) ? [] : [path],
  );
}
