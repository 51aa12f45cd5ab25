import type { Patched } from "./replace-text";
import { findBlock, lineEndOf } from "./replace-text";

/**
 * Applies a unified diff of one file, all of it or nothing. Line numbers are hints: models count badly, so the text
 * decides. A hunk without a number must fit in one place only.
 */
export function applyDiff(text: string, diff: string): Patched {
  const parsed = parseDiff(diff);
  if (parsed.kind === "unfit") return parsed;
  const carriage = lineEndOf(text) === "\r\n" ? "\r" : "";
  let lines: readonly string[] = text === "" ? [] : text.split("\n");
  if (parsed.hunks.length * (lines.length + parsed.diffLines) > MAX_COMPARED_LINES)
    return {
      kind: "unfit",
      reason: `${parsed.hunks.length} hunks are too many for one diff of this file. ${IN_PARTS}`,
    };
  let shift = 0;
  const notes: string[] = [];
  for (const [index, hunk] of parsed.hunks.entries()) {
    const before = hunk.before.map((line) => line + carriage);
    const after = hunk.after.map((line) => line + carriage);
    // Line 0 is the top of the file, whatever was inserted before.
    const place = findPlace(lines, before, hunk.line === undefined || hunk.line === 0 ? hunk.line : hunk.line + shift);
    if (place.kind === "unfit")
      return { kind: "unfit", reason: `${nameHunk(parsed.hunks, index)} ${place.reason}. ${WHAT_TO_DO}` };
    if (place.note !== undefined) notes.push(`Hunk ${index + 1} ${place.note}.`);
    lines = [...lines.slice(0, place.at), ...after, ...lines.slice(place.at + before.length)];
    shift += after.length - before.length;
  }
  const patched = lines.join("\n");
  const whole = text === "" && patched !== "" ? `${patched}\n` : patched;
  return notes.length === 0
    ? { kind: "patched", text: whole }
    : { kind: "patched", text: whole, note: notes.join(" ") };
}

/** The file that the header of a diff names. */
export function pathInDiff(diff: string): string | undefined {
  const path = /^\+\+\+ (?:b\/)?(\S+)/m.exec(diff)?.[1];
  return path === "/dev/null" ? undefined : path;
}

/** Each hunk is looked for in the whole file; this many lines are compared in a tenth of a second. */
const MAX_COMPARED_LINES = 2_000_000;
/** Longer than any change that a model writes line by line. */
const MAX_DIFF_LINES = 50_000;
const IN_PARTS = "Nothing was changed. Send the change in several calls, or write the file as a whole.";

const WHAT_TO_DO = "Nothing was changed. Read the file again and send a diff that fits.";

interface Hunk {
  /** As its header states it, counted from one; zero for the top of the file, undefined where there is no number. */
  readonly line: number | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function nameHunk(hunks: readonly Hunk[], index: number): string {
  const line = hunks[index]?.line;
  return `Hunk ${index + 1} of ${hunks.length}${line === undefined ? "" : ` (near line ${line})`}`;
}

type Parsed =
  | {
      readonly kind: "parsed";
      readonly hunks: readonly Hunk[];
      /** Lines that the whole diff has, the most by which the file can grow. */
      readonly diffLines: number;
    }
  | { readonly kind: "unfit"; readonly reason: string };

function parseDiff(diff: string): Parsed {
  const hunks: { line: number | undefined; before: string[]; after: string[] }[] = [];
  let files = 0;
  const written = diff.replace(/\r?\n$/, "").split(/\r?\n/);
  if (written.length > MAX_DIFF_LINES)
    return { kind: "unfit", reason: `${written.length} lines are too many for one diff. ${IN_PARTS}` };
  const lines = withHunkHeader(written);
  for (const line of lines) {
    const hunk = hunks.at(-1);
    if (line.startsWith("@@")) hunks.push({ line: lineInHeader(line), before: [], after: [] });
    else if (/^(?:--- |diff |index )/.test(line) && !(hunk !== undefined && isRemoval(line)))
      files += line.startsWith("--- ") ? 1 : 0;
    else if (line.startsWith("+++ ") && (hunk === undefined || files > 1)) continue;
    else if (hunk !== undefined) addLine(hunk, line);
  }
  if (files > 1) return { kind: "unfit", reason: "The diff changes several files; send one patch call per file." };
  return hunks.length === 0
    ? { kind: "unfit", reason: "The diff has no hunk: each change starts with a line like `@@ -12,3 +12,4 @@`." }
    : { kind: "parsed", hunks, diffLines: lines.length };
}

/** Lines above the first hunk of a file. */
const FILE_HEADER =
  /^(?:--- |\+\+\+ |diff |index |(?:new|deleted) file |(?:old|new) mode |(?:dis)?similarity |(?:rename|copy) )/;

/** Models often leave the header of a hunk out where there is only one hunk. */
function withHunkHeader(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => line.startsWith("@@"))) return lines;
  const start = lines.findIndex((line) => !FILE_HEADER.test(line));
  const body = start < 0 ? [] : lines.slice(start);
  return body.some((line) => /^[+-]/.test(line)) ? [...lines.slice(0, start), "@@", ...body] : lines;
}

function lineInHeader(line: string): number | undefined {
  const number = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Inside a hunk `--- x` removes a line that begins with two dashes; a file header comes only after the hunk's end. */
const isRemoval = (line: string): boolean => line.startsWith("--- ") && !/^--- (?:a\/|\/dev\/null)/.test(line);

function addLine(hunk: { before: string[]; after: string[] }, line: string): void {
  if (line.startsWith("+")) hunk.after.push(line.slice(1));
  else if (line.startsWith("-")) hunk.before.push(line.slice(1));
  else if (!line.startsWith("\\")) {
    // Editors and models remove the space in front of a context line, above all of an empty one.
    const context = line.startsWith(" ") ? line.slice(1) : line;
    hunk.before.push(context);
    hunk.after.push(context);
  }
}

type Place =
  | { readonly kind: "found"; readonly at: number; readonly note?: string }
  | { readonly kind: "unfit"; readonly reason: string };

function findPlace(lines: readonly string[], before: readonly string[], line: number | undefined): Place {
  if (before.length === 0) return findInsertion(lines, line);
  const exact = findBlock(lines, before);
  const [first] = exact;
  if (first !== undefined && line !== undefined) return { kind: "found", at: nearest(exact, first, line - 1) };
  if (exact.length > 1) return { kind: "unfit", reason: "fits in several places and states no line number" };
  if (first !== undefined) return { kind: "found", at: first };
  const trim = (text: string): string => text.trim();
  const loose = findBlock(lines.map(trim), before.map(trim));
  const [only] = loose;
  if (only === undefined) return { kind: "unfit", reason: "does not fit: the file does not contain its old lines" };
  if (loose.length > 1) return { kind: "unfit", reason: "fits in several places once white space is ignored" };
  return { kind: "found", at: only, note: `fitted at line ${only + 1} only after ignoring white space` };
}

/** A hunk without old lines is inserted behind its line. */
function findInsertion(lines: readonly string[], line: number | undefined): Place {
  if (line === undefined && lines.length > 0)
    return { kind: "unfit", reason: "only adds lines and does not state where" };
  return { kind: "found", at: Math.min(Math.max(0, line ?? 0), lines.length) };
}

const nearest = (places: readonly number[], first: number, hint: number): number =>
  places.reduce((best, place) => (Math.abs(place - hint) < Math.abs(best - hint) ? place : best), first);
