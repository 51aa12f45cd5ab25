import { joinPattern } from "../../../../base/text";
import type { TestClaim } from "../claim";
import { marksIn } from "./polarity";

/** How many tests a sentence says passed, failed, and were run. */
export interface SaidCounts {
  readonly passed?: number;
  readonly failed?: number;
  readonly total?: number;
}

export const TESTS = [
  "tests?|specs?|suites?|vitest|jest|pytest|mocha|playwright|cypress|rspec|phpunit|junit|unittest|karma|ctest|e2e|",
  "(?<=\\d\\s)examples?|测试|用例|单测",
].join("");
const NOUN = [
  "(?:(?:unit|e2e|integration|test|regression|parser|个|项|条|例|处|单元|的|总共|go|rust|python)\\s*){0,3}",
  `(?:${TESTS}|cases?|assertions?|examples?)?`,
].join("");
const NUMBER = [
  "(?<![\\w.:#$/-])(\\d[\\d,]*)(?![\\w%]|[.:]\\d|",
  "\\s?(?:ms|s|secs?|seconds?|minutes?|kB|KB|MB|GB|bytes?|毫秒|秒|分钟)(?!\\w))",
].join("");
const PART_OF = new RegExp(
  [
    `${NUMBER.replace(/\(\?!.*$/, "")}\\s*(?:(?:tests?|specs?|cases?|examples?)\\s*)?`,
    "(?:/|of|out of|for|／)\\s*(?:(?:the|all|its|their|our|these|those)\\s+)*(\\d[\\d,]*)",
  ].join(""),
  "i",
);
/** "66 个测试中有 1 个", "one fails out of 66". */
const WITHIN = new RegExp(
  `${NUMBER}\\s*(?:个|项|条)?\\s*(?:${TESTS})?\\s*(?:里|中|当中|之中)(?:面)?的?(?:只)?有?\\s*${NUMBER}`,
  "i",
);
const OUT_OF = new RegExp(`\\b(?:out of|of)\\s+(?:(?:the|all|its|their|our|these|those)\\s+)*${NUMBER}`, "i");
const TOTAL = joinPattern(
  [
    `(?:共(?![一-鿿]{0,2}[挂败过红])[一-鿿]{0,2}|一共(?![一-鿿]{0,2}[挂败过红])|`,
    `总共|总计|总数为?|\\btotal(?: of)?:?)\\s*${NUMBER}\\s*(?:个|项|条)?\\s*`,
    `(?:${TESTS})?(?!\\s*(?:个|项|条)?\\s*(?:\\w+\\s*)?(?:通过|失败|成功|pass|fail))`,
  ],
  "i",
);

/** "61 tests in 8 files". */
const IN_FILES = new RegExp(
  `${NUMBER}\\s*(?:${TESTS})\\s*(?:in|across|over|from)\\s*\\d+\\s*(?:test )?(?:files|suites)`,
  "i",
);

const IN_TOTAL = new RegExp(`${NUMBER}\\s*(?:tests?\\s*)?(?:in total|in all|overall|altogether)`, "i");

/** "all 86 examples but 4 pass". */
const EXCEPT = new RegExp(`\\ball ${NUMBER}\\s*[a-z]*\\s*(?:but|except(?: for)?)\\s+${NUMBER}`, "i");
/** RSpec counts examples before anything else. */
const EXAMPLES = /(?<![\w.:-])(\d+) examples?(?!\s*(?:pass|fail|are|is|were|but))/i;

/** Numbers with the role that the words beside them give them; `text` has numbers as digits. */
export function countsIn(text: string): SaidCounts {
  const printed = SUREFIRE.exec(text);
  if (printed !== null)
    return { total: numberOf(printed[1] ?? ""), failed: Number(printed[2]) + Number(printed[3] ?? 0) };
  const part = PART_OF.exec(text) ?? WITHIN.exec(text);
  const isWithin = part !== null && !PART_OF.test(text);
  const total = isWithin
    ? part?.[1]
    : (part?.[2] ??
      OUT_OF.exec(text)?.[1] ??
      TOTAL.exec(text)?.[1] ??
      IN_TOTAL.exec(text)?.[1] ??
      IN_FILES.exec(text)?.[1] ??
      EXAMPLES.exec(text)?.[1]);
  const inPart = isWithin ? part?.[2] : part?.[1];
  const except = EXCEPT.exec(text);
  if (except !== null) return { total: numberOf(except[1] ?? ""), failed: numberOf(except[2] ?? "") };
  const roles = rolesIn(part === null ? text : text.replace(part[0], " "));
  const verdict = marksIn(text).find(({ kind }) => kind !== "gone")?.kind;
  // "0 of 4 failed" is a good sign with a count of failures.
  const countsFailures = verdict === "bad" || (NONE_OF.test(inPart ?? "") && FAILED_OF.test(text));
  const partRole: SaidCounts =
    inPart === undefined ? {} : countsFailures ? { failed: numberOf(inPart) } : { passed: numberOf(inPart) };
  return {
    ...roles,
    ...partRole,
    ...(total === undefined ? {} : { total: numberOf(total) }),
  };
}

