import { joinPattern } from "../../base/text";
import { isHarmlessWord } from "../words/harmless";
import { isPlaceholder, REDACTED } from "../words/placeholder";
import { looksChosen, looksRandom } from "../words/random";

/** How the cells of a row are told apart: a table drawn with bars, tabs, commas, semicolons, or blanks. */
type Separator = "|" | "\t" | "," | ";" | "  ";

const strongColumn = joinPattern(
  [
    "^(?:[\\w ]{0,30}[_ -])?(?:password|passwd|passphrase|passcode|pwd|pass|secret|api[_ -]?key|",
    "secret[_ -]?key|access[_ -]?key|private[_ -]?key|密码|密碼|口令)$",
  ],
  "i",
);
const weakColumn = /^(?:[\w ]{0,30}[_ -])?(?:token|credentials?|pin|otp|令牌|密钥|密鑰)$/i;
const anyColumn =
  /passw|passphrase|passcode|pwd|pass\b|secret|(?:api|access|private)[_ -]?key|token|credential|\bpin\b|\botp\b|[密令]/gi;

interface Table {
  readonly separator: Separator;
  readonly cells: number;
  readonly strong: ReadonlySet<number>;
  readonly weak: ReadonlySet<number>;
  /** Where the columns begin, for tables that only blanks align. */
  readonly starts: readonly number[];
}

/** Rows below a header that names a secret, as databases, spreadsheets, Markdown and command lines print them. */
export function redactColumns(text: string): string {
  let result = "";
  let done = 0;
  let read = 0;
  for (const { index } of text.matchAll(anyColumn)) {
    if (index < read) continue;
    const start = text.lastIndexOf("\n", index) + 1;
    const end = endOfLine(text, index);
    // Each line is looked at once, however often it names a secret.
    read = end;
    if (end - start > LONGEST_HEADER_CHARS || end >= text.length) continue;
    const table = headerOf(text.slice(start, end));
    if (table === undefined) continue;
    result += text.slice(done, end);
    done = end;
    for (let row = nextRow(text, done, table); row !== undefined; row = nextRow(text, done, table)) {
      result += `\n${row.clean}`;
      done = row.end;
    }
    read = Math.max(read, done);
  }
  return done === 0 ? text : result + text.slice(done);
}

/** A sign that no header has, unless it is drawn with bars. */
const notInHeader = /[={}<>:[\]$&!?@\\+%^~]/;

/** Whether the line at this place is a header that names a secret. */
export function isSecretHeader(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at) + 1;
  const end = endOfLine(text, at);
  if (end - start > LONGEST_HEADER_CHARS || end >= text.length) return false;
  const line = text.slice(start, end);
  return (line.includes("|") || !notInHeader.test(line)) && headerOf(line) !== undefined;
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

function nextRow(
  text: string,
  from: number,
  table: Table,
): { readonly clean: string; readonly end: number } | undefined {
  if (from >= text.length) return undefined;
  const end = endOfLine(text, from + 1);
  const clean = redactRow(text.slice(from + 1, end), table);
  return clean === undefined ? undefined : { clean, end };
}

const LONGEST_HEADER_CHARS = 1_000;
/** A row of a table is short; a longer line is data of another kind. */
const LONGEST_ROW_CHARS = 20_000;

function headerOf(line: string): Table | undefined {
  for (const separator of ["|", "\t", ",", ";", "  "] as const) {
    const cells = cellsOf(line, separator).map((cell) => nameOf(cell));
    // Before and behind a drawn row may stand anything: the words of a sentence, the rest of a string.
    const named = separator === "|" && cells.length > 3 ? cells.slice(1, -1) : cells;
    if (named.length < 2 || !named.every((cell) => /^[\p{L}\p{N}_ .#()/-]{0,40}$/u.test(cell))) continue;
    if (separator !== "|" && cells.some((cell) => cell === "" || cell.split(" ").length > 3)) continue;
    const strong = placesOf(cells, strongColumn);
    const weak = placesOf(cells, weakColumn);
    if (strong.size + weak.size === 0) continue;
    return { separator, cells: cells.length, strong, weak, starts: separator === "  " ? startsOf(line) : [] };
  }
  return undefined;
}

const cellsOf = (line: string, separator: Separator): readonly string[] =>
  separator === "  " ? line.trim().split(/ {2,}/) : splitCells(line, separator);

/** Separators inside quotation marks belong to the cell. */
function splitCells(line: string, separator: Separator): readonly string[] {
  if (separator === "|" || !line.includes('"')) return line.split(separator);
  const cells: string[] = [""];
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    if (sign === separator && !quoted) cells.push("");
    else cells[cells.length - 1] += sign;
  }
  return cells;
}

const nameOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^["'`*_]+|["'`*]+$/g, "")
    .trim();

function placesOf(cells: readonly string[], column: RegExp): ReadonlySet<number> {
  return new Set(cells.flatMap((cell, index) => (column.test(cell) ? [index] : [])));
}

const startsOf = (line: string): readonly number[] =>
  [...line.matchAll(/(?:^| {2,})(?=\S)/g)].map((match) => match.index + match[0].length);

/** The row without its secrets, or undefined where the table has ended. */
function redactRow(line: string, table: Table): string | undefined {
  if (line.trim() === "" || line.length > LONGEST_ROW_CHARS) return undefined;
  if (/^[\s|+:=─┼-]+$/.test(line)) return line;
  if (table.separator === "  ") return redactAligned(line, table);
  const cells = splitCells(line, table.separator);
  if (cells.length !== table.cells) return undefined;
  return cells.map((cell, index) => redactCell(cell, kindAt(table, index))).join(table.separator);
}

function redactAligned(line: string, table: Table): string | undefined {
  const starts = startsOf(line);
  if (starts.length < 2 || !starts.every((start) => table.starts.includes(start))) return undefined;
  return starts
    .map((start, index) => {
      const cell = line.slice(start, starts[index + 1] ?? line.length);
      return redactCell(cell, kindAt(table, table.starts.indexOf(start)));
    })
    .reduce((row, cell) => row + cell, line.slice(0, starts[0]));
}

type Kind = "strong" | "weak" | "plain";

const kindAt = (table: Table, index: number): Kind =>
  table.strong.has(index) ? "strong" : table.weak.has(index) ? "weak" : "plain";

function redactCell(cell: string, kind: Kind): string {
  const value = nameOf(cell);
  if (kind === "plain" || value.length < 4 || isPlaceholder(value) || isHarmlessWord(value) || isConstant(value))
    return cell;
  const secret = looksRandom(value) || (kind === "strong" && (looksChosen(value) || /^[a-z]{6,}$/.test(value)));
  return secret ? cell.replace(value, REDACTED) : cell;
}

const isConstant = (value: string): boolean => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value);
