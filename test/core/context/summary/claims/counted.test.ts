import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const tests = (...names: readonly string[]): string =>
  names.map((name) => `def test_${name}():\n    pass\n`).join("\n");

const messages = [
  user("Cover the importer."),
  ...step("read_file", { path: "tests/test_io.py" }, tests("opens", "closes")),
  ...step("write_file", { path: "tests/test_import.py", content: tests("empty", "header", "quotes") }, "Wrote it."),
  ...step(
    "patch",
    { path: "tests/test_import.py", find: "# end", replace: `${tests("unicode")}# end` },
    "Patched tests/test_import.py.",
  ),
  ...step("write_file", { path: "test/dump.bats", content: '@test "fails" {\n}\n@test "logs" {\n}\n' }, "Wrote it."),
  ...step("write_file", { path: "tests/parse_test.zig", content: 'check "empty"\ncheck "long"\n' }, "Wrote it."),
  ...shell(
    "cargo test",
    [
      "     Running unittests src/main.rs (target/debug/deps/feed-5b1c)",
      "running 9 tests",
      "test result: ok. 9 passed; 0 failed; 0 ignored",
      "     Running tests/cli.rs (target/debug/deps/cli-77ab)",
      "running 5 tests",
      "test result: ok. 5 passed; 0 failed; 0 ignored",
    ].join("\n"),
    0,
  ),
  ...shell(
    "pnpm vitest run",
    " ✓ src/utils/csv.spec.ts (6 tests)\n ✓ src/utils/filter.spec.ts (8 tests)\n      Tests  14 passed (14)",
    0,
  ),
];

const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Relevant Files\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("how many tests a file has", () => {
  it.each([
    "- tests/test_import.py — 4 tests for the importer",
    "- tests/test_import.py: three tests to begin with",
    "- tests/test_import.py：新增 1 个针对编码的测试",
    "- test/dump.bats：2 个用例",
    "- tests/cli.rs — 5 integration tests",
    "- tests/cli.rs and 9 unit tests are green",
    "- csv.spec.ts 有 6 个用例",
    "- tests/parse_test.zig has 2 tests",
  ])("is what it defines, or what a run counts for it: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "- tests/test_import.py — 6 tests for the importer",
    "- tests/test_import.py：新增 7 个针对编码的测试",
    "- tests/test_io.py has five tests",
    "- test/dump.bats：5 个用例",
    "- tests/cli.rs — 9 integration tests",
    "- csv.spec.ts 有 8 个用例",
  ])("is not what another file has: %s", (text) => {
    expect(verdictsOf(text)).toEqual(["contradicted"]);
  });
});
