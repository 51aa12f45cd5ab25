import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { Judgment, NumberClaim } from "../claim";
import { testsOfFile } from "../record/defined-tests";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { countsInParts, testLinesOf } from "../record/test-lines";
import { testNumbersOf } from "../record/test-numbers";
import { vocabularyOf } from "../record/vocabulary";

/** How many tests there are stands in the outputs of tests. */
export function judgeCount(record: WorkRecord, claim: NumberClaim): Judgment {
  if (claim.precision === "about" || !/^\d+$/.test(claim.value)) return SILENT;
  const after = claim.clause.slice(claim.at).replace(/^v?[\d,_]+/, "");
  const inFile = OF_TESTS.test(after) && !WENT.test(after) ? judgeFileTests(record, claim) : SILENT;
  if (inFile.verdict !== "silent") return inFile;
  if (TESTS.test(after) || (/^\s*个?(?=\W*$)/.test(after) && TESTS_BEFORE.test(claim.clause.slice(0, claim.at))))
    return judgeTestCount(record, claim);
  return SILENT;
}

const SILENT: Judgment = { verdict: "silent" };

const TESTS = joinPattern(
  [
    String.raw`^\s*(?:个|项|条)?\s*(?:(?:unit|e2e|integration|regression|new|jest|go|python) |单元|`,
    String.raw`集成)?(?:tests?(?! (?:files?|suites?))|specs?|test cases?|测试(?!文件|套件)|用例)`,
  ],
  "i",
);
const TESTS_BEFORE = /(?:测试|用例)(?:数|总数|数量)?(?:为|有|共|是|共有|一共)?\s*[:：]?\s*$/;
const OF_TESTS = joinPattern(
  [
    String.raw`^\s*(?:个|项|条)?\s*(?:(?:[A-Za-z-]+ ){0,2}(?:tests?|specs?|cases?|examples?)(?! ?(?:files?|suites?)\b)|`,
    String.raw`[一-鿿]{0,12}(?:测试|用例)(?!文件|套件))`,
  ],
  "i",
);

/** "2 tests fail": how a run went, and not how many a file has. */
const WENT = joinPattern(
  [
    String.raw`^\s*(?:[\w-]+\s){0,2}(?:tests?|specs?|cases?|examples?)\s(?:(?!for|of|on|about)\w+\s){0,2}`,
    String.raw`(?:fail|pass|broke)\w*|^[^，；。]{0,12}?(?:测试|用例)[^，；。的]{0,6}(?:失败|通过|挂)`,
  ],
  "i",
);

const TEST_FILE = /(?:^|[/\\._-])(?:tests?|specs?|e2e)(?![a-z])|Tests?\.\w+$/i;

/** The tests of the one file that the clause names. */
function judgeFileTests(record: WorkRecord, { value, file = "", manner }: NumberClaim): Judgment {
  const counts = TEST_FILE.test(file) && manner !== "planned" ? testsOfFile(record, file) : undefined;
  if (counts === undefined || counts.has(Number(value))) return SILENT;
  return {
    verdict: "contradicted",
    fact: sentence("the record counts {value} {key}", { key: "tests", value: String(Math.max(...counts)) }),
  };
}

/** Fewer are some of them. */
const LEAST_TESTS = 5;

/** How many there are, as against how many of them did something. */
const TOTAL = /\b(?:total|in all|altogether|overall|baseline|comprises?|consists? of)\b|共|总数|总计|基线|一共/i;

function judgeTestCount(record: WorkRecord, { value, manner, clause }: NumberClaim): Judgment {
  const count = Number(value);
  const totals = vocabularyOf(record).testTotals;
  const isTotal = TOTAL.test(clause) && !/pass|fail|broke|通过|失败|挂|红|绿|新增|new|added/i.test(clause);
  if (isTotal && manner === "list" && totals.size > 0 && !totals.has(count) && !isCountedApart(record, count))
    return {
      verdict: "contradicted",
      fact: sentence("the record counts {value} {key}", { key: "tests", value: String(Math.max(...totals)) }),
    };
  const numbers = testNumbersOf(record);
  if (manner !== "list" || count < LEAST_TESTS || numbers.size === 0 || numbers.has(count)) return SILENT;
  const largest = Math.max(...numbers);
  return {
    verdict: "contradicted",
    fact: sentence("the record counts {value} {key}", { key: "tests", value: String(largest) }),
  };
}

/** A file, a class or a program has tests of its own, and runners count each. */
const isCountedApart = (record: WorkRecord, count: number): boolean =>
  record.deeds.some(({ messageId, command }) => {
    if (command === undefined) return false;
    const output = textOfResult(record, messageId);
    return (
      countsInParts(output).has(count) ||
      testLinesOf(output).some(({ counts }) => counts !== undefined && counts.passed + counts.failed === count)
    );
  });
