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

describe("counts of one run", () => {
  const messages = [
    user("Run everything"),
    ...shell(
      "npx playwright test",
      [
        "Running 9 tests using 2 workers",
        "  ✘  [webkit] › a.spec.ts:3 › saves draft (1.0s)",
        "  2 failed",
        "  7 passed (1.1m)",
      ].join("\n"),
      1,
    ),
    ...shell("ctest --test-dir out", "100% tests passed, 0 tests failed out of 6", 0),
  ];

  it.each([
    "Whole Playwright run: 7 passed, 2 failed (`saves draft` among them).",
    "ctest: 100% passed, 0 of 6 failed",
  ])("belong together: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toEqual([]);
  });

  it.each(["Whole e2e run: 8 passed, 1 failed.", "ctest: 2 of 6 failed"])("are compared: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toEqual(["contradicted"]);
  });
});

describe("names in a sentence about two files", () => {
  const messages = [
    user("Add the column"),
    ...patched("models/orders.sql", "select id", "select id, gross_total"),
    ...patched("models/staging.sql", "select id", "select id, rebate"),
  ];

  it.each([
    "orders.sql 新增 gross_total 列，staging.sql 补选了 rebate。",
    "Added gross_total to orders.sql, and selected rebate in staging.sql.",
  ])("belong to the file of their clause: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });

  it("are missed where no change to that file has them", () => {
    expect(verdictsOf("Completed Actions", "staging.sql 已加入 gross_total。", messages)).toEqual(["contradicted"]);
  });
});

describe("a verdict", () => {
  const messages = [
    user("Check it"),
    ...shell("npx vitest run", " Tests  1 failed | 4 passed (5)", 1),
    ...shell("npx tsc --noEmit", "a.test.ts(3,1): error TS2741: Property 'size' is missing", 2),
    ...patched("a.test.ts", "{}", "{ size: 1 }"),
    ...shell("npx tsc --noEmit", "", 0),
  ];

  it("is that on the command it stands behind, whatever else the sentence names", () => {
    const text = "`tsc --noEmit` is clean now (`size` had been missing in the unit test).";
    expect(verdictsOf("Active State", text, messages)).toEqual([]);
  });

  it("on a build is not taken from tests that ran and failed", () => {
    const gradle = [
      user("Build it"),
      ...shell("./gradlew :app:compileDebugKotlin", "BUILD SUCCESSFUL in 12s", 0),
      ...shell("./gradlew :app:testDebugUnitTest", "6 tests completed, 1 failed\n\nBUILD FAILED in 9s", 1),
    ];
    expect(verdictsOf("Completed Actions", "补齐后编译成功。", gradle)).toEqual([]);
  });
});

it("a sentence about a run after something was started is corrected once", () => {
  const record = recordOf({
    messages: [
      user("Use Redis"),
      ...step("write_file", { path: "src/redis.js", content: "connect redis" }, "Wrote src/redis.js (1 line)."),
      ...shell("npx jest", "  ● login › keeps user\nTests:       1 failed, 3 passed, 4 total", 1),
      ...shell("docker run -d redis:7", "d2f0c6b1a9e4", 0),
      ...shell("npx jest", "Tests:       4 passed, 4 total", 0),
      ...shell("npx jest --detectOpenHandles", "Tests:       4 passed, 4 total", 0),
    ],
  });
  const { text, claims } = checkClaims(
    "## Active State\nAfter Redis was started, `login › keeps user` still failed.",
    record,
  );
  expect(claims.map(({ verdict }) => verdict)).toEqual(["contradicted"]);
  expect(checkClaims(text, record).text).toBe(text);
});

describe("a decision", () => {
  const messages = [
    user("Add a changeset, patch level. Hmm, make it minor actually. 你不用改 settings。"),
    user("返回体要保留 code 字段，那个断言是旧的，改测试。提交前确认接口返回 409 而不是 500。"),
  ];

  it.each([
    ["Key Decisions", "Changeset is minor, not patch (user changed their mind)."],
    ["Key Decisions", "用户要求返回体保留 code 字段，因此改了测试断言。"],
    ["Constraints & Preferences", "settings.py 不改（用户要求）。"],
    ["Pending User Asks", "接口应返回 409，实测仍是 500。"],
  ])("is found in the user's own words, without what is told beside it: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual([]);
  });

  it.each([
    ["Key Decisions", "用户要求返回体删除 code 字段。"],
    ["Key Decisions", "User wants a rollback plan before the release."],
  ])("is marked where the user said nothing like it: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual(["unchecked"]);
  });
});

