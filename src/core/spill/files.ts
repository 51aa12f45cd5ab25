import { createHash } from "node:crypto";
import { lstat, mkdir, open, readdir, rename, rm, rmdir, unlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { whyRefused } from "../base/disk-refusal";
import { sentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import { DAY_MS } from "../base/time";
import type { SessionId, SpillId } from "../conversation/ids";
import { sessionId, spillId } from "../conversation/ids";
import {
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  readPrivateFile,
  WRITE_NO_LINK,
} from "../files/private-storage";
import type { OutputMark } from "./outline/mark";
import { readMarks, writeMarks } from "./outline/mark-files";
import { outlineOutput } from "./outline/outline";
import type { Spill, SpillFile, SpillLimits, SpillStore } from "./spill";
import { SpillError } from "./spill";

/** When a session was last used, in milliseconds, beside its files: directory times change for other reasons. */
const USED_FILE = ".used";
const TEXT = ".txt";

export interface SpillStoreOptions {
  /** `tool-results` in workspace storage. */
  readonly folder: string;
  readonly now: () => number;
}

export function createSpillStore({ folder, now }: SpillStoreOptions): SpillStore {
  const root = resolve(folder);
  const folderOf = (session: string) => join(root, safeName(session));

  const touch = async (session: SessionId): Promise<void> => {
    const directory = folderOf(session);
    if (!(await isFolder(directory))) return;
    const file = await open(join(directory, USED_FILE), WRITE_NO_LINK, PRIVATE_FILE);
    await file.writeFile(String(now())).finally(() => file.close());
  };
  let preparing: Promise<void> | undefined;

  const save: SpillStore["save"] = async (session, name, text, marks): Promise<Spill> => {
    try {
      const directory = folderOf(session);
      preparing ??= makePrivateFolder(root);
      await preparing;
      await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
      if (!(await isFolder(directory))) throw new SentenceError(sentence("its folder is a link to another place"));
      const bytes = Buffer.from(text, "utf8");
      const file = await freeName(directory, safeName(name), bytes);
      await writeAtomically(join(directory, file + TEXT), bytes);
      if (marks !== undefined) await writeMarks(marksOf(join(directory, file + TEXT)), marks);
      await touch(session);
      return {
        id: spillId(`${safeName(session)}/${file}`),
        path: join(directory, file + TEXT),
        chars: text.length,
        bytes: bytes.length,
      };
    } catch (error) {
      throw new SpillError(whyRefused(error), { cause: error });
    }
  };

  const pathOf = (spill: SpillId) => pathIn(root, spill);

  const read = async (spill: SpillId): Promise<string | undefined> => {
    const path = pathOf(spill);
    if (path === undefined) return undefined;
    const text = (await isFolder(dirname(path))) ? (await readPrivateFile(path))?.toString("utf8") : undefined;
    if (text !== undefined) await touch(sessionId(spill.split("/")[0] ?? ""));
    return text;
  };

  const marks = async (spill: SpillId): Promise<readonly OutputMark[]> => {
    const path = pathOf(spill);
    return path !== undefined && (await isFolder(dirname(path))) ? outlineOf(path) : [];
  };

  const list = async (): Promise<readonly SpillFile[]> => {
    const sessions = (await unlessMissing(readdir(root, { withFileTypes: true }))) ?? [];
    const files = await Promise.all(
      sessions.filter((entry) => entry.isDirectory()).map((entry) => listSession(root, entry.name)),
    );
    return files.flat();
  };

  const remove = async (spill: SpillId): Promise<void> => {
    const path = pathOf(spill);
    if (path !== undefined) await removeFile(path);
  };

  const sweep = async (limits: SpillLimits, referenced: ReadonlySet<SpillId>): Promise<readonly SpillFile[]> => {
    const doomed = chooseFilesToDelete(await list(), limits, referenced);
    for (const file of doomed) await removeFile(file.path);
    return doomed;
  };

  return { save, read, marks, list, remove, touch, sweep, owns: (path) => isInside(root, path) };
}

/** Undefined for an id that could lead out of the folder. */
function pathIn(root: string, spill: SpillId): string | undefined {
  const [session, name, ...rest] = spill.split("/");
  if (
    session === undefined ||
    name === undefined ||
    rest.length > 0 ||
    safeName(session) !== session ||
    safeName(name) !== name
  )
    return undefined;
  return join(root, session, name + TEXT);
}

/**
 * Expired files are always deleted; over the size limit the longest unused are, and those a conversation names last.
 */
function chooseFilesToDelete(
  files: readonly SpillFile[],
  limits: SpillLimits,
  referenced: ReadonlySet<SpillId>,
): readonly SpillFile[] {
  const isExpired = (file: SpillFile) => limits.nowMs - file.lastUsedMs > limits.retentionDays * DAY_MS;
  const expired = files.filter(isExpired);
  const kept = files
    .filter((file) => !isExpired(file))
    .sort(
      (a, b) =>
        Number(referenced.has(a.id)) - Number(referenced.has(b.id)) ||
        a.lastUsedMs - b.lastUsedMs ||
        (a.id < b.id ? -1 : 1),
    );
  let total = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const overCap: SpillFile[] = [];
  for (const file of kept) {
    if (total <= limits.maxBytes) break;
    overCap.push(file);
    total -= file.bytes;
  }
  return [...expired, ...overCap];
}

/** Ids come from models and servers: one that could leave the folder, name a device or be too long becomes a hash. */
function safeName(name: string): string {
  const isSafe =
    /^[A-Za-z0-9_][\w.-]{0,99}$/.test(name) &&
    !name.endsWith(".") &&
    !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
  if (isSafe) return name;
  const readable = name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return `id-${readable === "" ? "" : `${readable}-`}${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** Some servers reuse call ids: another text under the same name gets a name of its own, the same text its old one. */
async function freeName(directory: string, name: string, bytes: Buffer): Promise<string> {
  const present = await readPrivateFile(join(directory, name + TEXT));
  if (present === undefined || present.equals(bytes)) return name;
  return `${name.slice(0, 80)}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`;
}

/** Complete or absent: a crash leaves at most a temporary file, which is never listed. */
async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.part`;
  try {
    // Left by a crash, or put there by somebody who wants it written through.
    await rm(temporary, { force: true });
    const file = await open(temporary, "wx", PRIVATE_FILE);
    try {
      await file.writeFile(bytes);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function listSession(root: string, session: string): Promise<readonly SpillFile[]> {
  const directory = join(root, session);
  const names = (await unlessMissing(readdir(directory))) ?? [];
  const usedMs = Number.parseInt((await readPrivateFile(join(directory, USED_FILE)))?.toString("utf8") ?? "", 10);
  const files = await Promise.all(
    names.filter((name) => name.endsWith(TEXT)).map((name) => describeFile(directory, session, name)),
  );
  return files
    .filter((file) => file !== undefined)
    .map((file) => (Number.isNaN(usedMs) ? file : { ...file, lastUsedMs: usedMs }));
}

async function describeFile(directory: string, session: string, name: string): Promise<SpillFile | undefined> {
  const path = join(directory, name);
  const stats = await unlessMissing(lstat(path));
  if (!stats?.isFile()) return undefined;
  const id = spillId(`${session}/${name.slice(0, -TEXT.length)}`);
  return {
    id,
    session: sessionId(session),
    path,
    bytes: stats.size,
    chars: await charsOf(path, stats.size, stats.mtimeMs),
    lastUsedMs: stats.mtimeMs,
  };
}

async function outlineOf(path: string): Promise<readonly OutputMark[]> {
  const known = await readMarks(marksOf(path));
  if (known !== undefined) return known;
  const text = (await readPrivateFile(path))?.toString("utf8");
  if (text === undefined) return [];
  const made = await outlineOutput(text);
  await writeMarks(marksOf(path), made);
  return made;
}

/** The outline lies beside its output and goes with it. */
const marksOf = (path: string): string => `${path.slice(0, -TEXT.length)}.marks`;

/** Characters are counted once per file and process: listing must not read every file each time. */
const knownChars = new Map<string, { readonly bytes: number; readonly mtimeMs: number; readonly chars: number }>();

async function charsOf(path: string, bytes: number, mtimeMs: number): Promise<number> {
  const known = knownChars.get(path);
  if (known?.bytes === bytes && known.mtimeMs === mtimeMs) return known.chars;
  const chars = (await readPrivateFile(path))?.toString("utf8").length ?? 0;
  knownChars.set(path, { bytes, mtimeMs, chars });
  return chars;
}

async function removeFile(path: string): Promise<void> {
  await unlessMissing(unlink(path));
  await rm(marksOf(path), { force: true });
  knownChars.delete(path);
  const directory = join(path, "..");
  const left = (await unlessMissing(readdir(directory))) ?? [];
  if (left.some((name) => name !== USED_FILE)) return;
  await rm(join(directory, USED_FILE), { force: true });
  // Another window may have saved into the folder meanwhile; then it stays.
  await rmdir(directory).catch(() => undefined);
}

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, resolve(path));
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
};

/** False for a link to a folder: what is written there would land elsewhere. */
const isFolder = async (path: string): Promise<boolean> => (await unlessMissing(lstat(path)))?.isDirectory() === true;

async function unlessMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
