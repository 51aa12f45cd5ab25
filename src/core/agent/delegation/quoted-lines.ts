import { parseJsonObject } from "../../base/json";
import { joinPattern } from "../../base/text";
import { isSamePath } from "../../context/summary/claims/record/paths";
import { callsByResult } from "../../conversation/exchanges";
import type { Message, ToolCallPart } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { readIntent } from "../../ledger/intent";

/**
 * The lines that a report names as `path:12` or `path:12-30`, word for word as the sub-agent last read them: copied
 * from its results, so nothing can be misquoted, and nothing comes along that it did not read. Empty where it names
 * none.
 */
export function quoteLines(report: string, messages: readonly Message[], maxChars: number): string {
  const read = linesRead(messages);
  const wanted = linesNamed(report, read);
  const blocks: string[] = [];
  const left: string[] = [];
  let room = maxChars;
  for (const [path, numbers] of wanted) {
    const block: string[] = [];
    let last: number | undefined;
    for (const number of numbers) {
      const line = `${number}|${read.get(path)?.get(number) ?? ""}`;
      const cost = line.length + GAP.length + 2 + (block.length === 0 ? path.length : 0);
      if (cost > room) {
        left.push(`${path}:${number}`);
        room = 0;
        break;
      }
      room -= cost;
      if (last !== undefined && number > last + 1) block.push(GAP);
      block.push(line);
      last = number;
    }
    if (block.length > 0) blocks.push(`${path}\n${block.join("\n")}`);
  }
  if (left.length > 0) blocks.push(`[More lines were named than fit here, from ${left.join(", ")} on.]`);
  return blocks.join("\n\n");
}

const GAP = "…";

type LinesRead = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Lines of each file by number, from the newest result that shows them; a file that was changed since has none. */
function linesRead(messages: readonly Message[]): LinesRead {
  const files = new Map<string, Map<number, string>>();
  for (const [result, call] of callsByResult(messages)) {
    if (result.failed) continue;
    const text = messageText(result);
    if (call.name === "read_file") takePage(files, call, text);
    else if (call.name === "search_files") takeMatches(files, text);
    else forgetChanged(files, call);
  }
  return files;
}

const PAGE_END = /\n\[(.{1,1000}): lines \d+-\d+ of \d+(?:; continue with offset \d+)?\]$/;
const NUMBERED = /^(\d{1,8})\|(.*)$/;

function takePage(files: Map<string, Map<number, string>>, { inputJson }: ToolCallPart, text: string): void {
  const [end, path] = PAGE_END.exec(text) ?? [];
  // A page that starts within its lines shows none of them whole.
  if (end === undefined || path === undefined || Number(parseJsonObject(inputJson)?.["column"] ?? 1) > 1) return;
  const lines = files.get(path) ?? new Map<number, string>();
  files.set(path, lines);
  for (const line of text.slice(0, -end.length).split("\n")) {
    const [, number, shown] = NUMBERED.exec(line) ?? [];
    if (number !== undefined && shown !== undefined) lines.set(Number(number), shown);
  }
}

const MATCH = /^(.{1,1000}?):(\d{1,8}): (.*)$/;

/** A match may be cut, so it never replaces a line of a page. */
function takeMatches(files: Map<string, Map<number, string>>, text: string): void {
  for (const line of text.split("\n")) {
    const [, path, number, shown] = MATCH.exec(line) ?? [];
    if (path === undefined || shown === undefined) continue;
    const lines = files.get(path) ?? new Map<number, string>();
    files.set(path, lines);
    if (!lines.has(Number(number))) lines.set(Number(number), shown);
  }
}

function forgetChanged(files: Map<string, Map<number, string>>, { name, inputJson }: ToolCallPart): void {
  const changed = readIntent(name, inputJson).files.filter(({ operation }) => operation !== "read");
  for (const { path } of changed)
    for (const known of [...files.keys()]) if (isSamePath(known, path)) files.delete(known);
}

const RANGE = String.raw`L?(\d{1,7})(?:[-–]L?(\d{1,7}))?`;
const MORE = String.raw`((?:, ?\d{1,7}(?:[-–]\d{1,7})?(?!\.?\d|\w))*)`;
/** `src/a.ts:12`, `src/a.ts:12-30, 44`, `src/a.ts#L12-L30`; with spaces in the path only between backticks. */
const NAMED = joinPattern(
  ["(?:`([^`\\n:]{1,300})|(?<![\\w/.@~+-])([\\w/.@~+()[\\]$-]{1,300}))[:#]", RANGE, "(?!\\.?\\d|\\w)", MORE],
  "g",
);
/** More lines than any bound has room for: a range to the end of everything costs nothing. */
const MOST_LINES = 2_000;

/** The numbers of the lines named, in order, by file in the order of mention; only lines that were read. */
function linesNamed(report: string, read: LinesRead): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, Set<number>>();
  for (const [, ticked, plain, from, to, more] of report.matchAll(NAMED)) {
    const path = findRead((ticked ?? plain ?? "").trim(), read);
    if (path === undefined) continue;
    const numbers = named.get(path) ?? new Set<number>();
    named.set(path, numbers);
    const shown = read.get(path);
    for (const [first, last] of [[from, to], ...rangesIn(more ?? "")])
      for (let number = Number(first); number <= Number(last ?? first) && numbers.size < MOST_LINES; number++) {
        if (shown?.has(number)) numbers.add(number);
        else if (number - Number(first) > MOST_LINES) break;
      }
  }
  return new Map(
    [...named].flatMap(([path, numbers]) =>
      numbers.size === 0 ? [] : [[path, [...numbers].toSorted((one, other) => one - other)] as const],
    ),
  );
}

const rangesIn = (text: string): readonly (readonly (string | undefined)[])[] =>
  [...text.matchAll(/(\d+)(?:[-–](\d+))?/g)].map(([, first, last]) => [first, last]);

/**
 * The file as it was named; a shortened path counts where only one file read ends like it. Brackets may be part of a
 * path (`app/[id]/page.tsx`) or around it, and so may blanks: a backtick may also end what came before.
 */
function findRead(named: string, read: LinesRead): string | undefined {
  const openings = [...named.matchAll(/[([\s]/g)].map(({ index }) => index + 1);
  for (const path of [0, ...openings].map((start) => named.slice(start))) {
    if (path === "") continue;
    if (read.has(path)) return path;
    const [only, ...others] = [...read.keys()].filter((known) => isSamePath(known, path));
    if (only !== undefined) return others.length === 0 ? only : undefined;
  }
  return undefined;
}
