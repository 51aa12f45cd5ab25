import { describe, expect, it } from "vitest";
import { exitCodeIn, testCountsIn } from "../../../../src/core/conversation/text/tool-outcome";

describe("exitCodeIn", () => {
  it.each([
    ["Command exited with code 2", 2],
    ["[The command completed with exit code 0.]", 0],
    ["Exit code: 127\nsh: nope: not found", 127],
    ['{"exit_code": 4}', 4],
    ["[terminal] ran `npm test` -> exit 1, 3000 lines output", 1],
    ["out\n[exit code 3; processes it had left running were ended]", 3],
    ["#!/bin/sh\nfalse || exit 1\nexit 2", undefined],
    ["HTTP status code 404", undefined],
    ["all good", undefined],
  ])("reads %j", (text, code) => {
    expect(exitCodeIn(text)).toBe(code);
  });

  it("believes the last statement of a long output", () => {
    expect(exitCodeIn(`exit code 1\n${"line\n".repeat(10_000)}exit code 0`)).toBe(0);
  });
});

describe("testCountsIn", () => {
  it.each([
    ["vitest", " Tests  1 failed | 12 passed (13)\n", "12 passed, 1 failed"],
    [
      "vitest with colors",
      "\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m28 passed\u001b[39m\u001b[22m (28)\n",
      "28 passed, 0 failed",
    ],
    ["jest", "Tests:       1 failed, 12 passed, 13 total", "12 passed, 1 failed"],
    ["pytest", "=== 3 failed, 10 passed in 2.10s ===", "10 passed, 3 failed"],
    ["quiet pytest", "2 failed, 10 passed in 1.2s", "10 passed, 2 failed"],
    ["mocha", "  12 passing (3s)\n  1 failing", "12 passed, 1 failed"],
    ["cargo", "test result: FAILED. 3 passed; 2 failed; 0 ignored", "3 passed, 2 failed"],
    [
      "cargo, which counts each binary by itself",
      "test result: ok. 9 passed; 0 failed; 0 ignored\n\ntest result: ok. 2 passed; 0 failed; 0 ignored",
      "11 passed, 0 failed",
    ],
    [
      "dotnet, which counts each project by itself",
      "Passed!  - Failed:     0, Passed:    32, Skipped:     2\nPassed!  - Failed:     0, Passed:     5, Skipped: 0",
      "37 passed, 0 failed",
    ],
    ["unittest", "Ran 12 tests in 0.1s\n\nFAILED (failures=1, errors=2)", "9 passed, 3 failed"],
    ["node", "# pass 3\n# fail 1", "3 passed, 1 failed"],
    ["dotnet", "Failed!  - Failed:     1, Passed:    12, Skipped: 0", "12 passed, 1 failed"],
    ["ctest", "90% tests passed, 1 tests failed out of 10", "9 passed, 1 failed"],
    ["conftest", "14 tests, 12 passed, 0 warnings, 2 failures, 0 exceptions", "12 passed, 2 failed"],
    ["XCTest", "Executed 84 tests, with 1 failure (0 unexpected) in 12.2 (12.3) seconds", "83 passed, 1 failed"],
    ["ExUnit", "12 tests, 3 failures", "9 passed, 3 failed"],
    ["minitest", "58 runs, 120 assertions, 2 failures, 1 errors, 0 skips", "55 passed, 3 failed"],
    ["GoogleTest", "[  PASSED  ] 11 tests.\n[  FAILED  ] 1 test, listed below:", "11 passed, 1 failed"],
    ["bun", " 12 pass\n 1 fail\n", "12 passed, 1 failed"],
    ["deno", "FAILED | 5 passed | 1 failed (12ms)", "5 passed, 1 failed"],
    ["go", "--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL", "1 passed, 1 failed"],
    ["Playwright", "Running 27 tests using 4 workers\n\n  1 failed\n  26 passed (1.4m)\n", "26 passed, 1 failed"],
    ["Playwright without a passing test", "Running 1 test using 1 worker\n\n  1 failed\n", "0 passed, 1 failed"],
    ["Gradle", "11 tests completed, 1 failed, 2 skipped\n\nBUILD FAILED in 19s", "8 passed, 1 failed"],
    ["no tests", "compiled 12 files", undefined],
  ])("counts for %s", (_name, text, counts) => {
    expect(testCountsIn(text)).toBe(counts);
  });
});
