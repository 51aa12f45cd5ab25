import { keepInBlock, takeEnd, takeStart } from "../base/text";
import { findErrorLines } from "../conversation/text/error-lines";
import { identifiersIn } from "../conversation/text/identifiers";
import { exitCodeIn } from "../conversation/text/tool-outcome";
import { redactSecrets } from "../redact/secrets";
import type { OutputMark } from "./outline/mark";
import { outlineLines } from "./outline/outline";
import type { Spill } from "./spill";

/** The end of an output says how it ended; this much is shown beside the beginning. */
const TAIL_CHARS = 600;
/** Names later turns ask for, from the part that is not shown. */
const NAMES = { most: 24, chars: 900 } as const;
/** Most of them are figures and fall away. */
const MOST_READ_NAMES = 5_000;
/** Enough to see what went wrong, and where to read on. */
const MOST_ERRORS = 8;
/** Failed tests, headings, and paths that tell where to read on. */
const OUTLINE_CHARS = 600;

export interface PreviewOptions {
  readonly previewChars: number;
  /** Room for names from the part that is not shown. */
  readonly nameChars?: number;
  /** Where the tool knows it; else it is read from the output. */
  readonly exitCode?: number | null;
  /** The outline of the output. */
  readonly marks?: readonly OutputMark[];
}

/** The block that stands in the context for an output kept on disk. Same spill, same bytes. */
export function persistedOutput(spill: Spill, original: string, options: PreviewOptions): string {
  const text = redactSecrets(original);
  const head = firstLines(text, options.previewChars);
  const tail = lastLines(text.slice(head.length), TAIL_CHARS);
  const hidden = text.slice(head.length, text.length - tail.length);
  const errors = errorsBetween(original, text, `${head}${tail}`);
  const outline = outlineLines(options.marks ?? [], [head, tail, ...errors].join("\n"), OUTLINE_CHARS);
  const facts = [
    `The output is too large for the context: ${grouped(spill.chars)} characters ` +
      `(${kilobytes(spill.bytes)} KB)${exitPhrase(text, options)}. The full text is in this file:`,
    spill.path,
    "To read a part of it, call read_file with this path, offset (first line, counted from 1) " +
      "and limit (number of lines).",
    "",
    `First ${grouped(head.length)} characters:`,
    keepInBlock(head.trimEnd()),
    ...(tail.trim() === "" ? [] : ["", "Last lines:", keepInBlock(tail.trim())]),
    ...(errors.length === 0 ? [] : ["", "Error lines in between, with their line numbers:", ...errors]),
    ...(outline.length === 0 ? [] : ["", "Outline, with line numbers:", ...outline.map(keepInBlock)]),
    ...namesBetween([...errors, hidden].join("\n"), `${head}${tail}`, options.nameChars),
  ];
  return `<persisted-output>\n${facts.join("\n")}\n</persisted-output>`;
}

/** Where the text could not be kept: what is left of it, saying openly that the rest is lost. */
export function truncatedOutput(text: string, keepChars: number, reason: string): string {
  const head = firstLines(text, Math.ceil(keepChars * 0.7));
  const tail = lastLines(text.slice(head.length), Math.max(0, keepChars - head.length));
  const lost = text.length - head.length - tail.length;
  if (lost <= 0) return text;
  const lead =
    `[Output truncated: ${grouped(lost)} of ${grouped(text.length)} characters are lost, ` +
    `because the full text could not be saved (${reason}). Beginning and end follow.]`;
  return [lead, head.trimEnd(), `[… ${grouped(lost)} characters lost here …]`, tail.trimStart()].join("\n");
}

function exitPhrase(text: string, { exitCode }: PreviewOptions): string {
  const code = exitCode ?? exitCodeIn(text);
  return code === undefined ? "" : `, exit code ${code}`;
}

/** Lines are found and counted in the text on disk, and shown as the redacted text has them. */
function errorsBetween(original: string, redacted: string, shown: string): readonly string[] {
  return findErrorLines(original, MOST_ERRORS).flatMap(({ line, number }) => {
    const clean = redacted.includes(line) ? line : redactSecrets(line);
    return shown.includes(clean) || !redacted.includes(clean) ? [] : [`${number}: ${keepInBlock(clean)}`];
  });
}

function namesBetween(hidden: string, shown: string, nameChars: number | undefined): readonly string[] {
  const found = identifiersIn(hidden, MOST_READ_NAMES).filter((name) => isTelling(name) && !shown.includes(name));
  const names =
    nameChars === undefined ? withinChars(found.slice(0, NAMES.most), NAMES.chars) : withinChars(found, nameChars);
  return names.length === 0 ? [] : ["", `Names in between: ${names.map(keepInBlock).join(", ")}`];
}

/** Figures, times, sizes and hashes fill every log; nobody asks for one by itself. */
const isTelling = (name: string): boolean =>
  /[A-Za-z]{2}/.test(name) &&
  name !== "ERROR" &&
  !/^(?:\d[\d.,:T+-]*(?:[a-z]{1,2}|Z)?|(?:0x)?[0-9a-f]{6,64}|[0-9a-f]{8}-[0-9a-f-]{27})$/i.test(name);

function withinChars(names: readonly string[], chars: number): readonly string[] {
  let left = chars;
  return names.filter((name) => {
    left -= name.length + 2;
    return left >= 0;
  });
}

/** At most `chars`, cut behind the last whole line; a single long line is cut hard, never inside a surrogate pair. */
export function firstLines(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const newline = text.lastIndexOf("\n", chars - 1);
  return newline > 0 ? text.slice(0, newline + 1) : takeStart(text, chars);
}

export function lastLines(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const from = text.length - chars;
  const newline = text.indexOf("\n", from - 1);
  if (newline >= 0 && newline < text.length - 1) return text.slice(newline + 1);
  return takeEnd(text, chars);
}

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);
