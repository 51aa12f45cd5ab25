import { joinPattern } from "../../../../base/text";
import type { TestClaim } from "../claim";
import { findCommands } from "./command-claims";
import type { SummarySentence } from "./sentences";
import { isByOthers, isUnreal } from "./sentences";

const TESTS = [
  "tests?(?:[- ](?:suites?|cases?|files?|runs?))?|specs?|suites?|",
  "vitest|jest|pytest|mocha|playwright|cypress|rspec|phpunit|junit|unittest|karma|ctest|e2e|",
  "测试(?:用例|套件)?|測試(?:案例|套件)?|用例|单测|單元測試|单元测试",
].join("");
/** Words that may stand between the tests and the verdict about them. */
const GAP_WORDS = [
  "all|now|still|also|both|again|currently|finally|are|is|were|was|have|has|had|been|run|ran|",
  "runs|status|state|results?|fully|completely|that|consistently|locally|remains?|",
  "continues? to|comes?|came|back|shows?|showed|reports?|reported|reporting|the|of|them|and|",
  "every(?:thing)?|with|total|individually|ended|ends|finish(?:es|ed)|complete[sd]?|in \\S+|",
  "for \\S+|under \\S+|on \\S+|至今|现在|現在|目前|已经|已經|已|也|均|都|全部|全数|全數|皆|仍然|仍|依然|结果|結果|状态|狀態|情况|情況|为|為|是|运行|運行|",
  "執行|执行|後|后|再次|最终|最終|一次|性|地|中|里|个|個|项|項|有|共|还|還|检查|檢查",
].join("");
const GAP = `(?:[\\s:：=—–→>|()（）,，、\`*_/-]*(?:(?:${GAP_WORDS}|\\d[\\d,]*)(?![a-z])[\\s:：=—–→|()（）,，\`*_-]*){0,7})`;
const PASS =
  "pass(?:es|ed|ing)?|green|succeed(?:s|ed|ing)?|success(?:ful|fully)?|ok|clean(?:ly)?|✅|✓|通过|通過|成功|全绿|全綠|绿|綠";
const FAIL = "fail(?:s|ed|ing|ures?)?|red|broken|break(?:s|ing)?|errored|❌|✗|失败|失敗|报错|報錯|不过|未过";
const DENIED = [
  "(?:not|n't|never|no longer|don't|doesn't|didn't|do not|does not|aren't|isn't|未|没有|沒有|没|沒|不|",
  "不再|未能)\\s*(?:all |yet |全部|完全)?",
].join("");

const PREDICATE = new RegExp(
  [
    `(?<![\\w./\`-])(?:${TESTS})(?![\\w./-]\\w)${GAP}(?<denied>${DENIED})?\\s*(?:(?<pass>${PASS})|`,
    `(?<fail>${FAIL}))(?![\\w])`,
  ].join(""),
  "giu",
);
const COUNTED = new RegExp(
  [
    `(?<![\\w.$-])(?<count>\\d[\\d,]*|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|no|`,
    `zero)\\b|[一两兩三四五六七八九十](?=\\s*(?:个|個|项|項)))(?:\\s*(?:\\/|of|out of|中的?|`,
    `／)\\s*(?:the\\s+)?(?<total>\\d[\\d,]*))?\\s*(?:(?!pass|fail|second|minute|ms|`,
    `\\d)[a-zA-Z-]+\\s+){0,3}?(?:个|個|项|項|条|條|筆)?\\s*(?:${TESTS})?\\s*(?:[，,]\\s*(?=全|都|均|all\\b))?(?:${GAP_WORDS}|`,
    `\\s)*?(?:(?<pass>${PASS})|(?<fail>${FAIL}))(?![\\w])`,
  ].join(""),
  "giu",
);
const PASSED_FIRST = joinPattern(
  [
    String.raw`(?:通过|通過)(?:了|率)?(?:全部|所有)?的?\s*(?<count>\d+)\s*(?:个|個|项|項|条|條)?(?:测试|測試|用例)|(?<failed>失败|`,
    String.raw`失敗)(?:了|数|數)?[:：\s]*(?<fails>\d+)`,
  ],
  "gu",
);
const NO_FAILURES = joinPattern(
  [
    String.raw`\b(?:no|zero|0|without(?: any)?)\s+(?:test\s+)?(?:failures|failing tests?|failed tests?|`,
    String.raw`failing)\b|(?:没有|沒有|无|無)(?:任何)?(?:测试|測試)?失[败敗]`,
  ],
  "gi",
);
const FIXED_TESTS = joinPattern(
  [
    String.raw`\b(?:fixed|repaired|resolved|un-?broke)\s+(?:(?:the|all|both|a|every|that|those|remaining|`,
    String.raw`\d+)\s+)*(?:failing|broken|red|flaky|failed)\s+(?:\w+\s+){0,2}?(?:tests?|specs?|suites?)\b|`,
    "(?:修复|修復|修好)了?(?:所有|全部|那个|那個)?(?:失败|失敗|报错|出错)的?(?:测试|測試|用例)",
  ],
  "gi",
);
const SPEAKS_OF_TESTS = new RegExp(`(?<![\\w./])(?:${TESTS})(?![\\w./]\\w)`, "iu");
const COUNT_WORD = /\b(?:passed|failed|passing|failing|passes|fails?|failures?)\b|通过|通過|失败|失敗/i;

