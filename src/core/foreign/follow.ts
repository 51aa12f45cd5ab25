import { stat } from "node:fs/promises";
import { parseJsonObject } from "../base/json";
import { addFileLine, readForeignSession, startFold } from "./read-session";
import type { LineFold } from "./reading/line-fold";
import { LONGEST_LINE_BYTES, linesOf } from "./reading/lines-of";
import { openPlainFile } from "./reading/plain-file";
import type { ForeignFile, ForeignSession } from "./session";

/**
 * Follows a session while its agent works on it. Each look reads only what was added since the last one; undefined
 * where nothing was. A file that was written anew is read from its beginning.
 */
export function followSession(file: ForeignFile) {
  let seen = "";
  let tail: FileTail | undefined;
  return async (signal: AbortSignal): Promise<ForeignSession | undefined> => {
    const stats = await stat(file.path).catch(() => undefined);
    if (stats?.isFile() !== true) return undefined;
    const mark = `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
    if (mark === seen && tail?.isBehind !== true) return undefined;
    seen = mark;
    const fold = startFold(file);
    if (fold === undefined) return readForeignSession(file, signal);
    if ((await tail?.continues()) !== true) tail = new FileTail(file.path, fold);
    return tail?.read(signal);
  };
}

/** Work of one look at a file: more than an agent writes in a minute. */
const MOST_BYTES_PER_LOOK = 4 * 1024 * 1024;
/** Enough to tell a file from another one that took its place. */
const REMEMBERED_BYTES = 256;

/** A file of lines that grows, and how much of it has been read. */
class FileTail {
  /** More of the file was there than one look may read. */
  isBehind = false;
  private readonly path: string;
  private readonly fold: LineFold;
  private offset = 0;
  private maxBytes = MOST_BYTES_PER_LOOK;
  private isInsideEndless = false;
  private remembered: Uint8Array = new Uint8Array();

  constructor(path: string, fold: LineFold) {
    this.path = path;
    this.fold = fold;
  }

  /** False where the file is another one by now, or was written anew. */
  async continues(): Promise<boolean> {
    const now = await bytesBefore(this.path, this.offset).catch(() => undefined);
    return now?.equals(this.remembered) === true;
  }

  async read(signal: AbortSignal): Promise<ForeignSession> {
    const from = this.offset;
    let reached = from;
    for await (const line of linesOf(this.path, { from, maxBytes: this.maxBytes }, signal)) {
      reached = line.end;
      // The agent is still writing this line: it is read again at the next look.
      if (line.state === "open" && parseJsonObject(line.text) === undefined) break;
      if (!this.isInsideEndless) addFileLine(this.fold, line);
      this.isInsideEndless = line.state === "endless-open";
      this.offset = line.end;
    }
    this.isBehind = reached - from >= this.maxBytes;
    // A line that is longer than a look: the next one has to be long enough for it.
    const isStuck = this.isBehind && this.offset === from;
    this.maxBytes = isStuck ? LONGEST_LINE_BYTES + MOST_BYTES_PER_LOOK : MOST_BYTES_PER_LOOK;
    this.remembered = await bytesBefore(this.path, this.offset);
    return this.fold.session();
  }
}

async function bytesBefore(path: string, offset: number): Promise<Buffer> {
  const length = Math.min(REMEMBERED_BYTES, offset);
  const handle = await openPlainFile(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
