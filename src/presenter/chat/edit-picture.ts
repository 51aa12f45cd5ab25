import { parseJsonObject } from "../../core/base/json";
import type { ToolCallPart } from "../../core/conversation/message";
import type { LineChange } from "../../core/editing/line-diff";
import { diffLines } from "../../core/editing/line-diff";
import type { DiffLine, EditPicture } from "../../protocol/edits";
import { revealCharacters } from "../words/reveal";

/** A glance, not a review: the diff editor shows the rest. */
const MOST_LINES = 16;
const CONTEXT_LINES = 2;
const LINE_CHARS = 240;

/** A change to a file with every character visible: the user reads it before allowing the change. */
export function presentEdit(edit: {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}): EditPicture {
  const [before, after] = [linesOf(edit.before), linesOf(edit.after)];
  const changes = diffLines(before, after);
  const shown = firstLines(changes, before, after);
  const added = changes.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0);
  const removed = changes.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    path: revealCharacters(edit.path),
    added,
    removed,
    lines: shown.map(({ kind, text }) => ({ kind, text: revealCharacters(text.slice(0, LINE_CHARS)) })),
    hidden: added + removed - shown.filter(({ kind }) => kind === "added" || kind === "removed").length,
  };
}

/** What the arguments of a recorded call tell about its edit; the file as it was is not among them. */
export function recordedEdit({ name, inputJson }: ToolCallPart): { readonly edit?: EditPicture } {
  if (name !== "patch" && name !== "write_file") return {};
  const { path, find, replace, diff, content } = parseJsonObject(inputJson) ?? {};
  if (typeof path !== "string") return {};
  if (typeof content === "string") return { edit: presentEdit({ path, before: "", after: content }) };
  if (typeof find === "string" && typeof replace === "string")
    return { edit: presentEdit({ path, before: find, after: replace }) };
  return typeof diff === "string" ? { edit: presentEdit({ path, ...sidesOf(diff) }) } : {};
}

/** Both sides of a unified diff, without its headers. */
function sidesOf(diff: string): { readonly before: string; readonly after: string } {
  const lines = diff.split("\n").filter((line) => !/^(?:@@|--- |\+\+\+ |diff |index )/.test(line));
  const side = (other: "+" | "-") =>
    lines.flatMap((line) => (line.startsWith(other) ? [] : [`${line.slice(1)}\n`])).join("");
  return { before: side("+"), after: side("-") };
}

/** No more lines are made than shown: a change may have hundreds of thousands. */
function firstLines(
  changes: readonly LineChange[],
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  for (const [index, change] of changes.entries()) {
    lines.push(...linesUpTo(change, changes[index - 1], before, after));
    if (lines.length >= MOST_LINES) return lines.slice(0, MOST_LINES);
  }
  const lastTo = changes.at(-1)?.to ?? 0;
  return [...lines, ...before.slice(lastTo, lastTo + CONTEXT_LINES).map(asKind("same"))].slice(0, MOST_LINES);
}

/** A file without lines has none, not an empty one; the end of the last line is no line of its own. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** A change with the unchanged lines between it and the change before it; a gap where they are many. */
function linesUpTo(
  { from, to, newFrom, newTo }: LineChange,
  previous: LineChange | undefined,
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  const shownTo = previous === undefined ? 0 : Math.min(previous.to + CONTEXT_LINES, from);
  const start = Math.max(shownTo, from - CONTEXT_LINES);
  const gap: readonly DiffLine[] = start > shownTo ? [{ kind: "gap", text: "" }] : [];
  const trailing = previous === undefined ? [] : before.slice(previous.to, shownTo).map(asKind("same"));
  return [
    ...trailing,
    ...gap,
    ...before.slice(start, from).map(asKind("same")),
    ...before.slice(from, Math.min(to, from + MOST_LINES)).map(asKind("removed")),
    ...after.slice(newFrom, Math.min(newTo, newFrom + MOST_LINES)).map(asKind("added")),
  ];
}

const asKind =
  (kind: DiffLine["kind"]) =>
  (text: string): DiffLine => ({ kind, text });