const BEHIND = joinPattern(
  [
    `${NUMBER}\\s*${NOUN}\\s*(?:(?:are|is|were|was|have|has|been|now|all|still|just|都|均|全部?|悉数|已经?|了|的|仍然?|还|依旧|又|`,
    `no longer|not|do|does|did|没有?|未|不|个)\\s*){0,4}$`,
  ],
  "i",
);
const AHEAD = joinPattern(
  [
    String.raw`^(?:s|ed|es|ing|ures?|数|了)?\s*(?:[:：=]\s*|\s+|数量?为?\s*)(\d[\d,]*)(?![\w%]|[.:/]\d|\s*(?:\/|of\b|`,
    "passed|failed|个?通过|个?失败|个测试|个用例))",
  ],
  "i",
);

function rolesIn(text: string): SaidCounts {
  let passed: number | undefined;
  let failed: number | undefined;
  for (const mark of marksIn(text)) {
    if (
      mark.kind === "gone" ||
      !/pass|fail|succe|green|ok|broke|error|red|通过|失败|成功|过|绿|挂|错误|报错|红|✅|✓|✔|❌|✗|✘/i.test(mark.word)
    )
      continue;
    const before = BEHIND.exec(text.slice(0, mark.start));
    const count = before === null ? AHEAD.exec(text.slice(mark.end))?.[1] : before[1];
    if (count === undefined) continue;
    const amount = numberOf(count);
    // "without 1 failure": what is denied counts nothing.
    if (mark.kind === "good" && amount > 0 && FAILED_WORD.test(mark.word)) {
      failed ??= 0;
      continue;
    }
    // "0 failed" is a good sign with a count of failures, and "0 passed" a bad one with a count of successes.
    const isBad = amount === 0 ? FAILED_WORD.test(mark.word) : mark.kind === "bad";
    if (isBad) failed ??= amount;
    else passed ??= amount;
  }
  return { ...(passed === undefined ? {} : { passed }), ...(failed === undefined ? {} : { failed }) };
}

const FAILED_WORD = /fail|broke|error|red|失败|挂|错误|报错|红|❌|✗|✘/i;
const NONE_OF = /^0+$/;
const FAILED_OF = new RegExp(`${PART_OF.source}\\s*${NOUN}\\s*(?:fail|error|broke|red\\b|失败|挂|报错)`, "i");

/** As Maven prints them. */
const SUREFIRE = /\bTests run:\s*(\d+),\s*Failures:\s*(\d+)(?:,\s*Errors:\s*(\d+))?/i;

const numberOf = (digits: string): number => Number(digits.replaceAll(",", ""));

/** Files and suites are counted apart from the tests in them. */
export const countsSuites = (text: string): boolean => OF_SUITES.test(text);

const OF_SUITES =
  /(?<![\d.]|\b(?:in|across|over|from)\s)\d+\s*(?:\/\s*\d+\s*)?(?:个|组)?\s*(?:test )?(?:suites?|files|套件)/i;

/** "1 failed (`saves`)": a count of tests, whatever follows. */
export const beginsWithCount = (text: string): boolean =>
  /^\W*\d+\s*(?:个|项)?\s*(?:passed|failed|通过|失败)/i.test(text);

const RUNNERS = /\b(?:vitest|jest|pytest|mocha|playwright|cypress|rspec|phpunit|junit|unittest|karma|ctest)\b/i;

/** Which tests are meant: those of one runner, only unit tests, or only end-to-end tests. */
export function runnerIn(words: string): TestClaim["runner"] {
  const named = RUNNERS.exec(words)?.[0];
  if (named !== undefined) return { named: named.toLowerCase() };
  if (/\be2e\b|\bend-to-end\b|端到端/i.test(words)) return "end-to-end";
  if (/\bunit\b|单元|单测/i.test(words)) return "unit";
  return /\bintegration (?:tests?|suite|specs?|run)\b|集成/i.test(words) ? { named: "integration" } : undefined;
}
