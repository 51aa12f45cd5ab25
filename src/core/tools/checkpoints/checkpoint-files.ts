import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { whyRefused } from "../../base/disk-refusal";
import { sentence } from "../../base/sentence";
import { DAY_MS } from "../../base/time";
import type { MessageId, SessionId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import { makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from "../../files/private-storage";
import type { CallEdit, CheckpointLimits, FileChange, FileState, RestoreMark, TurnRecord } from "./checkpoint";
import { lookAt } from "./working-files";

/** Contents by hash under `blobs/`, one append-only list per turn under `turns/`: a crash loses at most a line. */
export interface CheckpointFiles {
  open(head: TurnHead): Promise<void>;
  add(turn: MessageId, change: Omit<FileChange, "after">): Promise<void>;
  /** What the newest change of this file made of it. */
  leave(turn: MessageId, path: string, after: FileState): Promise<void>;
  addEdit(turn: MessageId, edit: CallEdit): Promise<void>;
  read(turn: MessageId): Promise<TurnRecord | undefined>;
  /** Every record, oldest first. */
  readAll(): Promise<readonly TurnRecord[]>;
  forget(turns: readonly MessageId[]): Promise<void>;
  /** Looks at a file and saves its content. */
  keep(path: string): Promise<FileState>;
  /** Undefined where the content is no longer stored. */
  content(hash: string): Promise<Uint8Array | undefined>;
  sweep(limits: CheckpointLimits): Promise<readonly MessageId[]>;
  totalBytes(): Promise<number>;
}

type TurnHead = Omit<TurnRecord, "changes" | "edits">;

export function createCheckpointFiles(folder: string, now: () => number): CheckpointFiles {
  const blobs = join(folder, "blobs");
  const turns = join(folder, "turns");
  const fileOf = (turn: MessageId): string =>
    join(turns, `${createHash("sha256").update(turn).digest("hex").slice(0, 32)}.jsonl`);
  /** Records are ordered by their time, so no two of this window share one. */
  let newestMs = 0;
  const addLine = (turn: MessageId, line: TurnLine): Promise<void> =>
    appendFile(fileOf(turn), `${JSON.stringify(line)}\n`, { mode: PRIVATE_FILE });
  let preparing: Promise<void> | undefined;

  return {
    async open(head) {
      preparing ??= makePrivateFolder(folder);
      await preparing;
      await mkdir(turns, { recursive: true, mode: PRIVATE_FOLDER });
      newestMs = Math.max(head.atMs, newestMs + 1);
      await addLine(head.turn, { type: "turn", ...head, atMs: newestMs });
    },
    add: (turn, record) => addLine(turn, { type: "file", record }),
    leave: (turn, path, after) => addLine(turn, { type: "left", path, after }),
    addEdit: (turn, edit) => addLine(turn, { type: "edit", edit }),
    read: (turn) => readTurn(fileOf(turn)),
    readAll: async () =>
      (await readTurns(turns)).flatMap(({ record }) => record ?? []).toSorted((a, b) => a.atMs - b.atMs),
    async forget(gone) {
      await Promise.all(gone.map((turn) => rm(fileOf(turn), { force: true })));
      await removeUnneeded({ blobs, turns }, now());
    },
    keep: (path) => keepFile(blobs, path, now()),
    content: (hash) => readFile(join(blobs, hash)).catch(() => undefined),
    sweep: (limits) => sweepTurns({ blobs, turns }, limits),
    totalBytes: async () => (await sizesIn(blobs)).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

type TurnLine =
  | {
      readonly type: "turn";
      readonly turn: MessageId;
      readonly atMs: number;
      readonly session?: SessionId;
      readonly restore?: RestoreMark;
      readonly kept?: readonly string[];
    }
  | { readonly type: "file"; readonly record: Omit<FileChange, "after"> }
  | { readonly type: "left"; readonly path: string; readonly after: FileState }
  | { readonly type: "edit"; readonly edit: CallEdit }
  /** Of earlier versions: the hashes of all files at the end of a turn; null for one that was gone. */
  | { readonly type: "after"; readonly after: Readonly<Record<string, string | null>> };

async function readTurn(file: string): Promise<TurnRecord | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").flatMap((line): readonly TurnLine[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      // The last line of a crashed turn may be torn; the lines before it are complete.
      return [];
    }
  });
  const head = lines.find((line) => line.type === "turn");
  if (head === undefined) return undefined;
  const { type: _, turn, ...rest } = head;
  const edits = lines.flatMap((line) => (line.type === "edit" ? [line.edit] : []));
  return { ...rest, turn: messageId(turn), changes: readChanges(lines), ...(edits.length > 0 && { edits }) };
}

