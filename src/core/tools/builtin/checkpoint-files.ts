import { createHash } from "node:crypto";
import {
  appendFile,
  chmod,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageId } from "../../conversation/ids";
import type { MessageId } from "../../conversation/ids";
import type { Aftermath, CheckpointLimits, FileRecord, FileState, RestoreStep, TurnRecord } from "../checkpoint";

/** Larger files are data sets and builds; keeping them would fill the disk before it helped anybody. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Contents by their hash under `blobs/`, one append-only list per turn under `turns/`: a crash loses at most a line. */
export interface CheckpointFiles {
  open(turn: MessageId, atMs: number): Promise<void>;
  add(turn: MessageId, record: FileRecord): Promise<void>;
  close(turn: MessageId, after: Aftermath): Promise<void>;
  read(turn: MessageId): Promise<TurnRecord | undefined>;
  /** What the file is now, its content put aside. */
  keep(path: string): Promise<FileState>;
  putBack(step: RestoreStep): Promise<void>;
  sweep(limits: CheckpointLimits): Promise<readonly MessageId[]>;
  totalBytes(): Promise<number>;
}

export function createCheckpointFiles(folder: string, now: () => number): CheckpointFiles {
  const blobs = join(folder, "blobs");
  const turns = join(folder, "turns");
  const fileOf = (turn: MessageId): string =>
    join(turns, `${createHash("sha256").update(turn).digest("hex").slice(0, 32)}.jsonl`);
  const addLine = (turn: MessageId, line: TurnLine): Promise<void> =>
    appendFile(fileOf(turn), `${JSON.stringify(line)}\n`);

  return {
    async open(turn, atMs) {
      await mkdir(turns, { recursive: true });
      await addLine(turn, { type: "turn", turn, atMs });
    },
    add: (turn, record) => addLine(turn, { type: "file", record }),
    close: (turn, after) => addLine(turn, { type: "after", after }),
    read: (turn) => readTurn(fileOf(turn)),
    keep: (path) => keepFile(blobs, path, now()),
    putBack: (step) => putBack(blobs, step),
    sweep: (limits) => sweepTurns({ blobs, turns }, limits),
    totalBytes: async () => (await sizesIn(blobs)).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

type TurnLine =
  | { readonly type: "turn"; readonly turn: MessageId; readonly atMs: number }
  | { readonly type: "file"; readonly record: FileRecord }
  | { readonly type: "after"; readonly after: Aftermath };

async function readTurn(file: string): Promise<TurnRecord | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").flatMap((line): readonly TurnLine[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      // The last line of a crashed turn may be torn; what came before it still holds.
      return [];
    }
  });
  const head = lines.find((line) => line.type === "turn");
  if (head === undefined) return undefined;
  const after = lines.findLast((line) => line.type === "after")?.after;
  const files = lines.flatMap((line) => (line.type === "file" ? [line.record] : []));
  return { turn: messageId(head.turn), atMs: head.atMs, files, ...(after === undefined ? {} : { after }) };
}

/** The content's hash; null where there is no file to read. */
export async function hashFile(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes === undefined ? null : createHash("sha256").update(bytes).digest("hex");
}

async function keepFile(blobs: string, path: string, nowMs: number): Promise<FileState> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { kind: "missing" };
  if (!stats.isFile()) return { kind: "lost", reason: "it is not a regular file" };
  if (stats.size > MAX_FILE_BYTES)
    return { kind: "lost", reason: `it has ${stats.size} bytes, more than the ${MAX_FILE_BYTES} that are kept` };
  try {
    const bytes = await readFile(path);
    const hash = createHash("sha256").update(bytes).digest("hex");
    await writeBlob(join(blobs, hash), bytes, nowMs);
    return { kind: "stored", hash, mode: stats.mode };
  } catch (error) {
    return {
      kind: "lost",
      reason: `its content could not be kept: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Its time says when it was last wanted, so that a sweep spares what a turn is about to name. */
async function writeBlob(file: string, bytes: Uint8Array, nowMs: number): Promise<void> {
  const seconds = nowMs / 1_000;
  if (
    await utimes(file, seconds, seconds).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(dirname(file), { recursive: true });
  // A name of its own first: a torn blob under its final name would be taken for whole ever after.
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, bytes);
  await utimes(draft, seconds, seconds);
  await rename(draft, file);
}

async function putBack(blobs: string, { path, record }: RestoreStep): Promise<void> {
  if (record.before.kind === "lost") return;
  if (record.before.kind === "stored") {
    const bytes = await readFile(join(blobs, record.before.hash));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    return chmod(path, record.before.mode & 0o7777);
  }
  await rm(path, { force: true });
  // Innermost first; a folder that holds something else by now stays.
  for (const folder of record.newFolders.toReversed()) await rmdir(folder).catch(() => undefined);
}

const DAY_MS = 86_400_000;
/** Contents are put aside before the turn that needs them says so, perhaps in another window: nothing takes this long in between. */
const UNNAMED_MS = 600_000;

/** Whole turns go, oldest first; then contents that no turn needs any more. */
async function sweepTurns(
  folders: { readonly blobs: string; readonly turns: string },
  limits: CheckpointLimits,
): Promise<readonly MessageId[]> {
  const names = await readdir(folders.turns).catch(() => []);
  const records = await Promise.all(
    names.map(async (name) => ({ file: join(folders.turns, name), record: await readTurn(join(folders.turns, name)) })),
  );
  const blobs = await sizesIn(folders.blobs);
  const sizes = new Map(blobs.map(({ name, bytes }) => [name, bytes]));
  const newestFirst = records.toSorted((a, b) => (b.record?.atMs ?? 0) - (a.record?.atMs ?? 0));
  const needed = new Set<string>();
  const gone: MessageId[] = [];
  let bytes = 0;
  for (const { file, record } of newestFirst) {
    const hashes = new Set(
      (record?.files ?? []).flatMap(({ before }) =>
        before.kind === "stored" && !needed.has(before.hash) ? [before.hash] : [],
      ),
    );
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
  const unneeded = blobs.filter(({ name, wantedMs }) => !needed.has(name) && limits.nowMs - wantedMs > UNNAMED_MS);
  await Promise.all(unneeded.map(({ name }) => rm(join(folders.blobs, name), { force: true })));
  return gone;
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
