import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { says, user } from "../../../../support/conversation";

const cargo = (unit: number, cli: number): string =>
  [
    "     Running unittests src/lib.rs (target/debug/deps/gauge-5b1c)",
    `test result: ok. ${unit} passed; 0 failed; 0 ignored; 0 measured`,
    "     Running tests/cli.rs (target/debug/deps/cli-77ab)",
    `test result: ok. ${cli} passed; 0 failed; 0 ignored; 0 measured`,
  ].join("\n");

const messages = [
  user("Round the totals. The chunks have 50000 rows now; make them 20 万 instead."),
  ...shell("cargo test", cargo(6, 12), 0),
  ...step(
    "write_file",
    {
      path: "src/totals.py",
      content: "def vat(line):\n    return line_net(line) * line.rate / Decimal(100)\n\ndef delay():\n    return 5\n",
    },
    "Wrote src/totals.py.",
  ),
  ...step(
    "patch",
    { path: "src/retry.py", find: "return 0", replace: "assert Retry.delay(attempt) == 5\nmax_age = 36" },
    "Patched src/retry.py.",
  ),
  ...shell("ab -n 2000 http://localhost/claims", "Requests/sec:\t586.0462\nTotal:  2000 requests, 100 accepted", 0),
  ...shell("time ./gauge --max-age 0h", "compacted\n\nreal\t0m2.918s\nuser\t0m2.604s", 0),
  ...shell("./bench", "lines: 2000000  seconds: 1.10  rate: 1.82 M/s  peak memory: 9 MB", 0),
  says("Before the ring buffer: 1.35 M/s with a peak memory of 412 MB."),
  ...shell("npx playwright install chromium", "Downloading Chromium 124.0.6367.29 (playwright build v1112)", 0),
];

const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Critical Context\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a number stands for the same thing on record", () => {
  it.each([
    "Totals are rounded per line, to two decimals.",
    "The callback now asks Retry.delay(attempt) instead of returning 0.",
    "The release binary took 2.918 s with --max-age 0h.",
    "The throughput is about 586 requests/s.",
    "吞吐约 586 请求/秒。",
    "With the ring buffer: 1.82 M/s, peak memory 9 MB.",
    "The browser is Chromium 124.",
    "块大小从 5 万行改为 20 万行。",
    "Baseline: 6 unit tests and 12 in tests/cli.rs.",
  ])("and not for what a line with the same words is about: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "The release binary took 3.918 s with --max-age 0h.",
    "吞吐约 386 请求/秒。",
    "With the ring buffer: 1.82 M/s, peak memory 19 MB.",
    "The browser is Chromium 131.",
    "Baseline: 8 unit tests and 12 in tests/cli.rs.",
  ])("or it is wrong: %s", (text) => {
    expect(verdictsOf(text)).toContain("contradicted");
  });
});
