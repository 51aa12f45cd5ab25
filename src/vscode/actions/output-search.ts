import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A match stays readable in a list. */
const SHOWN_CHARS = 200;

export interface FoundLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** Lines of a file that contain the words, ignoring case. Streams the file and stops at the limit. */
export async function searchLines(path: string, words: string, limit: number): Promise<readonly FoundLine[]> {
  const wanted = words.toLowerCase();
  const found: FoundLine[] = [];
  const file = createReadStream(path, "utf8");
  let line = 0;
  try {
    for await (const text of createInterface({ input: file, crlfDelay: Infinity })) {
      line++;
      const at = text.toLowerCase().indexOf(wanted);
      if (at >= 0)
        found.push({
          line,
          text: text
            .slice(Math.max(0, at - SHOWN_CHARS / 4))
            .trim()
            .slice(0, SHOWN_CHARS),
        });
      if (found.length >= limit) break;
    }
  } finally {
    file.destroy();
  }
  return found;
}
