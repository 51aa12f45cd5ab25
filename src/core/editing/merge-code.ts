/**
 * Puts pieces of code in place of their counterparts in a file: a function replaces the function of that name, a class
 * that leaves parts out ("// ...") changes only the parts it shows, and new pieces follow the ones they follow in the
 * block. It works by indentation and names, so it misses where two things share a name or a name changed; the user
 * reviews the outcome before anything is written.
 */
export function mergeCode(file: readonly string[], code: readonly string[]): readonly string[] | undefined {
  if (code.length > MAX_BLOCK_LINES) return undefined;
  const pieces = splitPieces(code);
  if (pieces.length * file.length > MAX_COMPARED_LINES) return undefined;
  const named = file.map((line) => ({ text: line.trim(), key: keyOf(line.trim()) }));
  const places = pieces.map((piece) => findExtent(file, named, piece));
  if (places.every((place) => place === undefined) || !inOrder(places)) return undefined;
  const merged: string[] = [];
  let done = 0;
  for (const [index, piece] of pieces.entries()) {
    const place = places[index] ?? { start: nextStart(file, places, index, done), end: undefined };
    merged.push(...file.slice(done, place.start));
    done = place.start;
    if (place.end === undefined) merged.push(...separate(piece, places.slice(0, index)));
    else {
      const filled = fillIn(piece, file.slice(place.start, place.end));
      if (filled === undefined) return undefined;
      merged.push(...filled);
      done = place.end;
    }
  }
  return [...merged, ...file.slice(done)];
}

/** A longer block is a whole file; its pieces are collected line by line. */
const MAX_BLOCK_LINES = 5_000;
/** Each piece is looked for in the whole file; this many lines are compared in a tenth of a second. */
const MAX_COMPARED_LINES = 5_000_000;

/** A comment in place of code that the writer left out. */
export const isElision = (line: string): boolean =>
  /^\s*(?:\/\/|#|--|\/\*|<!--|\{\s*\/\*)\s*(?:\.{3}|…)|^\s*…\s*$/.test(line);

/** One statement or definition with its body; comments and decorators right above it belong to it. */
interface Piece {
  readonly lines: readonly string[];
  /** Index of its first line of code; the lines before it are comments. */
  readonly header: number;
  readonly indent: string;
  readonly blankBefore: number;
}

/** A line of the file with the name it defines, computed once for all pieces. */
interface NamedLine {
  readonly text: string;
  readonly key: string | undefined;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

function splitPieces(code: readonly string[]): readonly Piece[] {
  const base = code
    .filter((line) => line.trim() !== "" && !isCloser(line) && !isElision(line))
    .reduce((least, line) => Math.min(least, indentOf(line)), Infinity);
  const pieces: Piece[] = [];
  let lead: readonly string[] = [];
  let blanks = 0;
  const begin = (lines: readonly string[]) => {
    pieces.push({ lines, header: lines.length - 1, indent: (lines.at(-1) ?? "").slice(0, base), blankBefore: blanks });
    lead = [];
  };
  for (const line of code) {
    if (line.trim() === "") {
      blanks++;
      continue;
    }
    const last = pieces.at(-1);
    const isInside = indentOf(line) > base || (indentOf(line) === base && isCloser(line));
    if (isInside && lead.length > 0) lead = [...lead, line];
    else if (isInside && last !== undefined)
      pieces[pieces.length - 1] = { ...last, lines: [...last.lines, ...blankLines(blanks), line] };
    else if (isComment(line)) lead = [...lead, line];
    else if (indentOf(line) === base && !isElision(line)) begin([...lead, line]);
    // Blank lines above a comment belong above the piece of that comment.
    if (lead.length !== 1) blanks = 0;
  }
  if (lead.length > 0) begin(lead);
  return pieces;
}

/** Undefined where the file has no such piece, or more than one. */
function findExtent(
  file: readonly string[],
  named: readonly NamedLine[],
  { lines, header }: Piece,
): Extent | undefined {
  const text = (lines[header] ?? "").trim();
  const exact = indicesOf(named, (line) => line.text === text);
  const key = keyOf(text);
  const [at, ...others] = exact.length > 0 || key === undefined ? exact : indicesOf(named, (line) => line.key === key);
  if (at === undefined || others.length > 0) return undefined;
  let start = at;
  while (header > 0 && start > 0 && isComment(file[start - 1] ?? "")) start--;
  return { start, end: endOf(file, at) };
}

/** The index behind everything that is indented deeper, and behind the brackets that close it. */
function endOf(file: readonly string[], at: number): number {
  const indent = indentOf(file[at] ?? "");
  let end = at + 1;
  for (let next = end; next < file.length; next++) {
    const line = file[next] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) < indent || (indentOf(line) === indent && !isCloser(line))) break;
    end = next + 1;
  }
  return end;
}

