import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, realpath } from "node:fs/promises";
import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";

/**
 * Opens a file of another agent for reading. Refuses what is no plain file: a pipe of that name would keep the reader
 * waiting forever, and a device would never end.
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  // Windows has no such flag, and needs none.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await handle.stat().catch(() => undefined);
  if (stats?.isFile() === true) return handle;
  await handle.close();
  throw new SentenceError(sentence("This session cannot be read."));
}

/** The whole of a small file; undefined where it is missing, larger, or no file at all. */
export async function readPlainFile(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const handle = await openPlainFile(path).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    return size > maxBytes ? undefined : await handle.readFile();
  } catch {
    // It disappeared, or cannot be read any more: the same as a file that is not there.
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Where a path leads; the path itself where nothing is there. */
export const resolveLinks = (path: string): Promise<string> => realpath(path).catch(() => path);
