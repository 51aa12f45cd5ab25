import { joinPattern } from "../../../../base/text";
import { doesChore } from "./commands";
import type { WorkRecord } from "./record";
import { textOfResult } from "./record";
import { countsInParts, testLinesOf } from "./test-lines";

const known = new WeakMap<WorkRecord, ReadonlySet<number>>();

/** Every number of tests that a run printed, that a file defines, or by which two runs differ; empty without runs. */
export function testNumbersOf(record: WorkRecord): ReadonlySet<number> {
  const numbers = known.get(record) ?? readNumbers(record);
  known.set(record, numbers);
  return numbers;
}

const TEST_LINE = /\b(?:tests?|specs?|examples?|passed|failed|failures|cases|suites?|collected|skipped)\b|测试|用例/i;
const DEFINES = joinPattern(
  [
    String.raw`\b(?:it|test)(?:\.\w+)*\s*\(|\bdef test_|#\[(?:\w+::)?test|\bfunc Test|@(?:Parameterized)?Test\b|`,
    String.raw`^\s*(?:it|specify|@?test|scenario) ["']|\bTEST(?:_[FP])?\(|\bfunc(?:tion)? test[A-Z_]|\bvoid test_`,
  ],
  "gm",
);

export const definitionsIn = (code: string): number => code.match(DEFINES)?.length ?? 0;

function readNumbers(record: WorkRecord): ReadonlySet<number> {
  const numbers = new Set<number>();
  const runs = record.deeds.filter(
    ({ command, tests }) => command !== undefined && (tests !== undefined || doesChore(command, "test")),
  );
  if (!runs.some(({ tests }) => tests !== undefined)) return numbers;
  const totals = runs.flatMap(({ tests }) =>
    tests === undefined ? [] : [tests.passed, tests.failed, tests.passed + tests.failed],
  );
  for (const one of totals) {
    numbers.add(one);
    for (const other of totals) numbers.add(Math.abs(one - other));
  }
  for (const { messageId } of runs)
    for (const count of [
      ...countsInParts(textOfResult(record, messageId)),
      ...countsOfLines(textOfResult(record, messageId)),
    ])
      numbers.add(count);
  for (const { messageId } of record.deeds)
    for (const { text, counts } of testLinesOf(textOfResult(record, messageId))) {
      if (counts !== undefined) numbers.add(counts.passed).add(counts.failed);
      if (TEST_LINE.test(text))
        for (const [value] of text.matchAll(/(?<![\w.])\d+(?![\w.]|ms)/g)) numbers.add(Number(value));
    }
  let defined = 0;
  for (const { newText = "" } of record.deeds) {
    const count = definitionsIn(newText);
    defined += count;
    numbers.add(count).add(defined);
  }
  return numbers;
}

/** Some runners print a line for each test and no sum. */
export function countsOfLines(text: string): readonly number[] {
  const lines = text.split("\n");
  const passed = lines.filter((line) => PASSED.test(line)).length;
  const failed = lines.filter((line) => FAILED.test(line)).length;
  return [passed, failed, passed + failed];
}

const PASSED = /^\s*(?:ok \d|✓|✔|√|--- PASS|\[\s*OK)|\b(?:PASSED|ok|Passed)(?:\s|$)/;
const FAILED = /^\s*(?:not ok \d|✗|✘|×|✕|--- FAIL|\[\s*FAILED)|\b(?:FAILED|Failed)(?:\s|$)/;
