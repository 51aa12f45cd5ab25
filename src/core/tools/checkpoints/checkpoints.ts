import { whyRefused } from "../../base/disk-refusal";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { CallId, MessageId, SessionId } from "../../conversation/ids";
import type { TouchLog } from "../builtin/world";
import { decodeText } from "../files/text-file";
import type { WorkspacePaths } from "../files/workspace-paths";
import { createWorkspacePaths } from "../files/workspace-paths";
import type { CheckpointLimits, CheckpointLine, RestoreMark, TurnRecord, Unrestored } from "./checkpoint";
import { changedFiles, isSameState } from "./checkpoint";
import type { CheckpointFiles } from "./checkpoint-files";
import { createCheckpointFiles } from "./checkpoint-files";
import { createRecorder } from "./recorder";
import type { RestoreChoice, RestoreChoices, RestoreFile, RestorePlan } from "./restore-plan";
import { CHANGED_MEANWHILE, mergeFile, planRestore } from "./restore-plan";
import type { FileReview } from "./review";
import { reviewFile, withoutHunk, withoutKept } from "./review";
import { findBadPlace, findMissingFolders, lookAt, removeWorkingFile, writeWorkingFile } from "./working-files";

export interface CheckpointOptions {
  /** The folder for contents: in workspace storage, never in the workspace itself. */
  readonly folder: string;
  roots(): readonly string[];
  /** Milliseconds. */
  now(): number;
  /** Reports a write error once until writing works again. The turn continues, but its files cannot be restored. */
  onRefused?(reason: Sentence): void;
  /** True for a file with unsaved changes in an editor. */
  hasUnsavedChanges?(path: string): boolean;
}

/** Undo for files, turn by turn. One turn at a time is open; nothing is saved while none is. */
export interface Checkpoints {
  /** For `createBuiltinTools`. */
  readonly touched: TouchLog;
  begin(turn: MessageId, session: SessionId): Promise<void>;
  /** Closes the open turn; returns the files it changed. */
  end(): Promise<readonly string[]>;
  /** Previews going back to before the first of these records; "unreviewed" leaves out what the user has kept. */
  plan(stretch: Stretch, which?: "all" | "unreviewed"): Promise<RestorePlan>;
  /** Hermes's part in one file of a plan, or in its unsaved text; undefined where the file is no text. */
  review(file: RestoreFile, unsaved?: string): Promise<FileReview | undefined>;
  /** A path as people write it: relative to its workspace folder. */
  show(path: string): Promise<string>;
  /** Records that the user has reviewed these files and keeps their changes. */
  keep(paths: readonly string[], as: Omit<RestoreRecord, "mark">): Promise<void>;
  /** Undoes one hunk of a file, as a record like that of a restore. */
  undoHunk(file: RestoreFile, hunk: string, as: RestoreRecord): Promise<RestoreOutcome>;
  /** Carries a plan out, as a record that can be undone in turn. Throws where that record cannot be written. */
  restore(plan: RestorePlan, choices: RestoreChoices, as: RestoreRecord): Promise<RestoreOutcome>;
  /** The text of a file now, and what a choice would make of it; undefined where one of them is no text. */
  preview(file: RestoreFile, choice: RestoreChoice): Promise<FilePreview | undefined>;
  /** The records of these turns, and restores in related sessions, oldest first: what a view offers to restore. */
  history(
    turns: readonly MessageId[],
    related: () => Promise<ReadonlySet<SessionId>>,
  ): Promise<readonly CheckpointLine[]>;
  find(turn: MessageId): Promise<CheckpointLine | undefined>;
  /** Deletes the records of these turns, and every restore and review in these sessions. */
  forget(turns: readonly MessageId[], sessions: ReadonlySet<SessionId>): Promise<void>;
  sweep(limits: Omit<CheckpointLimits, "nowMs">): Promise<readonly MessageId[]>;
  totalBytes(): Promise<number>;
}

/** Which records to go back over. */
export type Stretch =
  /** One restore alone: whatever came after it counts as somebody's changes. */
  | { readonly kind: "restore"; readonly id: MessageId }
  /** One edit alone, likewise. */
  | { readonly kind: "call"; readonly call: CallId }
  /** A turn and everything since: its conversation's later turns, and what related sessions did from then on. */
  | {
      readonly kind: "turns";
      /** Oldest first. */
      readonly turns: readonly MessageId[];
      /** Turns before them; the clock alone would not tell two turns of one millisecond apart. */
      readonly earlier: readonly MessageId[];
      /** Branches and continuations share the files, so they share their history. */
      readonly sessions: ReadonlySet<SessionId>;
    };

