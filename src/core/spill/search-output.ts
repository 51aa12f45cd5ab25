import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { MarkKind, OutputMark } from "./outline/mark";
import type { SpillFile, SpillStore } from "./spill";

/** A match stays readable in a list. */
const SHOWN_CHARS = 200;

/** A line of an output, with what the outline says about it. */
export interface OutputHit {
  readonly file: SpillFile;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly kind?: MarkKind;
  readonly result?: OutputMark["result"];
}

/**
 * Lines of outputs that contain the words: those of the outlines first, since they tell most, then any other. Without
 * words, what the outlines hold, failures first.
 */
export async function searchOutputs(
  store: Pick<SpillStore, "marks">,
  files: readonly SpillFile[],
  words: string,
  limit: number,
): Promise<readonly OutputHit[]> {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const marked: OutputHit[] = [];
  for (const file of files) {
    const marks = await store.marks(file.id);
    const fitting = marks.filter(({ text, kind, result = "" }) => {
      const told = `${text} ${kind} ${result}`.toLowerCase();
      return wanted.every((word) => told.includes(word));
    });
    marked.push(...fitting.map((mark) => ({ file, ...mark })));
  }
  const hits = marked.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, limit);
  const known = new Set(hits.map(({ file, line }) => `${file.id} ${line}`));
  for (const file of wanted.length === 0 ? [] : files) {
    if (hits.length >= limit) break;
    const lines = await searchLines(file.path, words, limit + known.size);
    const others = lines.filter(({ line }) => !known.has(`${file.id} ${line}`));
    hits.push(...others.slice(0, limit - hits.length).map((found) => ({ file, ...found })));
  }
  return hits;
}

/** What went wrong is looked for most; what went well least. */
function rankOf({ kind, result }: OutputHit): number {
  if (result === "failed" || kind === "error") return 0;
  return result === "passed" || result === "skipped" ? 2 : 1;
}

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
