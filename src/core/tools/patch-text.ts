/** A change of text that either fits or says why not, in words the model can act on. */
export type Patched =
  | {
      readonly kind: "patched";
      readonly text: string /** Set where the match was not exact. */;
      readonly note?: string;
    }
  | { readonly kind: "unfit"; readonly reason: string };

/** Replaces the one place where `find` stands; several places need `"all"` or more context. */
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
  if (places.length === 1 || (places.length > 1 && scope === "all"))
    return { kind: "patched", text: text.split(find).join(replace) };
  if (places.length > 1) {
    const lines = places.slice(0, MAX_PLACES_SHOWN).map((place) => lineNumberAt(text, place));
    return {
      kind: "unfit",
      reason: `\`find\` stands in ${places.length} places (lines ${lines.join(", ")}${places.length > lines.length ? ", …" : ""}). Add neighbouring lines so that it fits only one, or set all to true.`,
    };
  }
  return replaceLoosely(text, find, replace);
}

/** More would not help to pick the right one. */
const MAX_PLACES_SHOWN = 8;

function findPlaces(text: string, find: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) places.push(at);
  return places;
}

/** Models often get indentation or line ends slightly wrong; a single match by trimmed lines is safe enough, and reported. */
function replaceLoosely(text: string, find: string, replace: string): Patched {
  const lines = text.split("\n");
  const wanted = trimBlankEnds(find.split("\n"));
  const starts = findBlock(lines.map(trimmed), wanted.map(trimmed));
  const start = starts[0];
  if (start === undefined)
    return { kind: "unfit", reason: `\`find\` does not stand in the file. ${sayNearest(lines, wanted)}` };
  if (starts.length > 1)
    return {
      kind: "unfit",
      reason: `\`find\` does not stand in the file exactly; ignoring white space it would fit at lines ${starts
        .slice(0, MAX_PLACES_SHOWN)
        .map((at) => at + 1)
        .join(", ")}. Copy the text exactly, with neighbouring lines.`,
    };
  const indented = shiftIndent(trimBlankEnds(replace.split("\n")), wanted[0] ?? "", lines[start] ?? "");
  const patched = [...lines.slice(0, start), ...indented, ...lines.slice(start + wanted.length)].join("\n");
  return {
    kind: "patched",
    text: patched,
    note: `The text fitted at line ${start + 1} only after ignoring differences in white space; indentation was taken from the file. Check the result.`,
  };
}

/** Every index where the block stands. Linear for real code: almost all candidates fail on their first line. */
export function findBlock(lines: readonly string[], block: readonly string[]): readonly number[] {
  if (block.length === 0) return [];
  const starts: number[] = [];
  for (let start = 0; start + block.length <= lines.length; start++) {
    if (block.every((line, index) => line === lines[start + index])) starts.push(start);
  }
  return starts;
}

export const trimmed = (line: string): string => line.trim();

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

/** Shows where the file comes closest, so that the model need not read it all again. */
function sayNearest(lines: readonly string[], wanted: readonly string[]): string {
  const known = new Set(wanted.map((line) => line.trim()).filter((line) => line.length > 3));
  const at = lines.findIndex((line) => known.has(line.trim()));
  if (at < 0) return "No line of it does either: read the file again, it may have changed.";
  const shown = lines.slice(Math.max(0, at - 2), at + wanted.length + 2).slice(0, MAX_CONTEXT_LINES);
  return `The nearest place is around line ${at + 1}:\n${shown.join("\n")}`;
}

const MAX_CONTEXT_LINES = 20;

/** Texts from a model end lines with `\n`; a file that ends them with `\r\n` keeps doing so. */
export function withLineEnds(text: string, like: string): string {
  return /\r\n/.test(like) && !/(?<!\r)\n/.test(like) ? text.replace(/\r?\n/g, "\r\n") : text;
}

export function lineNumberAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
