import { joinPattern, rememberByText } from "../../base/text";
import { withoutColors } from "./error-lines";

/** What tool output says about how things went. Only the ends of the text are read, where tools put it. */
const READ_CHARS = 8_000;

const STATED_EXIT = joinPattern(
  [
    String.raw`(?:\bexit[ _-]?(?:with )?(?:code|status)|\bexited(?: with)?(?: code| status)?|\breturn ?code|`,
    String.raw`-> exit)["']?\s{0,2}[:=]?\s{0,2}(-?\d{1,5})\b`,
  ],
  "gi",
);

/** The exit code a result states, by our own words or those of other agents; undefined where it states none. */
export function exitCodeIn(text: string): number | undefined {
  const ends = text.length <= 2_400 ? text : `${text.slice(0, 400)}\n${text.slice(-2_000)}`;
  const stated = [...ends.matchAll(STATED_EXIT)].at(-1)?.[1];
  return stated === undefined ? undefined : Number(stated);
}

/** "12 passed, 1 failed", from the runners people use; undefined where the output counts no tests. */
export const testCountsIn = (text: string): string | undefined => countsIn(text) || undefined;

/** Empty where the output counts no tests. */
const countsIn = rememberByText((text: string): string => {
  const tail = withoutColors(text.slice(-READ_CHARS));
  if (!TEST_WORDS.test(tail)) return "";
  for (const { pattern, passed, failed, prints } of runners) {
    const found = [...tail.matchAll(pattern)];
    const counted = prints === "each-part" ? found : found.slice(-1);
    if (counted.length === 0) continue;
    const sum = (count: Runner["passed"]) => sumOf(counted.map((match) => count(match, tail)));
    return counts(sum(passed), sum(failed)) ?? "";
  }
  return "";
});

const sumOf = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.every((number) => number === undefined)
    ? undefined
    : numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0);

/** One of these is in every line that counts tests. */
const TEST_WORDS = /pass|fail|test|example|in [\d.]/i;

interface Runner {
  readonly pattern: RegExp;
  readonly passed: (match: RegExpMatchArray, tail: string) => number | undefined;
  readonly failed: (match: RegExpMatchArray, tail: string) => number | undefined;
  /** "each-part": a line for every binary or project, and none for all of them. */
  readonly prints?: "each-part";
}

const numberBefore = (word: string) => (match: RegExpMatchArray) =>
  numberIn(new RegExp(`(\\d+) ${word}`).exec(match[0]));
const numberIn = (match: RegExpExecArray | null): number | undefined =>
  match?.[1] === undefined ? undefined : Number(match[1]);

