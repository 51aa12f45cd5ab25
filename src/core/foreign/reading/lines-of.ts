import { yieldToHost } from "../../base/slices";
import { openPlainFile } from "./plain-file";

/** A session file beyond this is not read: its messages would have to fit into memory. */
export const LARGEST_FILE_BYTES = 512 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** The largest records, with pictures in them, have some megabytes. */
export const LONGEST_LINE_BYTES = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface FileLine {
  readonly text: string;
  /** Where the next line begins, in bytes. */
  readonly end: number;
  /**
   * "open": reading ended before the line did. "endless": longer than any record, and therefore without its text;
   * "endless-open" is both.
   */
  readonly state: "whole" | "open" | "endless" | "endless-open";
}

interface Stretch {
  readonly from: number;
  readonly maxBytes?: number;
}

/** The lines of a file, a megabyte at a time, with pauses in which the host can do other things. */
export async function* linesOf(
  path: string,
  { from, maxBytes = LARGEST_FILE_BYTES }: Stretch,
  signal: AbortSignal,
): AsyncGenerator<FileLine> {
  const handle = await openPlainFile(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const line = new GrowingLine();
    let position = from;
    while (position - from < maxBytes) {
      signal.throwIfAborted();
      const wanted = Math.min(CHUNK_BYTES, maxBytes - (position - from));
      const { bytesRead } = await handle.read(buffer, 0, wanted, position);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      let at = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, at)) {
        line.add(chunk.subarray(at, end));
        yield { ...line.take("whole"), end: position + end + 1 };
        at = end + 1;
      }
      line.add(chunk.subarray(at));
      position += bytesRead;
      await yieldToHost();
    }
    if (line.bytes > 0) yield { ...line.take("open"), end: position };
  } finally {
    await handle.close();
  }
}

/** Pieces of a line, put together once: joining them again with every piece would take longer and longer. */
class GrowingLine {
  private pieces: Buffer[] = [];
  bytes = 0;

  /** `piece` is copied: its buffer is used again. */
  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes > LONGEST_LINE_BYTES) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(Buffer.from(piece));
  }

  take(state: "whole" | "open"): Pick<FileLine, "text" | "state"> {
    const isEndless = this.bytes > LONGEST_LINE_BYTES;
    const [first, ...others] = this.pieces;
    const whole = first === undefined || others.length === 0 ? first : Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    if (isEndless) return { text: "", state: state === "whole" ? "endless" : "endless-open" };
    return { text: whole?.toString("utf8") ?? "", state };
  }
}
