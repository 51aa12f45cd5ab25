import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const patched = (path: string, find: string, replace: string): readonly Message[] =>
  step("patch", { path, find, replace }, `Patched ${path}.`);

const verdictsOf = (section: string, text: string, messages: readonly Message[]): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a run that a sentence tells in several figures", () => {
  const messages = [
    user("Let the importer skip empty rows"),
    ...shell("pnpm test", "Test Files  7 passed (7)\nTests  58 passed (58)\nDuration  4.11s", 0),
    ...patched("src/importer.ts", "rows", "rows.filter(Boolean)"),
    ...shell("pnpm test", "Test Files  1 failed | 7 passed (8)\nTests  2 failed | 59 passed (61)", 1),
    ...patched("src/importer.ts", "Boolean", "isFilled"),
    ...shell("pnpm test", "Test Files  8 passed (8)\nTests  61 passed (61)\nDuration  4.32s", 0),
    ...shell("pnpm test:e2e", "Error: connect ECONNREFUSED 127.0.0.1:4173\n 1 failed", 1),
  ];

  it.each([
    "Last `pnpm test`: 61 tests in 8 files, all passing, exit code 0.",
    "Last unit run: 61 tests in 8 files, all passed.",
    "最近一次单元测试有 8 个文件、61 个用例，全部通过。",
  ])("is that run, whatever ran after it: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toEqual([]);
  });

  it.each([
    "Last `pnpm test`: 58 tests in 7 files, all passing, exit code 0.",
    "Last `pnpm test`: 61 tests in 8 files, all passing, exit code 1.",
    "First `pnpm test`: 61 tests in 8 files, all passing.",
  ])("is not another one: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toContain("contradicted");
  });
});

describe("a run that is told by more than its command", () => {
  const messages = [
    user("Make the relay safe for several writers"),
    ...shell("staticcheck ./...", "relay.go:9:2: unused variable\nrelay.go:30:2: unused result", 3),
    ...shell("go test ./...", "ok  \trelay/core\t0.21s\nok  \trelay/wire\t0.04s", 0),
    ...shell("go test -race ./...", "--- FAIL: TestTwoWriters (0.01s)\nFAIL\nFAIL\trelay/core\t0.31s", 1),
    ...shell("bin/import orders.csv", "Error: IMPORT_TOKEN is not set", 4),
    ...shell("IMPORT_TOKEN=x bin/import orders.csv", "3 orders", 0),
    ...shell("bin/bench", "decode 2.31 ns\nencode 4.07 ns", 0),
    ...shell("staticcheck ./...", "no findings", 0),
    ...shell("deploy/check.sh staging", "connection refused", 7),
  ];

  it.each([
    "The suite without the race detector is green.",
    "With the race detector the suite fails.",
    "The first `bin/import` attempt failed with exit code 4 because `IMPORT_TOKEN` was not set.",
    "staticcheck went from exit code 3 to a clean run.",
    "staticcheck 的退出码从 3 变成 0。",
    "Ran `bin/bench` — 2.31 ns to decode, 4.07 ns to encode.",
  ])("is that one: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });

  it.each([
    "The suite passes with the race detector.",
    "The suite fails without the race detector.",
    "`deploy/check.sh staging` 连不上服务器，而命令的返回码却是 0。",
  ])("is no other: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toContain("contradicted");
  });
});