const runners: readonly Runner[] = [
  {
    pattern: /^.{0,40}\bTests?:?\s{1,8}(?:\d+ \w+[ ,|]{0,3}){1,6}.{0,20}$/gm,
    passed: numberBefore("passed"),
    failed: numberBefore("failed"),
  },
  {
    pattern: /^=+ (?:\d+ \w+,? ){1,8}in [\d.]+.{0,40}$/gm,
    passed: numberBefore("passed"),
    failed: numberBefore("failed"),
  },
  {
    pattern: /^(?:\d+ \w+,? ){1,8}in [\d.]+ ?s.{0,40}$/gm,
    passed: numberBefore("passed"),
    failed: numberBefore("failed"),
  },
  {
    pattern: /test result: \w+\. \d+ passed; \d+ failed/g,
    passed: numberBefore("passed"),
    failed: numberBefore("failed"),
    prints: "each-part",
  },
  {
    pattern: /\b\d+ passing\b/g,
    passed: numberBefore("passing"),
    failed: (_match, tail) => numberIn(/\b(\d+) failing\b/.exec(tail)),
  },
  {
    pattern: /^Ran (\d+) tests? in .{1,20}$/gm,
    passed: (match, tail) => Number(match[1]) - unittestFailures(tail),
    failed: (_match, tail) => unittestFailures(tail),
  },
  {
    pattern: /^ {1,4}(\d+) passed \([\d.]+(?:m?s|m|h)\)$/gm,
    passed: (match) => Number(match[1]),
    failed: (_match, tail) => numberIn(/^ {1,4}(\d+) failed$/m.exec(tail)),
  },
  {
    // Playwright prints no count of passed tests where none passed.
    pattern: /^Running \d+ tests? using \d+ workers?$/gm,
    passed: () => undefined,
    failed: (_match, tail) => numberIn(/^ {1,4}(\d+) failed$/m.exec(tail)),
  },
  {
    pattern: /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/gm,
    passed: (match) => Number(match[1]) - Number(match[2] ?? 0) - Number(match[3] ?? 0),
    failed: (match) => Number(match[2] ?? 0),
  },
  {
    pattern: /\bTests run: (\d+), Failures: (\d+), Errors: (\d+)/g,
    passed: (match) => Number(match[1]) - Number(match[2]) - Number(match[3]),
    failed: (match) => Number(match[2]) + Number(match[3]),
  },
  {
    pattern: /\b(\d+) examples?, (\d+) failures?\b/g,
    passed: (match) => Number(match[1]) - Number(match[2]),
    failed: (match) => Number(match[2]),
  },
  {
    pattern: /^Tests: (\d+), Assertions: \d+.{0,80}$/gm,
    passed: (match) => Number(match[1]) - phpunitFailures(match[0]),
    failed: (match) => phpunitFailures(match[0]),
  },
  {
    pattern: /^OK \((\d+) tests?, \d+ assertions?\)/gm,
    passed: (match) => Number(match[1]),
    failed: () => 0,
  },
  {
    pattern: /^[#ℹ] pass (\d+)$/gm,
    passed: (match) => Number(match[1]),
    failed: (_match, tail) => numberIn(/^[#ℹ] fail (\d+)$/m.exec(tail)),
  },
  {
    pattern: /Failed:\s{1,10}(\d+), Passed:\s{1,10}(\d+)/g,
    passed: (match) => Number(match[2]),
    failed: (match) => Number(match[1]),
    prints: "each-part",
  },
  {
    pattern: /(\d+)% tests passed, (\d+) tests failed out of (\d+)/g,
    passed: (match) => Number(match[3]) - Number(match[2]),
    failed: (match) => Number(match[2]),
  },
  {
    pattern: /^\d+ tests?, \d+ passed\b.{0,80}$/gm,
    passed: numberBefore("passed"),
    failed: numberBefore("fail"),
  },
  {
    pattern: /\b(\d+) tests?,(?: with)? (\d+) failures?\b/g,
    passed: (match) => Number(match[1]) - Number(match[2]),
    failed: (match) => Number(match[2]),
  },
  {
    pattern: /^(\d+) runs?, \d+ assertions?, (\d+) failures?, (\d+) errors?/gm,
    passed: (match) => Number(match[1]) - Number(match[2]) - Number(match[3]),
    failed: (match) => Number(match[2]) + Number(match[3]),
  },
  {
    pattern: /^\[ {2}PASSED {2}\] (\d+) tests?/gm,
    passed: (match) => Number(match[1]),
    failed: (_match, tail) => numberIn(/^\[ {2}FAILED {2}\] (\d+) tests?/m.exec(tail)),
  },
  {
    pattern: /^\s*(\d+) pass$/gm,
    passed: (match) => Number(match[1]),
    failed: (_match, tail) => numberIn(/^\s*(\d+) fail$/m.exec(tail)),
  },
  {
    // Scripts of a project sum up so.
    pattern: /^\W{0,4}\d+ passed, \d+ failed\b.{0,40}$/gm,
    passed: numberBefore("passed"),
    failed: numberBefore("failed"),
  },
  {
    pattern: /\b\d+ passed \| \d+ failed\b/g,
    passed: numberBefore("passed"),
    failed: numberBefore("failed"),
  },
  {
    pattern: /^--- (?:PASS|FAIL): /gm,
    passed: (_match, tail) => tail.match(/^--- PASS: /gm)?.length ?? 0,
    failed: (_match, tail) => tail.match(/^--- FAIL: /gm)?.length ?? 0,
  },
];

const phpunitFailures = (line: string): number =>
  [...line.matchAll(/(?:Failures|Errors): (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);

const unittestFailures = (tail: string): number =>
  [...(/^FAILED \((.{1,80})\)/m.exec(tail)?.[1] ?? "").matchAll(/(?:failures|errors)=(\d+)/g)].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  );

function counts(passed: number | undefined, failed: number | undefined): string | undefined {
  if (passed === undefined && failed === undefined) return undefined;
  return `${passed ?? 0} passed, ${failed ?? 0} failed`;
}
