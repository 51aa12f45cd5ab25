import { closeSync, openSync, readSync } from "node:fs";

/** Large enough that reading is not what rebuilding waits for, small enough to hold several at once. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface JournalLine {
  readonly text: string;
  readonly offset: number;
  /** Without the line's end. */
  readonly bytes: number;
}

/** The complete lines from a byte offset on. Synchronous: it runs where waiting blocks nobody. */
export function* linesFrom(file: string, from: number): Generator<JournalLine> {
  const descriptor = openSync(file, "r");
  try {
    let offset = from;
    let rest = Buffer.alloc(0);
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytesRead = readSync(descriptor, chunk, 0, CHUNK_BYTES, offset + rest.length);
      if (bytesRead === 0) return;
      const buffer =
        rest.length === 0 ? chunk.subarray(0, bytesRead) : Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, start)) {
        yield { text: buffer.toString("utf8", start, end), offset: offset + start, bytes: end - start };
        start = end + 1;
      }
      offset += start;
      rest = buffer.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** One line whose place is known. */
export function readLineAt(file: string, offset: number, bytes: number): string {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(bytes);
    const bytesRead = readSync(descriptor, buffer, 0, bytes, offset);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    closeSync(descriptor);
  }
}
