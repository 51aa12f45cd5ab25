import { isElision, mergeCode } from "./merge-code";
import { applyDiff } from "./unified-diff";

export interface ProposalInput {
  /** The text of the file; empty for a new one. */
  readonly current: string;
  readonly code: string;
  readonly form: "code" | "diff";
  /** Offsets into `current`; equal for a bare cursor, null where the file is in no editor. */
  readonly selection: { readonly start: number; readonly end: number } | null;
  /** "named": the block itself names this file. */
  readonly target: "named" | "open";
}

/** The proposed text of the file. "unplaced": the block shows only parts, and their place in the file was not found. */
export type Proposal =
  | {
      readonly kind: "proposed";
      readonly how: "whole" | "selection" | "merged" | "patched" | "inserted";
      readonly text: string;
    }
  | { readonly kind: "unplaced" | "unchanged" };

/** A block with this share of a file's lines is the file, rewritten. */
const WHOLE_SHARE = 0.5;

export function proposeText(input: ProposalInput): Proposal {
  const plain = {
    ...input,
    current: input.current.replaceAll("\r\n", "\n"),
    code: dropLastBlankLines(input.code.replaceAll("\r\n", "\n")),
  };
  const shift = (offset: number) => input.current.slice(0, offset).replaceAll("\r\n", "\n").length;
  const proposal = propose({
    ...plain,
    selection: input.selection && { start: shift(input.selection.start), end: shift(input.selection.end) },
  });
  if (proposal.kind !== "proposed") return proposal;
  if (proposal.text === plain.current) return { kind: "unchanged" };
  return input.current.includes("\r\n") ? { ...proposal, text: proposal.text.replaceAll("\n", "\r\n") } : proposal;
}

/** Not by a pattern: one that looks for line ends before the end is quadratic in every other run of them. */
function dropLastBlankLines(code: string): string {
  let end = code.length;
  while (code[end - 1] === "\n") end--;
  return code.slice(0, end);
}

function propose({ current, code, form, selection, target }: ProposalInput): Proposal {
  const lines = code.split("\n");
  if (form === "diff") {
    const patched = applyDiff(current, code);
    return patched.kind === "unfit" ? { kind: "unplaced" } : { kind: "proposed", how: "patched", text: patched.text };
  }
  const isWhole = !lines.some(isElision) && (current.trim() === "" || covers(lines, current.split("\n")));
  if (isWhole) return { kind: "proposed", how: "whole", text: wholeText(current, code) };
  if (selection !== null && selection.end > selection.start)
    return { kind: "proposed", how: "selection", text: replaceSelection(current, code, selection) };
  const merged = mergeCode(current.split("\n"), lines);
  if (merged !== undefined) return { kind: "proposed", how: "merged", text: merged.join("\n") };
  if (lines.some(isElision)) return { kind: "unplaced" };
  if (target === "named" && lines.length >= current.split("\n").length * WHOLE_SHARE)
    return { kind: "proposed", how: "whole", text: wholeText(current, code) };
  return { kind: "proposed", how: "inserted", text: insertLines(current, code, selection?.start ?? current.length) };
}

/** True where the code contains the first line of the file and most of the others. */
function covers(code: readonly string[], file: readonly string[]): boolean {
  const written = new Set(code.map((line) => line.trim()));
  const known = [...new Set(file.map((line) => line.trim()).filter((line) => line !== ""))];
  const kept = known.filter((line) => written.has(line)).length;
  return written.has(known[0] ?? "") && kept >= known.length * WHOLE_SHARE;
}

const wholeText = (current: string, code: string): string =>
  current === "" || current.endsWith("\n") ? `${code}\n` : code;

/** The code takes on the indentation of the text it replaces. */
function replaceSelection(
  current: string,
  code: string,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  const lineStart = current.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*/.exec(current.slice(lineStart))?.[0] ?? "";
  const own = /^[ \t]*/.exec(code)?.[0] ?? "";
  const before = current.slice(lineStart, start);
  const indented = indentLines(code, own, indent);
  const first =
    before.trim() === "" ? indented.slice(Math.min(before.length, indent.length)) : indented.slice(indent.length);
  return current.slice(0, start) + first + (current.slice(start, end).endsWith("\n") ? "\n" : "") + current.slice(end);
}

const indentLines = (code: string, from: string, to: string): string =>
  code
    .split("\n")
    .map((line) =>
      line.trim() === "" ? "" : to + (line.startsWith(from) ? line.slice(from.length) : line.trimStart()),
    )
    .join("\n");

/** Inserts the code on lines of its own, at the cursor. */
function insertLines(current: string, code: string, offset: number): string {
  const lineStart = current.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = current.indexOf("\n", offset) < 0 ? current.length : current.indexOf("\n", offset);
  const isBlank = current.slice(lineStart, lineEnd).trim() === "";
  if (!isBlank) return `${current.slice(0, lineEnd)}\n${code}${current.slice(lineEnd)}`;
  const rest = current.slice(lineEnd);
  return `${current.slice(0, lineStart)}${code}${rest === "" ? "\n" : rest}`;
}

/** The one stretch of lines that differs, so that the rest of the file, its cursors and folds stay as they are. */
export function smallestChange(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly text: string } {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same++;
  const start = before.lastIndexOf("\n", same - 1) + 1;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const cut = before.slice(before.length - tail).indexOf("\n");
  const kept = cut < 0 ? 0 : tail - cut - 1;
  return { start, end: before.length - kept, text: after.slice(start, after.length - kept) };
}
