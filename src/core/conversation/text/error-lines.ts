import { joinPattern, rememberByText } from "../../base/text";

/** A line of output that says what went wrong. */
export interface ErrorLine {
  readonly line: string;
  /** Counted from 1, as `read_file` counts. */
  readonly number: number;
}

const LONGEST_LINE_CHARS = 240;
const MOST_LINES = 6;

/** The lines that name what went wrong, each once, in their order. */
export const errorLinesIn = (text: string, most = MOST_LINES): readonly string[] =>
  findErrorLines(text, most).map(({ line }) => line);

/**
 * The most telling error lines from anywhere in an output, in their order: a type of error or a diagnostic before the
 * name of a failed test. Lines that differ in figures only are one.
 */
export const findErrorLines = (text: string, most = MOST_LINES): readonly ErrorLine[] =>
  weighedErrorLines(text)
    .slice(0, most)
    .toSorted((a, b) => a.number - b.number)
    .map(({ line, number: at }) => ({ line, number: at }));

/** The most telling first. */
const weighedErrorLines = rememberByText((text: string): readonly WeighedLine[] => {
  const found = new Map<string, WeighedLine>();
  let number = 1;
  let counted = 0;
  for (const { start, end } of suspectLines(text)) {
    const line = withoutColors(text.slice(start, Math.min(end, start + READ_LINE_CHARS))).trim();
    const weight = weighError(line);
    if (weight <= EXIT_CODE) continue;
    number += countLines(text, counted, start);
    counted = start;
    const kind = line.replace(/\d+/g, "0");
    if (!found.has(kind)) found.set(kind, { line: line.slice(0, LONGEST_LINE_CHARS), number, weight });
    if (found.size >= MOST_KINDS) break;
  }
  return [...found.values()].toSorted((a, b) => b.weight - a.weight || a.number - b.number);
});

interface WeighedLine extends ErrorLine {
  readonly weight: number;
}

/** The weight of an exit code: it says that something failed, and is known without the line. */
const EXIT_CODE = 1;

/** True for output that states an error; source code and prose that only speak of errors do not. */
export const isErrorLine = (line: string): boolean => weighError(line) > 0;

