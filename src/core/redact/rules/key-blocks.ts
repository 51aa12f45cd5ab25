import { joinPattern } from "../../base/text";
import { REDACTED } from "../words/placeholder";

/** What tools print before a line: numbers, quotation and diff marks, a file name with a line. */
const lead =
  "[ \\t]{0,40}(?:\\d{1,7}(?:\\t|→|[|:] ?| {1,2})|[>+|#*-] ?|[\\w./-]{1,200}[:-]\\d{1,7}[:-] ?)?[ \\t]{0,40}[\"'`]?";
/** What stands behind the data where a key is written into code line by line. */
const trail = "(?:\\\\[nr]){0,2}[ \\t\\r\"'`,;+\\\\]{0,8}";
const blockName = "(?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?";
const beginMark = `-{4,5} ?BEGIN ${blockName} ?-{4,5}`;
const endMark = `-{4,5} ?END ${blockName} ?-{4,5}`;

const wholeBlock = new RegExp(`(${beginMark})((?:[^-]|-(?!-{3}))*)(${endMark})`, "g");
const cutBlock = new RegExp(`(${beginMark})(?!\\[REDACTED)`, "g");
const endOfBlock = new RegExp(endMark, "g");
const dataLine = new RegExp(`^${lead}[A-Za-z0-9+/=]{16,200}${trail}$`);
const lastDataLine = new RegExp(`^${lead}[A-Za-z0-9+/]{1,200}={0,2}${trail}$`);
const headerLine = new RegExp(`^${lead}(?:[A-Z][\\w-]{1,20}: .{0,120})?${trail}$`);
const puttyBlock = /(Private-Lines: \d{1,4}\r?\n)((?:[A-Za-z0-9+/=]{4,80}\r?\n?){1,100})/g;

/** How the encodings of private keys begin; certificates and public keys begin otherwise. */
const keyStart =
  "(?:MI[I-L][A-Za-z0-9+/]{2}[AQgw]IBA|M[A-Z][A-Za-z0-9+/]CAQ|MI[E-H][A-Za-z0-9+/]AgEA|b3BlbnNzaC1rZXktdjE)";
const hasKeyStart = new RegExp(keyStart);
/** Data of a block of which neither mark is shown. */
const bareKey = joinPattern(
  [
    `((?:^|[\\n"'\`=: ])${lead})${keyStart}[A-Za-z0-9+/]{30,4096}={0,2}`,
    `(?:\\r?\\n${lead}[A-Za-z0-9+/=]{4,200}${trail}(?=\\n|$)){0,400}`,
  ],
  "g",
);
/** The longest keys in use have fewer lines. */
const MOST_LINES = 400;

/** Private keys, whole or cut, as files hold them and as tools and languages print them. */
export function redactKeyBlocks(text: string): string {
  const marked = text.includes("PRIVATE KEY")
    ? redactAboveEnd(redactBelowBegin(text.replace(wholeBlock, wholeKey)))
    : text;
  const putty = marked.includes("Private-Lines:") ? marked.replace(puttyBlock, `$1${REDACTED}\n`) : marked;
  return hasKeyStart.test(putty) ? putty.replace(bareKey, `$1${REDACTED}`) : putty;
}

const wholeKey = (match: string, begin: string, body: string, end: string): string =>
  holdsKey(body) ? `${begin}${REDACTED}${end}` : match;

const holdsKey = (body: string): boolean => /[A-Za-z0-9+/=]{16}/.test(body) && !body.includes(REDACTED);

/** Without an end mark the block was cut: what looks like key material behind its begin mark is taken. */
function redactBelowBegin(text: string): string {
  return spliced(text, cutBlock, (at, mark) => {
    const from = at + mark.length;
    const inLine = /^(?:\\[nr]|[A-Za-z0-9+/=\s])*/.exec(lineAt(text, from))?.[0] ?? "";
    const to = /[A-Za-z0-9+/=]{16}/.test(inLine) ? from + inLine.length : linesBelow(text, from);
    return { from, to };
  });
}

/** Without a begin mark: the lines of data right above the end mark, or the run before it on its own line. */
function redactAboveEnd(text: string): string {
  return spliced(text, endOfBlock, (at) => {
    const inLine = runBefore(text, at);
    if (at - inLine >= 16) return { from: inLine, to: at };
    const near = Math.max(0, at - LONGEST_LEAD_CHARS);
    const lineStart = text.slice(near, at).lastIndexOf("\n");
    return lineStart < 0 ? { from: at, to: at } : { from: linesAbove(text, near + lineStart + 1), to: at };
  });
}

const LONGEST_LEAD_CHARS = 300;
/** A key in one line, its line breaks escaped or turned into blanks. */
const LONGEST_RUN_CHARS = 20_000;

function runBefore(text: string, at: number): number {
  const least = Math.max(0, at - LONGEST_RUN_CHARS);
  let from = at;
  for (let word = wordBefore(text, from, least); word < from; word = wordBefore(text, from, least)) {
    // The last word of the data may be short; any other that is short is not of it.
    if (from < at && from - word < LEAST_WORD_CHARS) break;
    from = word;
    if (text.charAt(from - 1) !== " ") break;
  }
  return from;
}

const LEAST_WORD_CHARS = 40;

/** Where the word begins that ends at `end`, the blank between them included. */
function wordBefore(text: string, end: number, least: number): number {
  let from = text.charAt(end - 1) === " " ? end - 1 : end;
  const wordEnd = from;
  while (from > least && /[A-Za-z0-9+/=\\]/.test(text.charAt(from - 1))) from--;
  return from === wordEnd ? end : from;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Each mark's range gives way to the redaction mark where it holds key material. */
function spliced(text: string, mark: RegExp, rangeOf: (at: number, mark: string) => Range): string {
  let result = "";
  let done = 0;
  for (const match of text.matchAll(mark)) {
    const { from, to } = rangeOf(match.index, match[0]);
    if (from < done || !holdsKey(text.slice(from, to))) continue;
    result += `${text.slice(done, from)}${REDACTED}`;
    done = to;
  }
  return done === 0 ? text : result + text.slice(done);
}

function lineAt(text: string, from: number): string {
  const end = text.indexOf("\n", from);
  return text.slice(from, end < 0 ? text.length : end);
}

function linesBelow(text: string, from: number): number {
  let end = from + lineAt(text, from).length;
  let last = from;
  for (let count = 0; count < MOST_LINES && end < text.length; count++) {
    const line = lineAt(text, end + 1);
    const isData = dataLine.test(line) || (last > from && /[0-9+/=]|[a-z][A-Z]/.test(line) && lastDataLine.test(line));
    if (!isData && !headerLine.test(line)) break;
    end += 1 + line.length;
    if (isData) last = end;
  }
  return last;
}

function linesAbove(text: string, lineStart: number): number {
  let start = lineStart;
  for (let count = 0; count < MOST_LINES && start > 0; count++) {
    const before = text.lastIndexOf("\n", start - 2) + 1;
    const line = text.slice(before, start - 1);
    if (!(count === 0 ? lastDataLine : dataLine).test(line)) {
      // The first line of the data may stand behind words.
      const first = count === 0 ? undefined : lineEnd.exec(line.slice(-LONGEST_LEAD_CHARS))?.[0];
      return first === undefined ? start : start - 1 - first.length;
    }
    start = before;
  }
  return start;
}

const lineEnd = /(?<=[\s:="'`])[A-Za-z0-9+/]{40,200}[ \t\r]{0,4}$/;
