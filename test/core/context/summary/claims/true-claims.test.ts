import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import type { Message } from "../../../../../src/core/conversation/message";
import { shell, step } from "../../../../fixtures/claims/steps";
import { says, user } from "../../../../support/conversation";

const patched = (path: string, find: string, replace: string): readonly Message[] =>
  step("patch", { path, find, replace }, `Patched ${path}.`);

const verdictsOf = (section: string, text: string, messages: readonly Message[]): readonly string[] =>
  checkClaims(`## ${section}\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("what one place of the record says as a whole", () => {
  const messages = [
    user("Speed up the parser. 打签名 tag 失败也告诉我。"),
    ...shell("go test -bench ParseRow", "BenchmarkParseRow-16\t410222\t2914 ns/op\t1880 B/op\t41 allocs/op", 0),
    ...patched("parse.go", "regexp.MustCompile(p)", "compiled"),
    ...shell("go test -bench ParseRow", "BenchmarkParseRow-16\t3104772\t386.4 ns/op\t176 B/op\t4 allocs/op", 0),
    ...shell("go test -race ./...", "ok parser 0.3s\n--- FAIL: TestCloseWhileBusy\nFAIL internal/queue 1.2s", 1),
    ...shell("psql -f count.sql", "orders\n48210\nmalformed\n137", 0),
  ];

  it.each([
    ["Completed Actions", "1. BENCH ParseRow (baseline) — about 2.9 µs and 41 allocations per row [tool: terminal]"],
    ["Completed Actions", "2. Baseline: BenchmarkParseRow took 2.914 µs/op with 41 allocs and 1,880 B"],
    ["Completed Actions", "3. RACE RUN ./... — parser fine, internal/queue fails in TestCloseWhileBusy, exit 1"],
    ["Critical Context", "优化后 ParseRow 约 386 ns/op，176 B/op，每行 4 次分配"],
  ])("is not refuted by another place: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual([]);
  });

  it.each([
    ["Completed Actions", "1. BENCH ParseRow (baseline) — 2914 ns/op and 47 allocs/op [tool: terminal]"],
    ["Critical Context", "优化后 ParseRow 为 512.7 ns/op，176 B/op"],
  ])("is missed where one of its tokens is another: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual(["contradicted"]);
  });
});

describe("the verb of an action", () => {
  const messages = [user("Fix it"), ...patched("Signer.cs", "new SHA256Managed()", "SHA256.HashData(data)")];

  it.each([
    "1. FIX Signer.cs — obsolete SHA256Managed replaced with the static SHA256.HashData [tool: patch]",
    "2. BUG FIX Signer.cs — SHA256Managed is gone [tool: patch]",
    "3. REPLACE SHA256Managed in Signer.cs with HashData [tool: patch]",
    "4. PORT Signer.cs — 改用 SHA256.HashData [tool: patch]",
  ])("is no name that a change must have: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("a program beside a number", () => {
  const messages = [
    user("Upgrade to Java 17"),
    ...shell("java -version", 'openjdk version "17.0.9"\nwas 11', 0),
    ...shell("pnpm build", "vite v5.4.2 building for production...\ncargo 1.76.0, pnpm 8.15.4\n20 examples", 0),
  ];

  it.each([
    "Java 11 → 17",
    "java: 11 -> 17",
    "vite v5.4.2",
    "pnpm 8.15，vite v5.4.2，cargo 1.76.0",
    "cargo 1.76.0, vite v5.4.2",
  ])("tells its version: %s", (text) => {
    expect(verdictsOf("Completed Actions", `1. ${text}`, messages)).toEqual([]);
  });

  it("tells how its run ended behind an arrow", () => {
    expect(verdictsOf("Completed Actions", "1. java -version → 17", messages)).toEqual(["contradicted"]);
  });
});

describe("work that was not allowed", () => {
  const messages = [
    user("Check the oldest toolchain"),
    ...shell("cargo add thiserror@1", "Adding thiserror v1.0.69", 0),
    ...step("terminal", { command: "rustup toolchain install 1.70" }, "The user did not allow this call."),
  ];

  it.each([
    "Toolchain 1.70 isn't there, and its installation was denied.",
    "The installation of 1.70 was refused by the user.",
    "Installation of toolchain 1.70 rejected.",
    "1.70 工具链的依赖安装被拒绝。",
  ])("did not fail by being done otherwise: %s", (text) => {
    expect(verdictsOf("Blocked", text, messages)).toEqual([]);
  });
});

describe("words that only look like files", () => {
  const messages = [user("Profile it"), ...shell("go tool pprof -top cpu.out", "58.3% regexp.compile", 0)];

  it.each([
    "1. CPU profile taken; regexp.compile is at the top",
    "2. Wrote down the memory profile",
    "3. 已拍下 CPU profile，regexp.compile 排第一",
  ])("name none: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("what was taken out of a file", () => {
  const messages = [
    user("Release notes, without the section “其他”"),
    ...step(
      "write_file",
      { path: "CHANGELOG.md", content: "## 2.6.0\n### 其他\n- x\n" },
      "Wrote CHANGELOG.md (3 lines).",
    ),
    ...step("write_file", { path: "CHANGELOG.md", content: "## 2.6.0\n- x\n" }, "Wrote CHANGELOG.md (2 lines)."),
    ...shell(
      "ruff check --fix pipeline",
      "pipeline/extract.py:1:8: F401 unused import json\nFound 1 error (1 fixed).",
      0,
    ),
  ];

  it.each([
    "1. CHANGELOG.md 去掉了“其他”一节",
    "2. Removed `其他` from CHANGELOG.md",
    "3. ruff found an unused json import in pipeline/extract.py, removed with --fix",
    "4. The unused import in pipeline/extract.py was removed by ruff",
  ])("is neither the file nor in it any more: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("a number in a sentence", () => {
  const messages = [
    user("csvload: importing a 2 GB file eats all the memory. 逻辑 60 次每秒。"),
    ...shell("du -h big.csv", "118M\tbig.csv", 0),
    ...shell("bench/run", "rss 91 MB, 38 s\norders 48210", 0),
    ...shell("pest --filter=Coupon", "Tests: 1 failed, 2 passed (3 assertions)", 1),
    ...shell("pest --filter=Coupon", "Tests: 3 passed (5 assertions)", 0),
  ];

  it.each([
    ["Critical Context", "Memory with a 118 MB file: about 90 MB now (38 s)"],
    ["Critical Context", "统计：近 4.8 万条 orders"],
    ["Critical Context", "統計：約 4.82 萬筆 orders"],
    ["Resolved Questions", "速度常量现乘以 60，换成每秒 240 像素（4 × 60）"],
    ["Active State", "Pest (Coupon filter): 3 passed, 5 assertions"],
  ])("is held only against numbers of the same thing: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, [...messages, ...patched("a.h", "SPEED = 4", "SPEED = 240")])).toEqual([]);
  });
});

describe("counts of one run in parts", () => {
  const part = (passed: number, ignored: number) =>
    `test result: ok. ${passed} passed; 0 failed; ${ignored} ignored; 0 measured; finished in 0.02s`;
  const messages = [user("Test it"), ...shell("cargo test", `${part(18, 0)}\n${part(4, 1)}`, 0)];

  it.each([
    "18 unit tests and 4 of 5 round-trip tests pass, the fifth is ignored",
    "All 22 tests pass.",
    "18 + 4 tests pass",
    "22 个测试全部通过，1 个忽略",
  ])("are told apart or together: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toEqual([]);
  });

  it.each(["All 26 tests pass.", "17 unit tests and 4 of 5 round-trip tests pass"])("are compared: %s", (text) => {
    expect(verdictsOf("Active State", text, messages)).toEqual(["contradicted"]);
  });
});

describe("a trouble that is over", () => {
  const messages = [
    user("Clean up"),
    ...shell("cargo clippy", "error: unreachable! in match", 101),
    ...patched("src/parser.rs", "u8", "enum Op { Add }"),
    ...shell("cargo clippy", "Finished", 0),
  ];

  it.each([
    "clippy's unreachable! complaint (exit 101) went away after the switch to an enum",
    "The clippy error (exit code 101) is fixed",
    "clippy 的 unreachable! 报错（退出码 101）已解决",
  ])("keeps the exit code that it had: %s", (text) => {
    expect(verdictsOf("Resolved Questions", text, messages)).toEqual([]);
  });
});

it("reads a denial behind what was changed in Chinese", () => {
  const messages = [user("发布"), ...shell("kubectl rollout status deploy/worker", "successfully rolled out", 0)];
  expect(verdictsOf("Active State", "worker 已发布完毕，改动还没有提交到 git。", messages)).toEqual([]);
});

describe("a decision in other words", () => {
  const messages = [
    user(
      "Upgrade the service. 要求：不改对外 API，提交按步骤分开。主机先只跑 web-1，其余五台不要跑。No new dependencies.",
    ),
    user(
      "Counters stay in memory, no Redis. Pin thiserror to 1, and nginx 要不要调 proxy_read_timeout？现在是 60 秒。",
    ),
    user("好，proxy_read_timeout 就维持 60 秒。"),
  ];

  it.each([
    ["Constraints & Preferences", "对外接口不得变化，提交要分步骤。"],
    ["Constraints & Preferences", "其餘五台主機暫時不要跑。"],
    ["Constraints & Preferences", "No new dependencies (repeated after `npm install sonner` was denied)"],
    ["Key Decisions", "The user decided to keep the counters in memory, without Redis."],
    ["Key Decisions", "proxy_read_timeout 維持 60 秒，不調整"],
    ["Active State", "Work stops here for today, on the user's order"],
    ["Blocked", "icons 包有一处错误（readFile 未使用），用户说不用管。"],
  ])("is not marked: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual([]);
  });

  it.each([
    ["Key Decisions", "The user decided to move the sessions to Postgres."],
    ["Constraints & Preferences", "用户要求把日志保留三十天。"],
  ])("is marked where nobody said it: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual(["unchecked"]);
  });
});

it("takes a letter that is named again for no alternative", () => {
  const messages = [
    user("Fix the traversal"),
    says("(a) allow only names that Dir.children lists, (b) check the prefix. I suggest (a), a smaller surface."),
    user("(a). Also log rejected attempts."),
  ];
  const text = "Allow-list from Dir.children rather than a prefix check; smaller surface.";
  expect(verdictsOf("Key Decisions", text, messages)).toEqual([]);
});
