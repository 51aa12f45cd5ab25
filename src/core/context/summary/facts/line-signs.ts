import type { WordFinder } from "../../../conversation/text/word-finder";
import { createWordFinder } from "../../../conversation/text/word-finder";

/** What a line has, as bits: without the signs that a pattern needs, the pattern cannot match and is not tried. */
export const SIGN = {
  digit: 1,
  /** Three digits in a row. */
  number: 2,
  slash: 4,
  hyphen: 8,
  /** A colon or an equals sign. */
  colon: 16,
  upper: 32,
  /** Letters and digits in one run of at least six characters. */
  mixed: 64,
  decision: 128,
  mishap: 256,
  counted: 512,
  exit: 1_024,
  /** Some word or sign that every reported error has. */
  error: 2_048,
} as const;

const { digit, number, slash, hyphen, colon, upper, mixed, decision, mishap, counted, exit, error } = SIGN;

export function signsOf(line: string): number {
  return marksIn(line) | wordsIn(line);
}

const NUMBER_DIGITS = 3;
const MIXED_CHARS = 6;
/** Kinds of characters that have no sign of their own. */
const LETTER = 1 << 12;
const PART = 1 << 13;

const MARKS = Uint16Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\d/.test(char)) return digit | PART;
  if (/[A-Z]/.test(char)) return upper | LETTER | PART;
  if (/[a-z]/.test(char)) return LETTER | PART;
  if (char === "_") return PART;
  if (char === "-") return hyphen | PART;
  if (char === "/") return slash;
  return char === ":" || char === "=" ? colon : 0;
});
const ALL_MARKS = digit | slash | hyphen | colon | upper;

function marksIn(line: string): number {
  let signs = 0;
  let run = 0;
  let runChars = 0;
  let digits = 0;
  for (let at = 0; at < line.length; at++) {
    const mark = MARKS[line.charCodeAt(at)] ?? 0;
    signs |= mark;
    digits = (mark & digit) === 0 ? 0 : digits + 1;
    if (digits === NUMBER_DIGITS) signs |= number;
    if ((mark & PART) === 0) {
      run = 0;
      runChars = 0;
      continue;
    }
    run |= mark;
    runChars++;
    if (runChars >= MIXED_CHARS && (run & digit) !== 0 && (run & LETTER) !== 0) signs |= mixed;
  }
  return signs & (ALL_MARKS | number | mixed);
}

/** Words by what they are signs of; the beginning of a word is enough. */
const WORDS: readonly (readonly [number, readonly string[]])[] = [
  [
    decision,
    [
      ..."decid decision because must never always important warning deprecat note: chose agreed".split(" "),
      "instead of",
      "root cause",
    ],
  ],
  [
    mishap,
    [
      ..."error exception fatal panic traceback failed failure refused denied timeout undefined unexpected".split(" "),
      "not found",
      "time out",
      "timed out",
      "timedout",
    ],
  ],
  [counted, "passed failed passing failing skipped test error warning".split(" ")],
  [exit, ["exit"]],
  [
    error,
    [
      ..."err exception fail panic fault interrupt uncaught unhandled traceback fatal critical severe emerg".split(" "),
      ..."abort oops overflow oom killed denied refused undefined unresolved cannot can't unable exit".split(" "),
      ..."return terminated non-zero timeout ts0 ts1 ts2 ts3 ts4 ts5 ts6 ts7 ts8 ts9".split(" "),
      ..."eacces eaddrinuse eagain ebadf ebusy econnre eexist ehostunreach einval eio eisdir elifecycle".split(" "),
      ..."emfile enoent enomem enospc enotdir enotempty enotfound eperm epipe eresolve erofs etarget".split(" "),
      ..."etimedout eusage fehler échec ошибк fallo falló 错误 失败 异常 报错 无法 找不到 出错 超时".split(" "),
      ..."拒绝访问 錯誤 失敗 異常 無法 エラー 例外 오류 실패 ✗ ✕ × ✖ ❌ ⨯ ●".split(" "),
      ..."0123456789)".split("").map((before) => `${before}: `),
      "не удалось",
      "caused by",
      "root cause",
      "core dumped",
      "out of memory",
      "not found",
      "no such",
      "connection reset",
      "timed out",
      "not recognized",
      "** (",
      "could not",
      "not ok",
    ],
  ],
];

let finder: WordFinder | undefined;
let signsByWord: readonly number[] = [];

/** What pytest puts before the lines of an error. */
const pytestMark = /E\s{3}/;

function wordsIn(line: string): number {
  if (finder === undefined) {
    const byWord = new Map<string, number>();
    for (const [sign, words] of WORDS) for (const word of words) byWord.set(word, (byWord.get(word) ?? 0) | sign);
    finder = createWordFinder([...byWord.keys()]);
    signsByWord = [...byWord.values()];
  }
  let signs = 0;
  finder.some(line, (word) => {
    signs |= signsByWord[word] ?? 0;
    return false;
  });
  return (signs & error) === 0 && pytestMark.test(line) ? signs | error : signs;
}