export const withoutColors = (text: string): string => text.replace(/\u001b\[[0-9;]{0,12}[A-Za-z]/g, "");

/** Longer lines are data; what they say of an error they say at once. */
const READ_LINE_CHARS = 1_000;
/** A log with more kinds of errors than this is one story told again and again. */
const MOST_KINDS = 400;

/** One scan for what every error line has; only lines with it are judged. */
const suspects = joinPattern(
  [
    "err|exception|fail|fatal|panic|traceback|critical|segm|core dumped|killed|abort|not found|no such|denied|refused|",
    "could not|cannot|can't|unable|undefined|unresolved|timed? ?out|caused by|exit|E[A-Z]{4}|TS\\d{4}|",
    "not ok|[✗✕×✖❌⨯●]|",
    "错误|失败|异常|报错|无法|找不到|拒绝|超时|錯誤|失敗|異常|無法|逾時|エラー|例外|오류|실패|fehler|erreur|échec|ошибк|не удалось|",
    "fallo|falló|erro\\b|errore|:\\d+:\\d+: |\\bE {3,}\\S|overflow|out of memory",
  ],
  "gi",
);

function* suspectLines(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let read = 0;
  for (const { index } of text.matchAll(suspects)) {
    if (index < read) continue;
    // Never back beyond what was read: a text of one line would be searched from its start again and again.
    const start = Math.max(read, text.lastIndexOf("\n", index) + 1);
    const newline = text.indexOf("\n", index);
    read = newline < 0 ? text.length : newline;
    yield { start, end: read };
  }
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Before the words themselves: a time, a level in brackets, the name of a process. */
const logLead = /^(?:[[(<]?[\d\-:.,TZ+/ ]{5,32}[\])>]?\s{0,3})?(?:[[(][\w.:/ -]{1,40}[\])]\s{0,3}){0,3}[-|>]?\s{0,3}/;

/** How errors are written, by how much they tell; the first that fits counts. */
const forms: readonly (readonly [number, RegExp])[] = [
  [
    4,
    joinPattern(
      [
        "(?:^|[\\s.:([\"'`])(?:[A-Za-z_$][\\w$]{0,60}\\.){0,12}[A-Z]\\w{0,60}(?:Error|Exception|Failure|",
        "Panic|Fault|Interrupt)(?::|\\)?\\s*$|\\s+(?:at|in|on|for|was|thrown)\\b|\\s*[([{])",
      ],
      "",
    ),
  ],
  [4, /^(?:caused by|root cause|exception in thread|uncaught|unhandled|traceback|panic|panicked|fatal error)\b/i],
  [4, /\bpanic(?:ked)?(?::| at\b)|^thread '[^']{1,80}' panicked/],
  [
    4,
    joinPattern(
      [
        "(?:^|[\\s:([>])(?:fatal |internal |compile |link |syntax |runtime )?error(?:\\[\\w{1,12}\\]|",
        "\\s+[A-Z]{1,6}\\d{2,6})?\\s?:(?!\\s*(?:0|none|null|nil|undefined|false)\\b)",
      ],
      "i",
    ),
  ],
  [4, /\b(?:error|warning as error) [A-Z]{1,6}\d{2,6}\b|\bTS\d{4,5}:/],
  [4, /^(?:(?:npm|pnpm|yarn|bun) )?(?:ERR!|ERR_[A-Z_]{3,40})|^(?:npm|pnpm|yarn|bun) error /],
  [4, /^Error (?:response )?(?:from|in|while|when|during|loading|reading|running|executing|creating|parsing)\b/],
  [4, /^(?:error [A-Z]\w+ |assertion failed\b)/],
  [4, /^E\s{3,}\S/],
  [4, /(?:^|[\s[(|"'=:])(?:ERROR|FATAL|CRITICAL|SEVERE|EMERG)(?:[\])|"',:]|\s|$)/],
  [4, /\b(?:level|severity|lvl)["']?\s?[=:]\s?["']?(?:error|err|fatal|critical|panic)\b/i],
  [4, /^(?:fatal|error|err|exception|abort(?:ed)?|oops)\b\s?[:!]/i],
  [4, /^(?:[\w./\\-]{1,200}:\d{1,6}:\d{1,6}|[\w./\\-]{1,200}\(\d{1,6},\d{1,6}\)): (?!warning|note|info|help)\S/i],
  [
    4,
    joinPattern(
      [
        "\\bE(?:ACCES|ADDRINUSE|AGAIN|BADF|BUSY|CONNREFUSED|CONNRESET|EXIST|HOSTUNREACH|INVAL|IO|ISDIR|",
        "LIFECYCLE|MFILE|NOENT|NOMEM|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|RESOLVE|ROFS|TARGET|",
        "TIMEDOUT|USAGE)\\b",
      ],
      "",
    ),
  ],
  [
    4,
    joinPattern(
      [
        "\\b(?:segmentation fault|core dumped|bus error|stack overflow|out of memory|oom-?kill(?:ed|er)?)",
        "\\b|^(?:killed|aborted)\\b",
      ],
      "i",
    ),
  ],
  [
    3,
    joinPattern(
      [
        "\\b(?:command not found|no such file or directory|permission denied|connection (?:refused|reset|",
        "timed out)|undefined reference|unresolved (?:import|external|reference)|module not found|",
        "is not recognized as)\\b",
      ],
      "i",
    ),
  ],
  [4, /^\*\* \(\w+(?:Error|Exception)?\) /],
  [3, /^(?:[\w./ -]{1,40}: )?(?:\(\d{1,3}\) )?(?:could not|cannot|can't|unable to|failed to|failure(?=\s?[:!]))\b/i],
  [
    3,
    joinPattern(
      [
        "(?:错误|失败|异常|报错|錯誤|失敗|異常|エラー|例外|오류|실패)\\s?[:：!！]|^(?:错误|失败|异常|无法|找不到|錯誤|失敗|無法|エラー|오류)|(?:失败|失敗|",
        "出错|报错|超时|拒绝访问|실패)[。.!！]?$",
      ],
      "",
    ),
  ],
  [3, /(?:^|[\s[(:])(?:fehler|erreur|échec|ошибка|не удалось|errore|erro|fallo|falló)\s?[:!]/i],
  [2, /^(?:[✗✕×✖❌⨯]|●\s.{1,200}[›>]|not ok\b|-{3} FAIL:|\[\s*FAILED\s*\])\s?\S/],
  [2, /(?:^|[\s[|])FAIL(?:ED|URE)?(?::|\s|\]|$)/],
  [2, /\b[1-9]\d{0,5} (?:tests? |specs? |examples? |suites? )?(?:failed|failing|failures?|errors?)\b/i],
  [
    EXIT_CODE,
    joinPattern(
      [
        "\\b(?:exit(?:ed)?|return(?:ed)?|terminated)[ _-]?(?:with )?(?:non-zero )?(?:code|status|",
        "exit status)?\\s?[:=]?\\s?(?:[1-9]\\d{0,4}|-\\d{1,5})\\b|\\bnon-zero exit\\b|\\*\\*\\* .{0,80}\\bError \\d",
      ],
      "i",
    ),
  ],
  [2, /\btimed out\b|\bexceeded .{0,30}timeout\b/i],
];

const harmless = joinPattern(
  [
    "\\b(?:0|no|zero|without(?: any)?) (?:errors?|failures?|failed|failing|exceptions?)\\b|\\b(?:errors?|",
    "failed|failures?)\\s?[:=]\\s?0\\b|",
    "(?<!npm )\\berror[- ](?:handling|handler|boundary|page|message|code|codes|type|types|case|cases|rate|log)\\b|",
    "^(?:[✓✔√]|ok\\b|pass(?:ed)?\\b|-{3} PASS:|[✖✗✕×❌]\\s?failing tests:$)|",
    "\\bexit(?:ed)? (?:with )?(?:code|status) 0\\b",
  ],
  "i",
);

/** What only source code and listings of it look like; a tool that prints code does not report an error with it. */
const code = joinPattern(
  [
    "^(?:\\d{1,6}(?:\\t|→|[|:] ?)|[+-]\\s{0,40}(?:import|export|const|let|return|throw|def|class|if)\\b|",
    "(?:import|export|from|const|let|var|function|def|class|interface|type|enum|struct|impl|fn|func|pub|",
    "use|return|throw|throws|",
    "raise|try|catch|except|finally|if|elif|else|for|while|switch|case|await|async|public|private|",
    "protected|static|new|package|",
    "namespace|@\\w+|describe|it|test|expect|assert\\w*\\()\\b(?!.{0,200}\\b(?:[Ff]ailed|FAILED|error:))|//|/\\*|",
    "\\*(?!\\*\\*|\\* \\()|#(?!\\d)|<!--|<\\w|[})\\]])|",
    "\\b(?:console|logger|log|logging|errors|fmt|t|assert|expect|promise|cy|sys)\\.\\w{1,20}\\(|",
    "\\bnew \\w{0,40}(?:Error|Exception)\\(|",
    "\\.(?:catch|rejects|toThrow\\w*|error|on)\\(|=>|[{;]$|\\w\\($",
  ],
  "",
);

function weighError(raw: string): number {
  const line = raw.trim();
  if (line.length < 4 || harmless.test(line)) return 0;
  const said = line.replace(logLead, "");
  if (code.test(line) || code.test(said)) return 0;
  return forms.find(([, form]) => form.test(line) || form.test(said))?.[0] ?? 0;
}