describe("the first run of a test", () => {
  const messages = [
    user("Retry refused webhooks"),
    ...shell("pnpm test", "✓ test/health.test.ts (4 tests)\n\nTests  4 passed (4)", 0),
    ...step("write_file", { path: "test/retry.test.ts", content: "it('retries', () => {})" }, "Wrote 24 bytes."),
    ...shell(
      "pnpm test",
      "✓ test/health.test.ts (4 tests)\n❯ test/retry.test.ts (3 tests | 1 failed)\n\nTests  1 failed | 6 passed (7)",
      1,
    ),
    ...patched("src/retry.ts", "< 3", "<= 3"),
    ...shell("pnpm test", "✓ test/health.test.ts (4 tests)\n✓ test/retry.test.ts (3 tests)\n\nTests  7 passed (7)", 0),
  ];

  it("is the first that has it", () => {
    const text = "The new test/retry.test.ts was green on its very first run.";
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(["contradicted"]);
  });

  it("is left alone where it went so", () => {
    const text = "The new test/retry.test.ts failed on its first run.";
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("counts beside an exit code", () => {
  const messages = [
    user("Register the refund endpoint"),
    ...shell("php artisan test --filter=Refund", "  Tests:    6 failed (0 assertions)\n  Duration: 1.10s", 2),
    ...patched("app/Http/Kernel.php", "[]", "['once' => Once::class]"),
    ...shell("php artisan test --filter=Refund", "  Tests:    1 failed, 5 passed (11 assertions)", 1),
    ...patched("app/Refund.php", "float", "int"),
    ...shell("php artisan test --filter=Refund", "  Tests:    6 passed (14 assertions)", 0),
  ];

  it.each([
    ["All 6 tests of `php artisan test --filter=Refund` failed at first, exit code 1.", ["contradicted"]],
    ["All 6 tests of `php artisan test --filter=Refund` failed at first, exit code 2.", []],
    ["起初 `php artisan test --filter=Refund` 的 6 个用例全部失败，退出码 1。", ["contradicted"]],
  ])("tell which run ended so: %s", (text, verdicts) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(verdicts);
  });
});

describe("a file of tests that Cargo counts by itself", () => {
  const counts = (file: string, passed: number, failed: number) =>
    `     Running tests/${file}.rs (target/debug/deps/${file}-51c)\n\nrunning ${passed + failed} tests\n` +
    `test result: ${failed > 0 ? "FAILED" : "ok"}. ${passed} passed; ${failed} failed; 0 ignored`;
  const messages = [
    user("Let the reader follow links"),
    ...step("write_file", { path: "tests/links.rs", content: "#[test]\nfn follows() {}" }, "Wrote 24 bytes."),
    ...shell("cargo test", [counts("cli", 8, 0), counts("links", 2, 1)].join("\n"), 101),
    ...patched("src/links.rs", "once", "always"),
    ...shell("cargo test", [counts("cli", 8, 0), counts("links", 3, 0)].join("\n"), 0),
  ];

  it.each([
    ["tests/links.rs: all tests green on their first run", ["contradicted"]],
    ["All tests in tests/links.rs passed the first time they were run.", ["contradicted"]],
    ["In the last `cargo test` the 8 tests of tests/cli.rs passed.", []],
    ["tests/links.rs failed on its first run.", []],
  ])("went as its own line says: %s", (text, verdicts) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(verdicts);
  });
});

describe("a reason that is denied", () => {
  const messages = [
    user("Check the pipeline"),
    ...shell("glab ci lint", "ERROR: 401 Unauthorized", 1),
    ...shell("pnpm playwright test e2e/login.spec.ts", "  ✘  1 e2e/login.spec.ts:8:1 › logs in\n  1 failed", 1),
  ];

  it.each(["`glab ci lint` 因 401 未登录而失败。", "e2e/login.spec.ts 因为浏览器不存在而失败。"])(
    "denies no failure: %s",
    (text) => {
      expect(verdictsOf("Active State", text, messages)).toEqual([]);
    },
  );

  it("leaves a denial of the failure itself as one", () => {
    expect(verdictsOf("Active State", "`glab ci lint` 没有失败。", messages)).toEqual(["contradicted"]);
  });
});

describe("a work that a sentence tells before its run", () => {
  const messages = [
    user("Compare in UTC"),
    ...shell("cargo build", "error[E0308]: mismatched types", 101),
    ...patched("src/since.rs", "parsed", "parsed.with_timezone(&Utc)"),
    ...shell("cargo build", "Finished `dev` profile in 2.91s", 0),
  ];

  it("is what its run came after", () => {
    const text = "Converted the stamp with with_timezone(&Utc), after which `cargo build` succeeded.";
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});
