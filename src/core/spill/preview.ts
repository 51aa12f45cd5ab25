import { identifiersIn } from "../conversation/identifiers";
import { errorLinesIn, exitCodeIn } from "../conversation/tool-outcome";
import type { Spill } from "./spill";

/** The end of an output says how it ended; this much is shown beside the beginning. */
const TAIL_CHARS = 600;
/** Names later turns ask for, from the part that is not shown. */
const NAMES = { most: 24, chars: 900 } as const;

export interface PreviewOptions {
  readonly previewChars: number;
  /** Room for names from the part that is not shown. */
  readonly nameChars?: number;
  /** Where the tool knows it; else it is read from the output. */
  readonly exitCode?: number | null;
}

/** The block that stands in the context for an output kept on disk. Same spill, same bytes. */
export function persistedOutput(spill: Spill, text: string, options: PreviewOptions): string {
  const head = firstLines(text, options.previewChars);
  const tail = lastLines(text.slice(head.length), TAIL_CHARS);
  const hidden = text.slice(head.length, text.length - tail.length);
  const facts = [
    `The output is too large for the context: ${grouped(spill.chars)} characters (${kilobytes(spill.bytes)} KB)${exitPhrase(text, options)}. The full text is in this file:`,
    spill.path,
    "To read a part of it, call read_file with this path, offset (first line, counted from 1) and limit (number of lines).",
    "",
    `First ${grouped(head.length)} characters:`,
    inert(head.trimEnd()),
    ...(tail.trim() === "" ? [] : ["", "Last lines:", inert(tail.trim())]),
    ...hiddenFacts(hidden, `${head}${tail}`, options.nameChars),
  ];
  return `<persisted-output>\n${facts.join("\n")}\n</persisted-output>`;
}

/** Where the text could not be kept: what is left of it, saying openly that the rest is lost. */
export function truncatedOutput(text: string, keepChars: number, reason: string): string {
  const head = firstLines(text, Math.ceil(keepChars * 0.7));
  const tail = lastLines(text.slice(head.length), Math.max(0, keepChars - head.length));
  const lost = text.length - head.length - tail.length;
  if (lost <= 0) return text;
  return `[Output truncated: ${grouped(lost)} of ${grouped(text.length)} characters are lost, because the full text could not be saved (${reason}). Beginning and end follow.]\n${head.trimEnd()}\n[… ${grouped(lost)} characters lost here …]\n${tail.trimStart()}`;
}

function exitPhrase(text: string, { exitCode }: PreviewOptions): string {
  const code = exitCode ?? exitCodeIn(text);
  return code === undefined ? "" : `, exit code ${code}`;
}

function hiddenFacts(hidden: string, shown: string, nameChars: number | undefined): readonly string[] {
  const errors = errorLinesIn(hidden).filter((line) => !shown.includes(line));
  const found = identifiersIn(hidden, nameChars).filter((name) => !shown.includes(name));
  const names =
    nameChars === undefined ? withinChars(found.slice(0, NAMES.most), NAMES.chars) : withinChars(found, nameChars);
  return [
    ...(errors.length === 0 ? [] : ["", "Error lines in between:", ...errors.map(inert)]),
    ...(names.length === 0 ? [] : ["", `Names in between: ${names.map(inert).join(", ")}`]),
  ];
}

function withinChars(names: readonly string[], chars: number): readonly string[] {
  let left = chars;
  return names.filter((name) => (left -= name.length + 2) >= 0);
}

/** At most `chars`, cut behind the last whole line; a single long line is cut hard, never inside a surrogate pair. */
export function firstLines(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const newline = text.lastIndexOf("\n", chars - 1);
  return newline > 0
    ? text.slice(0, newline + 1)
    : text.slice(0, isHighSurrogate(text.charCodeAt(chars - 1)) ? chars - 1 : chars);
}

export function lastLines(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const from = text.length - chars;
  const newline = text.indexOf("\n", from - 1);
  if (newline >= 0 && newline < text.length - 1) return text.slice(newline + 1);
  return text.slice(isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Output that contains the end mark must not end the block. */
const inert = (text: string): string => text.replaceAll("</persisted-output>", "<\\/persisted-output>");

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);
