import { yieldToHost } from "../../base/slices";
import { takeStart } from "../../base/text";
import { findErrorLines, withoutColors } from "../../conversation/text/error-lines";
import { redactSecrets } from "../../redact/secrets";
import { createJsonPaths } from "./json-paths";
import type { MarkKind, OutputMark } from "./mark";
import { readLine } from "./read-line";

/** An outline stays small beside its output; of tests that passed, the first ones say what the rest is about. */
const MOST: Readonly<Record<MarkKind, number>> = {
  test: 1_000,
  error: 400,
  warning: 200,
  frame: 300,
  heading: 300,
  path: 400,
};
const MOST_PASSED = 500;
const MARK_CHARS = 160;
/** Longer lines are data. */
const READ_LINE_CHARS = 600;
/** Some ten milliseconds of work. */
const LINES_AT_A_STRETCH = 5_000;
const REDACTED_AT_A_STRETCH = 100;

/**
 * The lines of an output that are worth going to, in their order. Reads in stretches, so that an output of megabytes
 * does not block the host, and holds no secret.
 */
export async function outlineOutput(text: string): Promise<readonly OutputMark[]> {
  const marks = new Map<number, OutputMark>();
  for (const { line, number } of findErrorLines(text, MOST.error))
    marks.set(number, { line: number, kind: "error", text: line });
  const counts = new Map<string, number>();
  const paths = createJsonPaths();
  let isJson = /^\s*[[{]\s*\n/.test(takeStart(text, MARK_CHARS));
  let number = 0;
  for (let start = 0; start < text.length; ) {
    number++;
    if (number % LINES_AT_A_STRETCH === 0) await yieldToHost();
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = withoutColors(text.slice(start, Math.min(end, start + READ_LINE_CHARS))).trim();
    start = end + 1;
    if (isJson) isJson = line === "" || paths.read(line, number);
    else addMark(marks, counts, number, line);
  }
  for (const mark of paths.found()) if (!marks.has(mark.line)) marks.set(mark.line, mark);
  return withoutSecrets([...marks.values()]);
}

function addMark(marks: Map<number, OutputMark>, counts: Map<string, number>, line: number, text: string): void {
  const found = readLine(text);
  if (found === undefined) return;
  const name = found.result === "passed" ? "passed" : found.kind;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  if (count <= (name === "passed" ? MOST_PASSED : MOST[found.kind])) marks.set(line, { line, ...found });
}

/** Each line is cleaned whole, before it is cut: half a secret looks harmless. */
async function withoutSecrets(marks: readonly OutputMark[]): Promise<readonly OutputMark[]> {
  const clean: OutputMark[] = [];
  for (const mark of marks.toSorted((a, b) => a.line - b.line)) {
    if (clean.length % REDACTED_AT_A_STRETCH === REDACTED_AT_A_STRETCH - 1) await yieldToHost();
    clean.push({ ...mark, text: takeStart(redactSecrets(mark.text), MARK_CHARS) });
  }
  return clean;
}

/** What an outline holds, for the block that stands for the output: failed tests first, then the rest in order. */
export function outlineLines(marks: readonly OutputMark[], shown: string, chars: number): readonly string[] {
  const telling = marks.filter(({ kind, result }) => kind === "heading" || kind === "path" || result === "failed");
  const ranked = [
    ...telling.filter(({ result }) => result === "failed"),
    ...telling.filter(({ kind }) => kind === "heading"),
    ...telling.filter(({ kind }) => kind === "path"),
  ];
  let left = chars;
  const kept = ranked.filter((mark) => {
    if (shown.includes(mark.text)) return false;
    left -= mark.text.length + LINE_OVERHEAD_CHARS;
    return left >= 0;
  });
  return kept.toSorted((a, b) => a.line - b.line).map(describeMark);
}

/** Number, colon, blank, and the word for a failed test. */
const LINE_OVERHEAD_CHARS = 16;

/** A mark on one line, as a model reads it. */
export const describeMark = ({ line, kind, result, text }: OutputMark): string =>
  `${line}: ${kind === "test" ? `${result ?? "test"} ` : ""}${text}`;
