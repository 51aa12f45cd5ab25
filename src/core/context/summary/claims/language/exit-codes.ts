import { joinPattern } from "../../../../base/text";

const STATED = joinPattern(
  [
    String.raw`(?:\bexit(?:ed|s|ing)?(?:\s+(?:with|an?|the|status|code|value|of|was|is))*|`,
    String.raw`\b(?:return|error)\s+(?:code|value)(?:\s+(?:of|was|is))?|`,
    String.raw`\breturn(?:ed|s|ing)(?:\s+(?:with|an?|the|exit|code|status))*|\brc|`,
    String.raw`\b(?:code|status)(?:\s+(?:code|of|was|is))*|`,
    String.raw`\b(?:\w{3,}ed(?: off| out| back)?|died|quit|ends?|c[ao]me\w* back|went|left|bailed out)\s+with`,
    String.raw`(?:\s+(?:an?|the|exit|error|status|code|of|non-?zero))*|`,
    String.raw`以(?=\s*\d+\s*(?:退出|结束|收场|收尾|告终|作结))|(?:退出|结束|返回|状态)(?:状态)?(?:值|码|代码)?(?:了|都|均|就|还|仍|也)?)`,
    "[\"'`*(（]?\\s{0,2}(?:却?为|却?是|：|:|=|→)?\\s{0,2}[\"'`*]{0,2}(-?\\d{1,3})",
    "(?!\\d|[.,]\\d|%|\\s*(?:\\w+\\s+)?(?:tests?|examples?|specs?|cases?|checks?|",
    "assertions?|errors?|files?|lines?|rows?|items?|",
    "failures?|failed|failing|passed|passing|warnings?|problems?|issues?|findings?|",
    "matches|results?|个|条|项|处|行|次))",
  ],
  "gi",
);
/** Right behind a command, or alone in a cell: "→ 0", "(1)", "| 101 |". */
const BARE = /^[`*"'\s]*(?:→|->|=>|：|:|\(|（|=|\||—|–|…|\.{3})[\s`*]*(-?\d{1,3})(?!\.\d)(?=\s*(?:$|[),;.，。）|—–]))/;
/** "returned 200" tells of a web server; an exit code this large is called one. */
const HTTP_STATUS = 200;
const LARGEST_EXIT_CODE = 255;

/** Exit codes that a clause states before `until`, which leave nothing to interpret. */
export function exitCodesIn(text: string, until: number): readonly number[] {
  return [...text.matchAll(STATED)]
    .filter(({ index }) => index < until)
    .map((match) => ({ code: Number(match[1]), words: match[0] }))
    .filter(({ code, words }) => code < HTTP_STATUS || (code <= LARGEST_EXIT_CODE && /exit|退出|结束/i.test(words)))
    .map(({ code }) => code);
}

export function bareCodeAfter(rest: string): number | undefined {
  const code = BARE.exec(rest)?.[1];
  return code === undefined || Number(code) > LARGEST_EXIT_CODE ? undefined : Number(code);
}

/** "swiftlint (strict) → 1". */
export function arrowCode(rest: string): number | undefined {
  const code = /(?<!\d\s*)(?:→|->|=>|⇒)\s*(\d{1,3})\W*$/.exec(rest)?.[1];
  return code === undefined || Number(code) >= HTTP_STATUS ? undefined : Number(code);
}

/** Codes that a clause calls exit codes in so many words, whatever it speaks of. */
const NAMED = joinPattern(
  [
    String.raw`(?:\bexit(?:ed|s|ing)?(?:\s+(?:with|code|status|value|of|was|is|a|an|the))*|\$\?|`,
    String.raw`\brc|\bshell (?:got|saw|received|was given)(?: an?)?|`,
    String.raw`\b(?:process|command|script|job|program|tool|binary|runner) (?:itself )?(?:(?:returned|yielded|gave)|`,
    String.raw`(?:ended|finished|terminated|quit|came back|stopped|left) with)(?: an?| the| code| status)*|`,
    String.raw`(?:退出|结束)(?:状态)?(?:码|代码|值)|`,
    String.raw`返回码|返回(?:的|了)?(?=[是为])|(?:[那这]次|运行|执行|命令)[^，。]{0,8}返回(?=\s*\d))`,
    String.raw`["'\x60*(（]?\s{0,2}(?:却?[为是]|都是|均为|仍是|还是|变为|变成|变回|回到|：|:|=|`,
    String.raw`→)?\s{0,2}["'\x60*]{0,2}(\d{1,3})(?![\d%]|\.\d|,\d{3}(?!\d)|\s*(?:tests?|errors?|files?|个|`,
    String.raw`次))|以\s*(\d{1,3})\s*(?:退出|结束|收场|收尾|告终)|\b(\d{1,3}) to the shell\b`,
  ],
  "gi",
);

export const namedCodesIn = (text: string): readonly number[] =>
  [...text.matchAll(NAMED)]
    .map((match) => ({ code: Number(match[1] ?? match[2] ?? match[3]), words: match[0] }))
    .filter(({ code, words }) => code < (/returned|yielded|gave/i.test(words) ? HTTP_STATUS : LARGEST_EXIT_CODE + 1))
    .map(({ code }) => code);