describe("a trouble", () => {
  const messages = [
    user("Fix the leak and the import"),
    ...shell(
      "ctest --test-dir out",
      "1/1 Test #1: soak .......***Failed    0.19 sec\n0% tests passed, 1 tests failed out of 1",
      8,
    ),
    ...shell("./out/check soak", "ERROR: LeakSanitizer: detected memory leaks\n    #1 queue_new src/queue.c:11", 1),
    ...patched("src/queue.c", "}", "queue_free(q); }"),
    ...shell(
      "ctest --test-dir out",
      "1/1 Test #1: soak .......   Passed    0.18 sec\n100% tests passed, 0 tests failed out of 1",
      0,
    ),
    ...shell("go test ./...", "cmd/main.go:12:7: undefined: limiter\nexit status 1", 1),
    ...patched("cmd/main.go", "import (", 'import (\n"example.com/limiter"'),
    ...shell("go vet ./...", "", 0),
    ...shell(
      "npx jest --detectOpenHandles",
      "1 open handle: TCPWRAP at src/redis.js:4\nTests:       4 passed, 4 total",
      0,
    ),
  ];

  it.each([
    ["Completed Actions", "The leak in the soak test was cured."],
    ["Completed Actions", "main.go 缺少 limiter 的 import，已补上。"],
    ["Blocked", "Jest still hangs: open TCPWRAP handle from src/redis.js:4."],
  ])("is judged by a later run that covers it, and by what that run prints: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual([]);
  });

  it("is not the one that is only spoken of behind another failure", () => {
    const talk = [
      user("The signup test is flaky"),
      ...shell("npx playwright test e2e/signup.spec.ts", "  ✘  e2e/signup.spec.ts:1 › shows welcome\n  1 failed", 1),
      ...patched("src/signup.svelte", "a", "b"),
      ...shell("npx playwright test e2e/signup.spec.ts", "Running 3 tests using 1 worker\n\n  3 passed (2.0s)", 0),
      ...shell("npx svelte-check", "Error: Object is possibly null", 1),
      user("We are done with signup then."),
    ];
    expect(verdictsOf("Completed Actions", "Signup flake fixed.", talk)).toEqual([]);
  });
});

describe("a false word on a run", () => {
  const messages = [
    user("训练模型"),
    ...shell("shellcheck tools/pack.sh", "SC2086 (info): Double quote to prevent globbing", 1),
    ...patched("tools/pack.sh", "$A", '"$A"'),
    ...shell("shellcheck tools/pack.sh", "", 0),
    ...shell("pnpm test:unit --run", " × 列表 > 点击标题切换顺序\n Tests  1 failed | 6 passed (7)", 1),
    ...shell("python train.py --fp16", "train.py: error: unrecognized arguments: --fp16", 2),
  ];

  it.each([
    ["Completed Actions", "shellcheck on the original script: rc 0"],
    ["Completed Actions", "带 --fp16 的那次训练返回 0。"],
    ["Resolved Questions", "「点击标题切换顺序」的失败已经修好。"],
  ])("is found by the version, option, or test that it names: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual(["contradicted"]);
  });
});

describe("a run that a sentence places in time", () => {
  const messages = [
    user("Make it wait"),
    ...shell("go test ./...", "ok  \texample.com/queue\t0.1s", 0),
    ...patched("queue.go", "Pop()", "PopWait(ctx)"),
    ...shell("go test ./...", "--- FAIL: TestDrain (0.00s)\nFAIL\texample.com/queue\t0.1s", 1),
    ...patched("drain.go", "q.Pop()", "q.PopWait(ctx)"),
    ...shell("go test ./...", "ok  \texample.com/queue\t0.1s", 0),
  ];

  it.each([
    "1. RUN `go test ./...` 改完 queue.go 之后的第一次 — 全部通过",
    "1. RUN `go test ./...` 刚改完 queue.go 时 — 全部通过",
    "1. RUN `go test ./...` after the change to drain.go — TestDrain fails",
  ])("is not another one: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toContain("contradicted");
  });

  it.each([
    "1. RUN `go test ./...` 改完 queue.go 之后的第一次 — TestDrain 失败",
    "1. RUN `go test ./...` after the change to drain.go — all tests pass",
  ])("is left alone: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("a trouble that was left as it is", () => {
  const messages = [
    user("Run the linter"),
    ...shell("npx eslint src", "src/a.vue\n  18:7  error  'x' is never used  no-unused-vars\n\n✖ 1 problem", 1),
    user("Leave that one to Kim."),
    ...shell(
      "make && ctest",
      "parser.c:40: assertion failed: depth == 0\n75% tests passed, 1 tests failed out of 4",
      2,
    ),
    ...shell("make", "cc -o parser parser.c", 0),
  ];

  it.each([
    "- 无。src/a.vue 的 no-unused-vars 报错已修复",
    "- 目前没有阻塞：no-unused-vars 已修复",
    "- Nothing left open: the no-unused-vars error was fixed",
    "- None; the failing assertion on depth has been repaired",
  ])("is not over: %s", (text) => {
    expect(verdictsOf("Blocked", text, messages)).toEqual(["contradicted"]);
  });

  it.each([
    "- `parser.c:40: assertion failed: depth == 0`, left as it is until the parser is replaced next month",
    "- eslint, src/a.vue line 18: 'x' is never used. Stays, the page is rewritten by Kim",
  ])("is told where it shows, which is no edit: %s", (text) => {
    expect(verdictsOf("Blocked", text, messages)).toEqual([]);
  });
});

it.each([
  ["两个用例都失败（0 pass，2 fail）", []],
  ["两个用例都通过（2 pass，0 fail）", ["contradicted"]],
])("counts of zero belong to their word: %s", (text, verdicts) => {
  const messages = [user("Test"), ...shell("bun test", " 0 pass\n 2 fail\nRan 2 tests across 1 files.", 1)];
  expect(verdictsOf("Completed Actions", `1. \`bun test\` — ${text}`, messages)).toEqual(verdicts);
});
