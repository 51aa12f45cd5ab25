import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { Judgment, NumberClaim } from "../claim";
import { translationOf } from "../language/translations";
import { whichRun } from "../language/which-run";
import { runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { testLinesOf } from "../record/test-lines";
import { testNumbersOf } from "../record/test-numbers";
import { vocabularyOf } from "../record/vocabulary";
import { meantRuns, nthRuns } from "../time/meant-runs";
import { isSmall } from "./rounding";

/** What a program that the clause names counted stands in its output; how many tests there are, in those of tests. */
export function judgeCount(record: WorkRecord, claim: NumberClaim): Judgment {
  if (claim.precision === "about" || !/^\d+$/.test(claim.value)) return { verdict: "silent" };
  const after = claim.clause.slice(claim.at).replace(/^v?[\d,_]+/, "");
  if (TESTS.test(after) || (/^\s*个?(?=\W*$)/.test(after) && TESTS_BEFORE.test(claim.clause.slice(0, claim.at))))
    return judgeTestCount(record, claim);
  const matches = judgeMatches(record, claim, after);
  if (matches !== undefined) return matches;
  const programs = vocabularyOf(record).programs;
  const words = new Set(claim.clause.toLowerCase().match(/[a-z][\w-]{2,}/g));
  const runs = meantRuns(
    [...words].flatMap((word) => programs.get(word) ?? []),
    whichRun(claim.clause),
  );
  const [quoted, ...others] = claim.clause.match(/`[\w./-]+ [^`]+`/g) ?? [];
  const printed = DIFF.test(claim.clause)
    ? record.deeds.filter(({ command = "" }) => /\bgit\b.*--(?:short)?stat\b/.test(command))
    : quoted === undefined || others.length > 0
      ? []
      : nthRuns(runsOf(quoted.slice(1, -1), record.deeds), whichRun(claim.clause));
  for (const noun of nounsIn(after)) {
    const shown = printed.flatMap((run) => countsOf(record, run, noun).map((value) => ({ value, run })));
    if (shown.some(({ value }) => value === Number(claim.value))) return { verdict: "silent" };
    const newest = shown.at(-1);
    if (newest !== undefined && new Set(shown.map(({ value }) => value)).size === 1) return counted(noun, newest);
    // A few files are counted by hand, from the lines that name them.
    if (noun === "file" && isSmall(claim.value)) continue;
    const known = runs.flatMap((run) => countsOf(record, run, noun).map((value) => ({ value, run })));
    const same = known.find(({ value }) => value === Number(claim.value));
    if (same !== undefined) return { verdict: "backed", messageId: same.run.messageId };
    const last = known.at(-1);
    if (last !== undefined && isCountedOnce(record, noun)) return counted(noun, last);
  }
  return { verdict: "silent" };
}

/** What only a diff counts. */
const DIFF = /\b\d+ files?\b.*\b\d+ (?:insertion|deletion)|\bdiff\b.*\b\d+ files?\b/i;

const counted = (noun: string, { value, run }: { readonly value: number; readonly run: Deed }): Judgment => ({
  verdict: "contradicted",
  fact: sentence("the record counts {value} {key}", { key: noun, value: String(value) }),
  messageId: run.messageId,
});

/** "5 matches in 3 files" stands so in the result of a search. */
function judgeMatches(record: WorkRecord, { value }: NumberClaim, after: string): Judgment | undefined {
  const files = /^ (?:match(?:es)?|hits?|occurrences?|results?) (?:in|across) (\d+) files?\b/i.exec(after)?.[1];
  if (files === undefined) return undefined;
  const stated = record.deeds.flatMap(({ messageId }) => {
    const [, count, among] = /\b(\d+) match(?:es)? in (\d+) files?\b/.exec(textOfResult(record, messageId)) ?? [];
    return count === undefined || among === undefined ? [] : [{ count, among, messageId }];
  });
  const last = stated.at(-1);
  if (last === undefined || stated.some(({ count, among }) => count === value && among === files)) return undefined;
  return {
    verdict: "contradicted",
    fact: sentence("the record says: {line}", { line: `${last.count} matches in ${last.among} files` }),
    messageId: last.messageId,
  };
}

/** What is counted: "16 files", "3 to add", "178 个文件". */
function nounsIn(after: string): readonly string[] {
  const aim = /^ (to [a-z]{3,})/.exec(after)?.[1];
  if (aim !== undefined) return [aim];
  const chinese = /^\s*(?:个|条|处|项|张|名|位|台)\s*([一-鿿]{2,4})/.exec(after)?.[1];
  if (chinese !== undefined) return translationOf(chinese);
  const [, first = "", second = ""] = /^ ([a-z-]{3,})(?: ([a-z-]{3,}))?/i.exec(after) ?? [];
  return [second, first]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2 && !/^(?:and|the|for|but|not|has|was|are|out|pass|fail|second|minute)/.test(word))
    .map((word) => word.replace(/(?<=\w{3})(?:ies|y|s)$/, ""));
}

function countsOf(record: WorkRecord, { messageId }: Deed, noun: string): readonly number[] {
  const form = new RegExp(`(?<![\\w.:/-])(\\d[\\d,]*) (?:[a-z]+ )?${noun}`, "gi");
  return [...textOfResult(record, messageId).matchAll(form)].map(([, value = ""]) => Number(value.replaceAll(",", "")));
}

/** In a long session many things have the same name: what outputs count in several ways says nothing about one more. */
const isCountedOnce = (record: WorkRecord, noun: string): boolean =>
  new Set(record.deeds.flatMap((deed) => countsOf(record, deed, noun))).size === 1;

const TESTS = joinPattern(
  [
    String.raw`^\s*(?:个|项|条)?\s*(?:(?:unit|e2e|integration|regression|new|jest|go|python) |单元|`,
    String.raw`集成)?(?:tests?(?! (?:files?|suites?))|specs?|test cases?|测试(?!文件|套件)|用例)`,
  ],
  "i",
);
const TESTS_BEFORE = /(?:测试|用例)(?:数|总数|数量)?(?:为|有|共|是|共有|一共)?\s*[:：]?\s*$/;
/** Fewer are some of them. */
const LEAST_TESTS = 5;

/** How many there are, as against how many of them did something. */
const TOTAL = /\b(?:total|in all|altogether|overall|baseline|comprises?|consists? of)\b|共|总数|总计|基线|一共/i;

function judgeTestCount(record: WorkRecord, { value, manner, clause }: NumberClaim): Judgment {
  const count = Number(value);
  const totals = vocabularyOf(record).testTotals;
  const isTotal = TOTAL.test(clause) && !/pass|fail|通过|失败|新增|new|added/i.test(clause);
  if (isTotal && manner === "list" && totals.size > 0 && !totals.has(count) && !isDefined(record, count))
    return {
      verdict: "contradicted",
      fact: sentence("the record counts {value} {key}", { key: "tests", value: String(Math.max(...totals)) }),
    };
  const numbers = testNumbersOf(record);
  const run = record.deeds.findLast(({ tests }) => tests !== undefined && tests.passed + tests.failed === count);
  if (run !== undefined && count >= LEAST_TESTS) return { verdict: "backed", messageId: run.messageId };
  if (manner !== "list" || count < LEAST_TESTS || numbers.size === 0 || numbers.has(count))
    return { verdict: "silent" };
  const largest = Math.max(...numbers);
  return {
    verdict: "contradicted",
    fact: sentence("the record counts {value} {key}", { key: "tests", value: String(largest) }),
  };
}

/** A file or a class has tests of its own, and runners count each. */
const isDefined = (record: WorkRecord, count: number): boolean =>
  record.deeds.some(({ messageId, command }) =>
    command === undefined
      ? false
      : testLinesOf(textOfResult(record, messageId)).some(
          ({ counts }) => counts !== undefined && counts.passed + counts.failed === count,
        ),
  );
