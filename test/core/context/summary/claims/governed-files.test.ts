import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const messages = [
  user("Cap the delay. lint/rules.yml can wait until we move to v2. 队列测试别动。"),
  ...step(
    "list_files",
    { path: "." },
    "lint/rules.yml\nsrc/retry.go\nsrc/queue.go\ntests/queue_test.go\ntests/retry_test.go",
  ),
  ...shell("go test ./tests", "--- FAIL: TestCap\n    tests/retry_test.go:12: q.mu.Lock() held\nFAIL", 1),
  ...step(
    "patch",
    { path: "src/retry.go", find: "return d", replace: "q.mu.Lock()\nreturn min(d, limit)" },
    "Patched.",
  ),
  ...shell("go test ./tests", "ok  \ttests\t0.4s", 0),
];
const verdictsOf = (section: string, text: string): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a file that is the place or the subject of a sentence", () => {
  it.each([
    ["Completed Actions", "tests/retry_test.go: everything passes after the limit was added."],
    ["Completed Actions", "✅ tests/retry_test.go — green since min() was introduced"],
    ["Completed Actions", "Capped the delay in src/retry.go, which turned tests/retry_test.go green."],
    ["Completed Actions", "4. Fixed the red case in tests/retry_test.go by capping the delay [tool: patch]"],
    ["Completed Actions", "5. Added q.mu.Lock() to the retry loop in src/retry.go"],
    ["Completed Actions", "2. 修改前运行测试，tests/retry_test.go 里有一个用例不通过"],
    ["Relevant Files", "lint/rules.yml — the v2 syntax is the user's plan (a later rework)"],
    ["Relevant Files", "tests/retry_test.go —— 含有一条改动前就失败的用例"],
    ["Relevant Files", "lint/rules.yml：旧版格式，等升级 v2 时再改"],
    ["Critical Context", "tests/queue_test.go 在新增上限后依然通过。"],
    ["Critical Context", "队列用例写在 tests/queue_test.go 里，与这次修改无关。"],
  ])("was not changed by what a verb further on did: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).not.toContain("contradicted");
  });

  it.each([
    ["Completed Actions", "After the cap, src/queue.go was cleaned up as well."],
    ["Completed Actions", "In tests/queue_test.go, a case for the empty queue was added."],
    ["Completed Actions", "- Added a comment to lint/rules.yml"],
    ["Completed Actions", "3. src/queue.go — buffer made configurable, tests still green [tool: patch]"],
    ["Relevant Files", "lint/rules.yml：已迁移到 v2 格式"],
    ["Relevant Files", "tests/queue_test.go — 补充了空队列的用例"],
    ["Completed Actions", "压测之后又把 src/queue.go 的缓冲区上限调大了。"],
    ["Completed Actions", "4. WRITE tests/stubs/clock — fake clock for the retry loop [tool: write_file]"],
  ])("was changed where grammar ties the verb to it: %s, %s", (section, text) => {
    expect(verdictsOf(section, text)).toContain("contradicted");
  });
});