/** What a sentence says about test runs, as one claim; undefined where it says nothing definite. */
export function readTestClaims(sentence: SummarySentence): readonly TestClaim[] {
  const { text } = sentence;
  if (!SPEAKS_OF_TESTS.test(text) && findCommands(text).some((one) => !/test|spec|check/i.test(one.text))) return [];
  if (
    !SPEAKS_OF_TESTS.test(text) &&
    !/\b\d+\s+(?:passed|failed|passing|failing)\b|\d\s*(?:个|個|项|項)?\s*(?:通过|通過|失败|失敗)/i.test(text)
  )
    return [];
  const marks = [...marksIn(text)].filter(
    (mark) => !isUnreal(text, mark.start) && !isByOthers(text, mark.start, mark.end) && !isPurpose(text, mark.start),
  );
  return foldMarks(sentence, marks);
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly verdict: "pass" | "fail";
  readonly count?: number;
  readonly total?: number;
}

function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  const add = (match: RegExpMatchArray, mark: Omit<Mark, "start" | "end">) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (!marks.some((known) => start < known.end && known.start < end)) marks.push({ ...mark, start, end });
  };
  for (const match of text.matchAll(NO_FAILURES)) add(match, { verdict: "pass" });
  for (const match of text.matchAll(FIXED_TESTS)) add(match, { verdict: "pass" });
  for (const match of text.matchAll(COUNTED)) addCounted(text, match, add);
  for (const match of text.matchAll(PASSED_FIRST)) {
    const { count, fails } = match.groups ?? {};
    if (count !== undefined) add(match, { verdict: "pass", count: numberOf(count) });
    else if (fails !== undefined) add(match, { verdict: "fail", count: numberOf(fails) });
  }
  for (const match of text.matchAll(PREDICATE)) {
    const isPass = match.groups?.["pass"] !== undefined;
    add(match, { verdict: isPass !== (match.groups?.["denied"] !== undefined) ? "pass" : "fail" });
  }
  return marks.toSorted((a, b) => a.start - b.start);
}

