/**
 * A changed text. `note` is set where the match was not exact; `reason` explains in words the model can act on why
 * the change does not fit.
 */
export type Patched =
  | { readonly kind: "patched"; readonly text: string; readonly note?: string }
  | { readonly kind: "unfit"; readonly reason: string };

/** Replaces the one occurrence of `find`; several occurrences need `"all"` or more context. */
export function replaceText(
  text: string,
  change: { readonly find: string; readonly replace: string },
  scope: "one" | "all",
): Patched {
  const find = withLineEnds(change.find, text);
  const replace = withLineEnds(change.replace, text);
  if (find === "")
    return text.trim() === ""
      ? { kind: "patched", text: replace }
      : { kind: "unfit", reason: "`find` is empty, so there is no place to change. Give the exact text to replace." };
  if (find === replace) return { kind: "unfit", reason: "`find` and `replace` are the same, so nothing would change." };
  const places = findPlaces(text, find);
  if (places.length > MAX_PLACES)
    return { kind: "unfit", reason: `\`find\` occurs in more than ${MAX_PLACES} places. Give a longer text.` };
  if (places.length === 1 || (places.length > 1 && scope === "all")) {
    if (text.length + places.length * (replace.length - find.length) > MAX_PATCHED_CHARS)
      return { kind: "unfit", reason: `the file would grow beyond ${MAX_PATCHED_CHARS} characters.` };
    return { kind: "patched", text: text.replaceAll(find, () => replace) };
  }
  if (places.length > 1) {
    const lines = places.slice(0, MAX_PLACES_SHOWN).map((place) => lineNumberAt(text, place));
    return {
      kind: "unfit",
      reason:
        `\`find\` occurs in ${places.length} places ` +
        `(lines ${lines.join(", ")}${places.length > lines.length ? ", …" : ""}). ` +
        "Add neighboring lines so that it fits only one, or set all to true.",
    };
  }
  return replaceLoosely(text, find, replace);
}

/** No source file is longer; a short text replaced by a long one in a million places would be. */
const MAX_PATCHED_CHARS = 16 * 1024 * 1024;
/** More is no change that anybody reviews. */
const MAX_PLACES = 100_000;
/** More would not help to pick the right one. */
const MAX_PLACES_SHOWN = 8;

function findPlaces(text: string, find: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length))
    if (places.push(at) > MAX_PLACES) break;
  return places;
}

/** Models often get indentation slightly wrong; a single match by trimmed lines is safe enough, and reported. */
function replaceLoosely(text: string, find: string, replace: string): Patched {
  const lines = text.split("\n");
  const wanted = trimBlankEnds(find.split("\n"));
  const starts = findBlock(lines.map(trimmed), wanted.map(trimmed));
  const start = starts[0];
  if (start === undefined)
    return { kind: "unfit", reason: `\`find\` does not occur in the file. ${showNearest(lines, wanted)}` };
  if (starts.length > 1)
    return {
      kind: "unfit",
      reason:
        "`find` does not occur in the file exactly; ignoring white space it would fit at lines " +
        `${starts
          .slice(0, MAX_PLACES_SHOWN)
          .map((at) => at + 1)
          .join(", ")}. ` +
        "Copy the text exactly, with neighboring lines.",
    };
  const indented = shiftIndent(trimBlankEnds(replace.split("\n")), wanted[0] ?? "", lines[start] ?? "");
  const patched = [...lines.slice(0, start), ...indented, ...lines.slice(start + wanted.length)].join("\n");
  return {
    kind: "patched",
    text: patched,
    note:
      `The text fitted at line ${start + 1} only after ignoring differences in white space; ` +
      "indentation was taken from the file. Check the result.",
  };
}

/**
 * Every index at which the block occurs, in linear time whatever the lines (Knuth, Morris, Pratt): a file of equal
 * lines would otherwise be compared with the whole block at each of them.
 */
export function findBlock(lines: readonly string[], block: readonly string[]): readonly number[] {
  if (block.length === 0) return [];
  const ids = new Map([...new Set(block)].map((line, id) => [line, id]));
  const wanted = block.map((line) => ids.get(line) ?? UNKNOWN);
  const borders = findBorders(wanted);
  const starts: number[] = [];
  let matched = 0;
  for (const [index, line] of lines.entries()) {
    const id = ids.get(line) ?? UNKNOWN;
    while (matched > 0 && (matched === wanted.length || wanted[matched] !== id)) matched = borders[matched - 1] ?? 0;
    if (wanted[matched] === id) matched++;
    if (matched === wanted.length) starts.push(index - matched + 1);
  }
  return starts;
}

const UNKNOWN = -1;

/** For each beginning of the list, the length of the longest shorter beginning that is also its end. */
function findBorders(list: readonly number[]): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let at = 1; at < list.length; at++) {
    while (length > 0 && list[at] !== list[length]) length = borders[length - 1] ?? 0;
    if (list[at] === list[length]) length++;
    borders.push(length);
  }
  return borders;
}

const trimmed = (line: string): string => line.trim();

function trimBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
}

function shiftIndent(lines: readonly string[], written: string, actual: string): readonly string[] {
  const from = indentOf(written);
  const to = indentOf(actual);
  return lines.map((line) => (line.trim() === "" ? line : line.startsWith(from) ? to + line.slice(from.length) : line));
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? "";

/** Shows the nearest place, so that the model need not read the whole file again. */
function showNearest(lines: readonly string[], wanted: readonly string[]): string {
  const known = new Set(wanted.map((line) => line.trim()).filter((line) => line.length > 3));
  const at = lines.findIndex((line) => known.has(line.trim()));
  if (at < 0) return "None of its lines does either: read the file again, it may have changed.";
  const shown = lines.slice(Math.max(0, at - 2), at + wanted.length + 2).slice(0, MAX_CONTEXT_LINES);
  return `The nearest place is around line ${at + 1}:\n${shown.join("\n")}`;
}

const MAX_CONTEXT_LINES = 20;

/** A model ends lines with `\n`; its text takes on the line ends of the file. */
const withLineEnds = (text: string, like: string): string =>
  lineEndOf(like) === "\r\n" ? text.replace(/\r?\n/g, "\r\n") : text;

/** The line end of a file; `\n` also for one that mixes them. */
export const lineEndOf = (text: string): "\n" | "\r\n" =>
  /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? "\r\n" : "\n";

function lineNumberAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
