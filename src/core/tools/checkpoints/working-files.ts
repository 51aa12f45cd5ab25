import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readFile, readlink, realpath, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { whyRefused } from "../../base/disk-refusal";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { isWithin } from "../files/workspace-paths";
import type { FileState } from "./checkpoint";
import { permissionsOf } from "./checkpoint";

/** Larger files are data sets and builds; keeping them would fill the disk before it helped anybody. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface SeenFile {
  readonly state: FileState;
  /** Of a stored state. */
  readonly bytes?: Uint8Array;
}

/** A file as it is now. Links are not followed: what they point to belongs to somebody else. */
export async function lookAt(path: string): Promise<SeenFile> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return { state: { kind: "missing" } };
  if (stats.isSymbolicLink()) {
    const target = await readlink(path).catch(() => "");
    return { state: { kind: "lost", reason: sentence("it is a symbolic link"), stamp: `link ${target}` } };
  }
  if (!stats.isFile())
    return { state: { kind: "lost", reason: sentence("it is not a regular file"), stamp: `other ${stats.ino}` } };
  if (stats.size > MAX_FILE_BYTES) {
    const reason = sentence("it has {bytes} bytes, more than the {limit} that are kept", {
      bytes: stats.size,
      limit: MAX_FILE_BYTES,
    });
    return { state: { kind: "lost", reason, stamp: `large ${stats.size} ${stats.mtimeMs}` } };
  }
  try {
    const bytes = await readFile(path);
    return { state: { kind: "stored", hash: hashOf(bytes), mode: stats.mode }, bytes };
  } catch (error) {
    const reason = sentence("its content could not be kept: {reason}", { reason: whyRefused(error) });
    return { state: { kind: "lost", reason } };
  }
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Why nothing may be written there: outside the workspace, or through a link that the folder has become since. */
export async function findBadPlace(path: string, roots: readonly string[]): Promise<Sentence | undefined> {
  if (!roots.some((root) => isWithin(root, path))) return sentence("it is not in the workspace");
  const stats = await lstat(path).catch(() => undefined);
  if (stats !== undefined && !stats.isFile()) return sentence("it is not a regular file");
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const real = await realpath(folder).catch(() => undefined);
    if (real === folder) return undefined;
    // A dangling link has no real path either, and making the folder would follow it.
    if (real !== undefined || (await lstat(folder).catch(() => undefined)) !== undefined)
      return sentence("its folder is a symbolic link");
  }
}

/** Absent on Windows, where making a link takes rights of its own. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Writes in place, so that an open editor and a hard link see the change; never through a link. */
export async function writeWorkingFile(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW;
  const handle = await open(path, flags, permissionsOf(mode));
  try {
    await handle.writeFile(bytes);
    await handle.chmod(permissionsOf(mode));
  } finally {
    await handle.close();
  }
}

/** Also removes the folders made for it, innermost first; one that contains something else by now stays. */
export async function removeWorkingFile(path: string, newFolders: readonly string[]): Promise<void> {
  if ((await lstat(path).catch(() => undefined)) !== undefined) await unlink(path);
  for (const folder of newFolders.toReversed()) await rmdir(folder).catch(() => undefined);
}

/** The folders that making this file would make, outermost first. */
export async function findMissingFolders(path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (
    let folder = dirname(path);
    (await lstat(folder).catch(() => undefined)) === undefined && dirname(folder) !== folder;
    folder = dirname(folder)
  )
    missing.unshift(folder);
  return missing;
}
