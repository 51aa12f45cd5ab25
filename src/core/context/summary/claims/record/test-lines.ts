import { rememberByText } from "../../../../base/text";

/** A line of a test run's output with what it says about the tests on it. */
export interface TestLine {
  /** In lower case. */
  readonly text: string;
  readonly verdict: "pass" | "fail" | undefined;
  /** How many tests of its file, class or package passed and failed, where it counts them. */
  readonly counts?: { readonly passed: number; readonly failed: number };
}

const FAILING = /\bFAIL(?:ED|URE)?S?\b|\b[Ff]ail(?:ed|ing|s)?\b|❯|»|SEGFAULT|\bERROR\b|✗|✕|✖|×|❌|\bnot ok\b|●/;
const PASSING = /\bPASS(?:ED)?\b|\bpass(?:ed|es|ing)?\b|✓|✔|✅|\bok\b/i;
/** "Failures: 0, Errors: 0", "0 failed": a count of none is no failure. */
const NONE_FAILED = /\b(?:fail(?:ures?|ed)|errors?)\s*[:=]\s*0\b|\b0 (?:failures?|failed|errors?)\b/gi;

/** The lines of an output, each with its verdict. Every test that a summary names is looked up in all of them. */
export const testLinesOf = rememberByText((output: string): readonly TestLine[] =>
  output
    // Surefire names the class on one line and counts on the next.
    .replace(/^(.*\bRunning \S+)\n(?=.*\bTests run:)/gm, "$1 ")
    // Cargo names a file of tests, lists its tests, and counts them behind that.
    .replace(CARGO_FILE, (words, head: string) => `${head} ${CARGO_COUNTS.exec(words)?.[0] ?? ""}\n${words}`)
    .split("\n")
    .map((line) => {
      const counts = countsOn(line);
      return {
        text: line.toLowerCase(),
        verdict: verdictOn(line, counts),
        ...(counts === undefined ? {} : { counts }),
      };
    }),
);

const CARGO_FILE = /^\s*Running ((?:unittests )?\S+\.rs)\b(?:(?!\n\s*Running )[^])*?\btest result: .*$/gm;
const CARGO_COUNTS = /test result: .*$/m;

const PART = /\b(\d+) passed[;,] (\d+) failed(?:[;,] (\d+) (?:ignored|skipped))?/g;

/** What a run of several crates or packages counts for each and for all: passed, failed, skipped, and their sum. */
export const countsInParts = rememberByText((output: string): ReadonlySet<number> => {
  const parts = [...output.matchAll(PART)].map(([, ...counts]) => counts.map((count) => Number(count ?? 0)));
  if (parts.length < 2) return new Set();
  const sums = [0, 1, 2].map((at) => parts.reduce((sum, part) => sum + (part[at] ?? 0), 0));
  return new Set([...parts, sums].flatMap((part) => [...part, part.reduce((sum, count) => sum + count, 0)]));
});

function verdictOn(line: string, counts: TestLine["counts"]): TestLine["verdict"] {
  if (counts !== undefined) return counts.failed > 0 ? "fail" : "pass";
  const told = line.replace(NONE_FAILED, "");
  return FAILING.test(told) ? "fail" : PASSING.test(told) || told !== line ? "pass" : undefined;
}

/** "Tests run: 12, Failures: 1, Errors: 0", "(5 tests | 2 failed)", "(8 tests)". */
function countsOn(line: string): TestLine["counts"] {
  const surefire = /\bTests run:\s*(\d+), Failures:\s*(\d+), Errors:\s*(\d+)/.exec(line);
  if (surefire !== null) return ofTotal(surefire[1], Number(surefire[2]) + Number(surefire[3]));
  const cargo = /\btest result: \w+\. (\d+) passed; (\d+) failed/.exec(line);
  if (cargo !== null) return { passed: Number(cargo[1]), failed: Number(cargo[2]) };
  const vitest = /\((\d+) tests?(?: \| (\d+) failed)?[^)]*\)/.exec(line);
  return vitest === null ? undefined : ofTotal(vitest[1], Number(vitest[2] ?? 0));
}

const ofTotal = (total: string | undefined, failed: number) => ({ passed: Number(total ?? 0) - failed, failed });
