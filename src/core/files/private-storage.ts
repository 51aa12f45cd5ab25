import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Conversations, outputs and earlier file contents are for their owner alone. Windows keeps such folders private. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Creates without following a link that somebody put in the place of the file; absent on Windows. */
export const WRITE_NO_LINK = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const OTHERS = 0o077;
/** A folder with more entries is tightened in part; the folder itself keeps others out. */
const MAX_TIGHTENED = 20_000;

/** Makes a folder that only its owner can enter, and tightens what earlier versions left open in it. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (process.platform !== "win32") await tighten(folder, { left: MAX_TIGHTENED });
}

/** Failing is fine: what cannot be tightened belongs to somebody else, and writing to it will say so. */
async function tighten(path: string, budget: { left: number }): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isSymbolicLink() || budget.left-- <= 0) return;
  const isFolder = stats.isDirectory();
  if (!isFolder && !stats.isFile()) return;
  if ((stats.mode & OTHERS) !== 0) await chmod(path, isFolder ? PRIVATE_FOLDER : PRIVATE_FILE).catch(() => undefined);
  if (!isFolder) return;
  for (const name of await readdir(path).catch(() => [])) await tighten(join(path, name), budget);
}

/** The bytes of a regular file that is no link; undefined for anything else. */
export async function readPrivateFile(path: string): Promise<Buffer | undefined> {
  const before = await lstat(path).catch(() => undefined);
  if (!before?.isFile()) return undefined;
  const handle = await open(path, READ_NO_LINK).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    return (await handle.stat()).isFile() ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