interface RestoreRecord {
  readonly id: MessageId;
  readonly session: SessionId;
  readonly mark: RestoreMark;
}

export interface FilePreview {
  readonly now: string;
  readonly then: string;
}

export interface RestoreOutcome {
  readonly restored: readonly string[];
  /** Left as they were by choice. */
  readonly skipped: readonly string[];
  readonly failed: readonly Unrestored[];
}

export function createCheckpoints(options: CheckpointOptions): Checkpoints {
  const files = createCheckpointFiles(options.folder, () => options.now());
  const paths = createWorkspacePaths(options);
  const textOf = async (hash: string) => textIn(await files.content(hash));
  return {
    ...createRecorder({ ...options, files, paths }),
    async plan(stretch, which = "all") {
      const selected = await selectRecords(files, stretch);
      const records = which === "all" ? selected : withoutKept(selected);
      const touched = [...new Set(records.flatMap(({ changes }) => changes.map(({ path }) => path)))];
      const states = new Map(await Promise.all(touched.map(async (path) => [path, await files.keep(path)] as const)));
      return planRestore(records, {
        now: (path) => states.get(path) ?? { kind: "missing" },
        textOf,
        hasUnsavedChanges: (path) => options.hasUnsavedChanges?.(path) ?? false,
      });
    },
    async restore(plan, choices, { id, session, mark }) {
      await files.open({ turn: id, atMs: options.now(), session, restore: mark });
      return carryOut(plan, choices, { id, files, paths, textOf });
    },
    review: (file, unsaved) => reviewFile(file, textOf, unsaved),
    async show(path) {
      const resolved = await paths.resolve(path);
      return resolved.kind === "refused" ? path : resolved.shown;
    },
    keep: (kept, { id, session }) => files.open({ turn: id, atMs: options.now(), session, kept }),
    async undoHunk(file, hunk, { id, session, mark }) {
      const reviewed = await reviewFile(file, textOf);
      const text = reviewed && withoutHunk(reviewed, hunk);
      if (text === undefined || file.now.kind !== "stored") return failedFor(file.path, CHANGED_MEANWHILE);
      await files.open({ turn: id, atMs: options.now(), session, restore: mark });
      const content = { bytes: new TextEncoder().encode(text), mode: file.now.mode };
      const problem =
        (await findBadPlace(file.path, await paths.roots())) ?? (await writeRestored(file, content, { id, files }));
      return problem === undefined ? { restored: [file.path], skipped: [], failed: [] } : failedFor(file.path, problem);
    },
    async preview(file, choice) {
      const now =
        file.now.kind === "missing" ? "" : file.now.kind === "stored" ? await textOf(file.now.hash) : undefined;
      const wanted = choice === "skip" ? undefined : await contentFor(file, choice, { files, textOf });
      const then = wanted === "none" ? "" : textIn(wanted?.bytes);
      return now === undefined || then === undefined ? undefined : { now, then };
    },
    async history(turns, related) {
      const wanted = new Set(turns);
      const all = await files.readAll();
      // Relatives cost a look at every session, and most conversations were never restored.
      const sessions = all.some(({ restore }) => restore !== undefined) ? await related() : new Set<SessionId>();
      return all
        .filter(({ turn, session, restore }) =>
          restore === undefined ? wanted.has(turn) : session !== undefined && sessions.has(session),
        )
        .map(toLine);
    },
    async find(turn) {
      const record = await files.read(turn);
      return record && toLine(record);
    },
    async forget(turns, sessions) {
      const others = (await files.readAll()).filter(
        ({ session, restore, kept }) =>
          (restore !== undefined || kept !== undefined) && session !== undefined && sessions.has(session),
      );
      await files.forget([...turns, ...others.map(({ turn }) => turn)]);
    },
    sweep: (limits) => files.sweep({ ...limits, nowMs: options.now() }),
    totalBytes: () => files.totalBytes(),
  };
}

const toLine = (record: TurnRecord): CheckpointLine => ({
  turn: record.turn,
  files: changedFiles(record),
  ...(record.session !== undefined && { session: record.session }),
  ...(record.restore !== undefined && { restore: record.restore }),
  ...(record.edits !== undefined && { calls: record.edits.map(({ call }) => call) }),
});

const failedFor = (path: string, reason: Sentence): RestoreOutcome => ({
  restored: [],
  skipped: [],
  failed: [{ path, reason }],
});