/** The piece at the indentation of the file; parts that it leaves out are kept. */
function fillIn(piece: Piece, old: readonly string[]): readonly string[] | undefined {
  const oldHeader =
    piece.header === 0
      ? 0
      : Math.max(
          0,
          old.findIndex((line) => !isComment(line)),
        );
  const indent = (old[oldHeader] ?? "").slice(0, indentOf(old[oldHeader] ?? ""));
  const lines = piece.lines.map((line) => (line.trim() === "" ? "" : indent + line.slice(piece.indent.length)));
  const body = lines.slice(piece.header + 1);
  if (!body.some(isElision)) return lines;
  const merged = mergeCode(old.slice(oldHeader + 1), body);
  return merged && [...lines.slice(0, piece.header + 1), ...merged];
}

/** A new piece goes right behind the one before it, or right before the one after it. */
function nextStart(
  file: readonly string[],
  places: readonly (Extent | undefined)[],
  index: number,
  done: number,
): number {
  const isAfter = places.slice(0, index).some((place) => place !== undefined);
  return isAfter ? done : (places.slice(index).find((place) => place !== undefined)?.start ?? file.length);
}

function separate(piece: Piece, before: readonly (Extent | undefined)[]): readonly string[] {
  const blank = blankLines(piece.blankBefore);
  return before.some((place) => place !== undefined) ? [...blank, ...piece.lines] : [...piece.lines, ...blank];
}

function inOrder(places: readonly (Extent | undefined)[]): boolean {
  const found = places.filter((place) => place !== undefined);
  return found.every((place, index) => index === 0 || place.start >= (found[index - 1]?.end ?? 0));
}

const MODIFIERS =
  "(?:(?:export|default|declare|async|public|private|protected|static|abstract|final|override|readonly" +
  String.raw`|pub(?:\([^)]*\))?|unsafe|get|set)\s+)*`;
const KEYWORDS =
  String.raw`function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl` +
  "|module|namespace|val";
const DEFINITION = new RegExp(String.raw`^${MODIFIERS}(${KEYWORDS})\s+([\w$.]+)`);
const METHOD = new RegExp(String.raw`^${MODIFIERS}([\w$#]+)\s*\(.*\{$`);
const TITLED_CALL = /^((?:await\s+)?[\w.$]+\(\s*(["'\x60]).+?\2)/;
/** Up to the bracket or operator: specific enough only where it is more than one word. */
const BEGINNING = /^([\w$.]+[\s.][^=(]*?)\s*(?:[+\-*/]?=[^=>]|\()/;
const CONTROL: ReadonlySet<string> = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "with",
  "match",
  "return",
  "function",
]);

/** Longer lines are data or generated code, not definitions. */
const LONGEST_HEADER_CHARS = 1_000;

/** The name of a line, which stays the same while its details change. */
function keyOf(text: string): string | undefined {
  if (text.length > LONGEST_HEADER_CHARS) return undefined;
  const definition = DEFINITION.exec(text);
  if (definition !== null) return `define:${definition[2]}`;
  const titled = TITLED_CALL.exec(text)?.[1];
  if (titled !== undefined) return titled;
  const method = METHOD.exec(text)?.[1];
  if (method !== undefined && !CONTROL.has(method)) return `define:${method}`;
  const beginning = BEGINNING.exec(text)?.[1];
  return beginning === undefined || CONTROL.has(beginning.trim()) ? undefined : beginning;
}

const blankLines = (count: number): readonly string[] => Array<string>(count).fill("");
const indentOf = (line: string): number => line.length - line.trimStart().length;
const isCloser = (line: string): boolean =>
  /^\s*(?:[)\]}]|<\/|(?:end|else|elif|elsif|catch|finally|except|rescue)\b)/.test(line);
const isComment = (line: string): boolean => /^\s*(?:\/\/|\/\*|\*|#(?=[\s![]|$)|--|@\w)/.test(line) && !isElision(line);
const indicesOf = (lines: readonly NamedLine[], test: (line: NamedLine) => boolean): readonly number[] =>
  lines.flatMap((line, index) => (test(line) ? [index] : []));
