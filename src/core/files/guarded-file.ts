import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "./private-storage";

/**
 * Files that Hermes reads or writes on its own account in a folder that others may have filled: memory, rules, ignore
 * lists. A symbolic link would lead such an access to any file of the user, a pipe or a device would never end it.
 */
export interface GuardedPath {
  /** The folder that is opened as it is; below it, no link is followed. */
  readonly root: string;
  /** Absolute, inside the root. */
  readonly path: string;
}

export type FileRefusal = "link" | "special" | "too-large" | "unreadable";

type Unread = { readonly kind: "missing" } | { readonly kind: "refused"; readonly why: FileRefusal };
export type GuardedText = { readonly kind: "text"; readonly text: string } | Unread;
export type GuardedBytes = { readonly kind: "bytes"; readonly bytes: Uint8Array } | Unread;

export interface ReadLimit {
  readonly maxBytes: number;
  /** "cut" reads the beginning of a longer file. */
  readonly beyond: "refuse" | "cut";
}

export async function readGuarded(file: GuardedPath, limit: ReadLimit): Promise<GuardedText> {
  const found = await readGuardedBytes(file, limit);
  return found.kind === "bytes" ? { kind: "text", text: new TextDecoder().decode(found.bytes) } : found;
}

export async function readGuardedBytes(file: GuardedPath, limit: ReadLimit): Promise<GuardedBytes> {
  const before = await lookAt(file);
  if (before.kind !== "file") return before;
  // Absent on Windows, where a link has already been found by its entry. Without blocking: a pipe may appear meanwhile.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file.path, flags).catch(() => undefined);
  if (handle === undefined) return { kind: "refused", why: "unreadable" };
  try {
    const opened = await handle.stat();
    const after = await lookAt(file);
    // The entry may have been replaced between the look and the opening.
    if (after.kind !== "file" || !isSame(opened, after.stats)) return { kind: "refused", why: "link" };
    return await readAtMost(handle, limit);
  } catch {
    return { kind: "refused", why: "unreadable" };
  } finally {
    await handle.close();
  }
}

/** Complete or unchanged: half a file never replaces a whole one. Undefined where the file was written. */
export async function writeGuarded(file: GuardedPath, text: string): Promise<FileRefusal | undefined> {
  const refusal = await makeFolders(file);
  if (refusal !== undefined) return refusal;
  const target = await lookAt(file);
  if (target.kind === "refused") return target.why;
  // Nobody can know this name beforehand and wait behind it; an existing entry is never opened.
  const part = join(dirname(file.path), `.${basename(file.path)}.${randomBytes(12).toString("hex")}.part`);
  const handle = await open(part, "wx", PRIVATE_FILE);
  try {
    await handle.writeFile(text, "utf8");
    await handle.close();
    await rename(part, file.path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    // Already gone if renaming succeeded in part; the first error is the one to tell.
    await unlink(part).catch(() => undefined);
    throw error;
  }
  return undefined;
}

/** Resolves once the file is on the disk and not only in the system's buffers; a missing one has nothing to keep. */
export async function syncGuarded(file: GuardedPath): Promise<FileRefusal | undefined> {
  const target = await lookAt(file);
  if (target.kind !== "file") return target.kind === "refused" ? target.why : undefined;
  const handle = await open(file.path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return undefined;
}

type Look = { readonly kind: "file"; readonly stats: Stats } | Unread;

/** What lies at a path, judged entry by entry from the root down. */
async function lookAt({ root, path }: GuardedPath): Promise<Look> {
  const names = namesBelow(root, path);
  let at = root;
  for (const [index, name] of names.entries()) {
    at = join(at, name);
    const stats = await lstat(at).catch((error: unknown) => (isMissing(error) ? undefined : "unreadable"));
    if (stats === undefined) return { kind: "missing" };
    if (stats === "unreadable") return { kind: "refused", why: "unreadable" };
    if (stats.isSymbolicLink()) return { kind: "refused", why: "link" };
    const isLast = index === names.length - 1;
    if (isLast) return stats.isFile() ? { kind: "file", stats } : { kind: "refused", why: "special" };
    if (!stats.isDirectory()) return { kind: "refused", why: "special" };
  }
  return { kind: "refused", why: "special" };
}

async function makeFolders({ root, path }: GuardedPath): Promise<FileRefusal | undefined> {
  await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER });
  let at = root;
  for (const name of namesBelow(root, path).slice(0, -1)) {
    at = join(at, name);
    await mkdir(at, { mode: PRIVATE_FOLDER }).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    const stats = await lstat(at);
    if (stats.isSymbolicLink()) return "link";
    if (!stats.isDirectory()) return "special";
  }
  return undefined;
}

/** Reads no more than it may, whatever the size says: some files report none and never end. */
async function readAtMost(handle: FileHandle, { maxBytes, beyond }: ReadLimit): Promise<GuardedBytes> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const part = Buffer.allocUnsafe(Math.min(PART_BYTES, maxBytes + 1 - length));
    const { bytesRead } = await handle.read(part, 0, part.length, length);
    if (bytesRead === 0) break;
    parts.push(part.subarray(0, bytesRead));
    length += bytesRead;
  }
  if (length > maxBytes && beyond === "refuse") return { kind: "refused", why: "too-large" };
  return { kind: "bytes", bytes: Buffer.concat(parts, Math.min(length, maxBytes)) };
}

const PART_BYTES = 64 * 1024;

const namesBelow = (root: string, path: string): readonly string[] =>
  relative(root, path)
    .split(sep)
    .filter((name) => name !== "");

const isSame = (one: Stats, other: Stats): boolean => one.ino === other.ino && one.dev === other.dev;
const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