function addCounted(
  text: string,
  match: RegExpMatchArray,
  add: (match: RegExpMatchArray, mark: Omit<Mark, "start" | "end">) => void,
): void {
  const { count = "", total, pass } = match.groups ?? {};
  // "3 files, all green" counts files.
  if (total === undefined && !COUNT_WORD.test(match[0]) && !SPEAKS_OF_TESTS.test(match[0])) return;
  if (
    /\b(?:files?|suites?|errors?|warnings?|times?|attempts?|steps?|commits?|edits?|changes?|checks?|modules?)\b/i.test(
      match[0],
    )
  )
    return;
  if (/(?:exit|code|status|line|node|v|version|step|#|退出码|第)\s*[:=]?\s*$/i.test(text.slice(0, match.index))) return;
  const isPass = pass !== undefined;
  const amount = numberOf(count);
  if (isPass && /(?:not|n't|未|不|没)\s*$/i.test(match[0].slice(0, match[0].length - pass.length))) {
    add(match, { verdict: "fail" });
    return;
  }
  add(match, {
    verdict: isPass || amount === 0 ? "pass" : "fail",
    ...(isPass || amount > 0 ? { count: amount } : {}),
    ...(total === undefined ? {} : { total: numberOf(total) }),
  });
}

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const CHARACTERS = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];

function numberOf(digits: string): number {
  const word = digits
    .toLowerCase()
    .replace("no", "zero")
    .replace(/[两兩]/, "二");
  const spelled = Math.max(WORDS.indexOf(word), CHARACTERS.indexOf(word));
  return spelled >= 0 ? spelled : Number(digits.replaceAll(",", ""));
}

/** "make the tests pass", "until tests pass", "确保测试通过": what is aimed at. */
const isPurpose = (text: string, at: number): boolean =>
  joinPattern(
    [
      String.raw`\b(?:make|makes|making|get|getting|keep|keeping|so|until|have|let|lets|whether|that the|`,
      String.raw`goal|aim\w*|want\w*|see if|check(?:ing)? (?:that|if|whether))\s+(?:(?:the|all|these|`,
      String.raw`existing|unit|sure)\s+)*$`,
    ],
    "i",
  ).test(text.slice(0, at)) || /(?:使|让|讓|确保|確保|直到|是否|以便|令)[^，,]{0,6}$/.test(text.slice(0, at));

/** Counts of one run belong together; a verdict that changes in mid-sentence tells of two runs. */
function foldMarks(sentence: SummarySentence, marks: readonly Mark[]): readonly TestClaim[] {
  if (marks.length === 0) return [];
  const counted = marks.filter(({ count }) => count !== undefined);
  const verdicts = new Set(marks.map(({ verdict }) => verdict));
  const changes = joinPattern(
    [
      String.raw`\b(?:then|after(?:wards)?|now|before|previously|initially|at first|earlier|originally|later|`,
      String.raw`until|went from|finally|no longer|subsequently)\b|然后|然後|后来|後來|之前|原先|起初|最初|现在|現在|修复后|修復後|随后|`,
      "隨後|之后|之後",
    ],
    "i",
  ).test(sentence.text);
  if (verdicts.size > 1 && changes) return marks.map((mark) => claimFrom(sentence, [mark], "past"));
  if (marks.every((mark) => isOfOldClause(sentence.text, mark))) return [claimFrom(sentence, marks, "past")];
  const past =
    sentence.section === "history" ||
    sentence.section === "facts" ||
    /\b(?:was|were|had|initially|previously|at first|originally|before)\b|之前|原先|起初|当时|當時/i.test(
      sentence.text,
    );
  const tense = past && !/\b(?:now|currently)\b|现在|現在|目前/i.test(sentence.text) ? "past" : "present";
  return [claimFrom(sentence, counted.length > 0 ? marks : marks.slice(0, 1), tense)];
}

const RUNNERS = /\b(?:vitest|jest|pytest|mocha|playwright|cypress|rspec|phpunit|junit|unittest|karma|ctest)\b/i;

/** Which tests the words next to the verdict mean: those of one runner, only unit tests, or only end-to-end tests. */
function runnerIn(words: string): TestClaim["runner"] {
  const named = RUNNERS.exec(words)?.[0];
  if (named !== undefined) return { named: named.toLowerCase() };
  if (/\be2e\b|\bend-to-end\b|端到端/i.test(words)) return "end-to-end";
  return /\bunit\b|单元|單元|单测/i.test(words) ? "unit" : undefined;
}

/** "At first two tests failed, now …": the clause of the verdict tells of an earlier time. */
function isOfOldClause(text: string, { start, end }: Mark): boolean {
  const from = Math.max(...["，", ", ", "；", ";", "。"].map((mark) => text.lastIndexOf(mark, start)), 0);
  const clause = text.slice(from, end);
  return (
    /\b(?:initially|previously|at first|originally|earlier|first run)\b|之前|原先|起初|最初|原本|当时|當時/i.test(
      clause,
    ) && !/\b(?:now|currently)\b|现在|現在|目前/i.test(clause)
  );
}

function claimFrom(
  { line, start, text }: SummarySentence,
  marks: readonly Mark[],
  tense: TestClaim["tense"],
): TestClaim {
  const passed = marks.find(({ verdict, count }) => verdict === "pass" && count !== undefined);
  const failed = marks.find(({ verdict, count }) => verdict === "fail" && count !== undefined);
  const denied = marks.some(({ verdict, count }) => verdict === "pass" && count === undefined && marks.length > 1);
  const from = Math.min(...marks.map((mark) => mark.start));
  const to = Math.max(...marks.map((mark) => mark.end));
  const words = text.slice(Math.max(0, from - 30), to);
  const isFail = marks.some(({ verdict }) => verdict === "fail");
  const total = passed?.total ?? failed?.total;
  const command = /`([^`\n]{2,300})`/.exec(text)?.[1];
  const runner = runnerIn(text.slice(Math.max(0, from - 30), to));
  return {
    kind: "tests",
    verdict: isFail ? "fail" : "pass",
    tense,
    extent: /\b(?:all|every|full|whole|entire|everything|complete)\b|全部|所有|全数|全數|均|都|整个|整個|全绿/i.test(
      words,
    )
      ? "all"
      : "some",
    ...(passed?.count === undefined ? {} : { passed: passed.count }),
    ...(failed?.count === undefined ? (denied && !isFail ? { failed: 0 } : {}) : { failed: failed.count }),
    ...(total === undefined ? {} : { total }),
    ...(command === undefined ? {} : { command }),
    ...(runner === undefined ? {} : { runner }),
    place: { line, start: start + from, end: start + to },
  };
}