async function selectRecords(files: CheckpointFiles, stretch: Stretch): Promise<readonly TurnRecord[]> {
  if (stretch.kind === "restore") return [(await files.read(stretch.id)) ?? []].flat();
  if (stretch.kind === "call") return selectEdit(await files.readAll(), stretch.call);
  const { turns, earlier, sessions } = stretch;
  const [own, before] = [new Set(turns), new Set(earlier)];
  const all = await files.readAll();
  const startMs = all.find(({ turn }) => own.has(turn))?.atMs ?? Infinity;
  return all.filter(
    ({ turn, session, atMs }) =>
      own.has(turn) || (session !== undefined && sessions.has(session) && atMs >= startMs && !before.has(turn)),
  );
}

/** The record of a single edit. Ids of calls may repeat in other conversations, so the newest one counts. */
function selectEdit(records: readonly TurnRecord[], call: CallId): readonly TurnRecord[] {
  const record = records.findLast(({ edits }) => edits?.some((edit) => edit.call === call));
  const changes = record?.edits?.filter((edit) => edit.call === call) ?? [];
  return record === undefined ? [] : [{ ...record, changes }];
}

interface Execution {
  readonly id: MessageId;
  readonly files: CheckpointFiles;
  readonly paths: WorkspacePaths;
  textOf(hash: string): Promise<string | undefined>;
}

async function carryOut(plan: RestorePlan, choices: RestoreChoices, using: Execution): Promise<RestoreOutcome> {
  const roots = await using.paths.roots();
  const restored: string[] = [];
  const skipped: string[] = [];
  const failed: Unrestored[] = [];
  for (const file of plan.files) {
    const { path } = file;
    const wanted = Object.hasOwn(choices, path) ? choices[path] : undefined;
    const choice = file.choices.find((one) => one === (wanted ?? file.choices[0])) ?? "skip";
    if (choice === "skip") {
      skipped.push(path);
      continue;
    }
    try {
      const problem = (await findBadPlace(path, roots)) ?? (await restoreFile(file, choice, using));
      if (problem === undefined) restored.push(path);
      else failed.push({ path, reason: problem });
    } catch (error) {
      failed.push({ path, reason: whyRefused(error) });
    }
  }
  return { restored, skipped, failed };
}

/** Returns why the file stayed as it is. */
async function restoreFile(
  file: RestoreFile,
  choice: Exclude<RestoreChoice, "skip">,
  { id, files, textOf }: Execution,
): Promise<Sentence | undefined> {
  const wanted = await contentFor(file, choice, { files, textOf });
  if (wanted === undefined) return sentence("its earlier content is no longer stored");
  return writeRestored(file, wanted, { id, files });
}

/** The state the file had is on record before anything is written. */
async function writeRestored(
  { path, changes, now }: RestoreFile,
  wanted: RestoredContent | "none",
  { id, files }: Pick<Execution, "id" | "files">,
): Promise<Sentence | undefined> {
  if (!isSameState((await lookAt(path)).state, now)) return CHANGED_MEANWHILE;
  const before = await files.keep(path);
  const newFolders = before.kind === "missing" ? await findMissingFolders(path) : [];
  await files.add(id, { path, before, newFolders });
  if (wanted === "none") await removeWorkingFile(path, changes[0]?.newFolders ?? []);
  else await writeWorkingFile(path, wanted.bytes, wanted.mode);
  await files.leave(id, path, await files.keep(path));
  return undefined;
}

interface RestoredContent {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

async function contentFor(
  file: RestoreFile,
  choice: Exclude<RestoreChoice, "skip">,
  { files, textOf }: Pick<Execution, "files" | "textOf">,
): Promise<RestoredContent | "none" | undefined> {
  if (choice === "merge") {
    const merged = await mergeFile(file, textOf);
    return merged.kind === "merged" ? { bytes: new TextEncoder().encode(merged.text), mode: merged.mode } : undefined;
  }
  const before = file.changes[0]?.before;
  if (before?.kind === "missing") return "none";
  const bytes = before?.kind === "stored" ? await files.content(before.hash) : undefined;
  return before?.kind === "stored" && bytes !== undefined ? { bytes, mode: before.mode } : undefined;
}

/** Undefined for bytes that are no text: merging those by lines would damage them. */
function textIn(bytes: Uint8Array | undefined): string | undefined {
  const content = bytes && decodeText(bytes);
  return content?.kind === "text" ? content.text : undefined;
}