function readChanges(lines: readonly TurnLine[]): readonly FileChange[] {
  const changes: FileChange[] = [];
  const leave = (path: string, afterOf: (change: FileChange) => FileState) => {
    const at = changes.findLastIndex((change) => change.path === path);
    const change = changes[at];
    if (change !== undefined) changes[at] = { ...change, after: afterOf(change) };
  };
  for (const line of lines) {
    if (line.type === "file") changes.push(line.record);
    if (line.type === "left") leave(line.path, () => line.after);
    if (line.type === "after")
      for (const [path, hash] of Object.entries(line.after)) leave(path, ({ before }) => oldState(hash, before));
  }
  return changes;
}

/** Earlier versions kept no mode at the end of a turn: most turns leave it as it was. */
const oldState = (hash: string | null, before: FileState): FileState =>
  hash === null
    ? { kind: "missing" }
    : { kind: "stored", hash, mode: before.kind === "stored" ? before.mode : NEW_FILE_MODE };

const NEW_FILE_MODE = 0o644;

async function keepFile(blobs: string, path: string, nowMs: number): Promise<FileState> {
  const { state, bytes } = await lookAt(path);
  if (state.kind !== "stored" || bytes === undefined) return state;
  try {
    await writeBlob(join(blobs, state.hash), bytes, nowMs);
    return state;
  } catch (error) {
    const reason = sentence("its content could not be kept: {reason}", { reason: whyRefused(error) });
    return { kind: "lost", reason };
  }
}

let drafts = 0;

/** The blob's time marks its last use, so that a sweep spares what a turn is about to name. */
async function writeBlob(file: string, bytes: Uint8Array, nowMs: number): Promise<void> {
  const seconds = nowMs / 1_000;
  if (
    await utimes(file, seconds, seconds).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  // Written under a temporary name: a partly written blob under its final name would be taken as complete.
  // Two sub-agents may keep the same content at once.
  const draft = `${file}.${process.pid}-${++drafts}.tmp`;
  await writeFile(draft, bytes, { mode: PRIVATE_FILE });
  await utimes(draft, seconds, seconds);
  await rename(draft, file);
}

/** Contents are saved before the turn that needs them says so, perhaps in another window; never this long before. */
const UNNAMED_MS = 600_000;

interface Folders {
  readonly blobs: string;
  readonly turns: string;
}

/** Whole turns go, oldest first; then contents that no turn needs any more. */
async function sweepTurns(folders: Folders, limits: CheckpointLimits): Promise<readonly MessageId[]> {
  const sizes = new Map((await sizesIn(folders.blobs)).map(({ name, bytes }) => [name, bytes]));
  const newestFirst = (await readTurns(folders.turns)).toSorted(
    (a, b) => (b.record?.atMs ?? 0) - (a.record?.atMs ?? 0),
  );
  const needed = new Set<string>();
  const gone: MessageId[] = [];
  let bytes = 0;
  for (const { file, record } of newestFirst) {
    const hashes = new Set(hashesOf(record).filter((hash) => !needed.has(hash)));
    const added = [...hashes].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
    if (
      record !== undefined &&
      record.atMs >= limits.nowMs - limits.retentionDays * DAY_MS &&
      bytes + added <= limits.maxBytes
    ) {
      bytes += added;
      hashes.forEach((hash) => needed.add(hash));
    } else {
      await rm(file, { force: true });
      if (record !== undefined) gone.push(record.turn);
    }
  }
  await removeUnneeded(folders, limits.nowMs);
  return gone;
}

async function removeUnneeded({ blobs, turns }: Folders, nowMs: number): Promise<void> {
  const needed = new Set((await readTurns(turns)).flatMap(({ record }) => hashesOf(record)));
  const unneeded = (await sizesIn(blobs)).filter(
    ({ name, wantedMs }) => !needed.has(name) && nowMs - wantedMs > UNNAMED_MS,
  );
  await Promise.all(unneeded.map(({ name }) => rm(join(blobs, name), { force: true })));
}

const hashesOf = (record: TurnRecord | undefined): readonly string[] =>
  [...(record?.changes ?? []), ...(record?.edits ?? [])]
    .flatMap(({ before, after }) => [before, after])
    .flatMap((state) => (state?.kind === "stored" ? [state.hash] : []));

async function readTurns(
  turns: string,
): Promise<readonly { readonly file: string; readonly record: TurnRecord | undefined }[]> {
  const names = await readdir(turns).catch(() => []);
  return Promise.all(
    names.map(async (name) => ({ file: join(turns, name), record: await readTurn(join(turns, name)) })),
  );
}

async function sizesIn(
  folder: string,
): Promise<readonly { readonly name: string; readonly bytes: number; readonly wantedMs: number }[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => undefined);
      return { name, bytes: stats?.size ?? 0, wantedMs: stats?.mtimeMs ?? 0 };
    }),
  );
}
