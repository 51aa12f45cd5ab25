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

describe("an exit code told without its command", () => {
  const messages = [
    user("Get the firmware tests going"),
    ...shell("python3.9 -m venv /tmp/old && /tmp/old/bin/pytest -q", "bash: line 1: python3.9: command not found", 127),
    ...shell("python3.12 -m venv /tmp/new && /tmp/new/bin/pytest -q", "1 failed, 40 passed in 2.10s", 1),
    ...shell("cmake --build out", "make: *** No rule to make target 'crc.c'.  Stop.\ngmake: *** [all] Error 2", 2),
    ...patched("CMakeLists.txt", "crc.c", "src/crc.c"),
    ...shell("cmake --build out && ctest --test-dir out", "50% tests passed, 1 tests failed out of 2", 8),
    ...patched("src/crc.c", "0x11", "0x31"),
    ...shell("ctest --test-dir out", "100% tests passed, 0 tests failed out of 2", 0),
    ...shell("tflint --chdir=infra", "2 issue(s) found:\nWarning: no description", 2),
    ...shell("git push origin main", "fatal: unable to access: 403", 128),
    ...shell("./flash.sh --dry", "error E4417: no probe", 1),
  ];

  it.each([
    "CTEST first run — 1 of 2 failing, exit code 1 [tool: terminal]",
    "首次 ctest 有一个用例失败，命令退出码 1",
    "python3.9 is missing on this box; the venv command ended with exit code 1",
    'cmake --build stopped with "No rule to make target" and exit code 1',
    "推送 main 被服务端拒绝（403），git 退出码为 1",
    "tflint over infra: two warnings, process returned 0",
    "The initial ctest had one failure, process exit code 2",
  ])("is held against the runs it may mean: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(["contradicted"]);
  });

  it.each([
    "CTEST first run — 1 of 2 failing, exit code 8 [tool: terminal]",
    "首次 ctest 有一个用例失败，命令退出码 8",
    "python3.9 is missing on this box; the venv command ended with exit code 127",
    'cmake --build stopped with "No rule to make target" and exit code 2',
    "推送 main 被服务端拒绝（403），git 退出码为 128",
    "tflint over infra: two warnings, process returned 2",
    "One of the venv commands exited with code 1",
    "ctest ended with exit code 0 after the polynomial was corrected",
    "build and tests: exit code 8 at first, exit code 0 in the end",
  ])("is left alone where one of them ended so: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("a test result told for a moment", () => {
  const passes = (count: number) => `${count} passed in 1.20s`;
  const messages = [
    user("Make the ledger count in cents"),
    ...shell("pytest -q", passes(30), 0),
    ...patched("app/ledger.py", "float(amount)", "to_cents(amount)"),
    ...shell("pytest -q", "FAILED tests/test_tax.py::test_rounding_up\n1 failed, 29 passed in 1.31s", 1),
    ...patched("app/tax.py", "round(x, 2)", "quantize(x)"),
    ...shell("pytest -q", passes(30), 0),
    ...patched("app/models/invoice.py", "total: float", "total: int"),
    ...shell("pytest -q", "FAILED tests/test_pdf.py::test_layout\n1 failed, 29 passed in 1.30s", 1),
    ...patched("app/pdf.py", "f'{total}'", "f'{total / 100}'"),
    ...shell("pytest -q", passes(30), 0),
  ];

  it.each([
    "After the ledger patch the run was completely green.",
    "Right after the switch to to_cents all 30 tests passed.",
    "Switching to to_cents kept all tests green.",
    "The tests stayed green right after the change to ledger.py.",
    "pytest failed before ledger.py was touched.",
    "The first run after the change to app/models/invoice.py was green, 30 passed.",
    "改完 ledger.py 之后 pytest 直接全绿",
    "把模型里的 total 换成 int 之后，pytest 一次就全部通过",
    "一开始还没改任何东西时跑 pytest，30 个测试中有 1 个失败",
    "一開始跑測試時 30 個裡有 2 個沒過",
    "After quantize went in, pytest still had a failing test.",
  ])("is held against the run at that moment: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toContain("contradicted");
  });

  it.each([
    "After the ledger patch the run was red: test_rounding_up.",
    "Right after the switch to to_cents one of the 30 tests failed.",
    "Switching to to_cents left one test failing.",
    "pytest was green before ledger.py was touched.",
    "The first run after the change to app/models/invoice.py had one failure.",
    "改完 ledger.py 之后 pytest 有一个用例失败",
    "把模型里的 total 换成 int 之后，pytest 挂了一个，修好 pdf.py 后全绿",
    "一开始还没改任何东西时跑 pytest，30 个测试全部通过",
    "After quantize went in, pytest was green again.",
    "After the fix in pdf.py all 30 tests pass.",
    "After three patches and two red runs the suite is green.",
  ])("is left alone where that run went so: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("a result of every run, of one target, or of one test by its title", () => {
  const cases = (second: string, third: string) =>
    [
      "1/3 Test #1: empty queue .......   Passed    0.01 sec",
      `2/3 Test #2: wraps around ......${second}    0.00 sec`,
      `3/3 Test #3: long stall ........${third}    0.00 sec`,
    ].join("\n");
  const messages = [
    user("Move to net9.0"),
    ...shell("dotnet test", "Passed!  - Failed:     0, Passed:    20, Total: 20 - Shop.Tests.dll (net8.0)", 0),
    ...patched("Shop.csproj", "net8.0", "net9.0"),
    ...shell("dotnet test", "Failed!  - Failed:     2, Passed:    18, Total: 20 - Shop.Tests.dll (net9.0)", 1),
    ...patched("Shop/Clock.cs", "Now", "UtcNow"),
    ...shell("dotnet test", "Passed!  - Failed:     0, Passed:    20, Total: 20 - Shop.Tests.dll (net9.0)", 0),
    ...shell(
      "ctest --test-dir out",
      `${cases("***Failed", "   Passed")}\n67% tests passed, 1 tests failed out of 3`,
      8,
    ),
    ...patched("src/ring.c", "% n", "% cap"),
    ...shell(
      "ctest --test-dir out",
      `${cases("   Passed", "   Passed")}\n100% tests passed, 0 tests failed out of 3`,
      0,
    ),
    ...shell("./smoke.sh", "[1/2] login ok\n[2/2] export FAIL\n1 passed, 1 failed", 1),
  ];

  it.each([
    "Tests were green on the first run under net9.0",
    "The dotnet tests never failed.",
    "dotnet test stayed green throughout.",
    "dotnet 的测试一直是绿的",
    "第一次跑 ctest 时失败的是「long stall」",
    "In the first ctest run the one that failed was “long stall”.",
    "“wraps around” 始终通过",
    "冒烟测试 2 项全部通过",
  ])("is compared: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toContain("contradicted");
  });

  it.each([
    "Tests were red on the first run under net9.0",
    "Under net8.0 the dotnet tests were green.",
    "“empty queue” 始终通过",
    "第一次跑 ctest 时失败的是「wraps around」",
    "In the first ctest run the one that failed was “wraps around”.",
    "冒烟测试 2 项中有 1 项失败",
  ])("is left alone: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });
});

describe("a run told by its number", () => {
  const tests = (passed: number, failed: number) => `${failed} failed, ${passed} passed in 1.20s`;
  const messages = [
    user("Cap the retries"),
    ...shell("pytest -q", "30 passed in 1.20s", 0),
    ...patched("app/retry.py", "while True", "for attempt in range(5)"),
    ...shell("pytest -q -x tests/test_retry.py", tests(3, 2), 1),
    ...patched("app/retry.py", "raise", "return None"),
    ...shell("pytest -q -x tests/test_retry.py", tests(4, 1), 1),
    ...patched("app/retry.py", "return None", "break"),
    ...shell("pytest -q", "35 passed in 1.40s", 0),
    ...shell("ruff check app tests/spec", "Found 2 errors.", 1),
  ];

  it.each([
    "The first run of test_retry.py had two failures.",
    "The second test run over the retry cases left 1 failed, 4 passed.",
    "At first the retry tests failed.",
    "起初 test_retry.py 有用例失败。",
    "The final run: 35 passed, 1 xfailed.",
    "最后一次 `pytest -q` 一共 35 个通过。",
  ])("is any that has this number among all or among those of its command: %s", (text) => {
    expect(verdictsOf("Critical Context", text, messages)).toEqual([]);
  });

  it.each([
    "The first `pytest -q` run had a failing test.",
    "最开始跑 `pytest -q` 就有 1 个失败。",
    "The second run of `pytest -q -x tests/test_retry.py` was green.",
    "At first the tests passed under `pytest -q -x tests/test_retry.py`.",
  ])("is held against those: %s", (text) => {
    expect(verdictsOf("Critical Context", text, messages)).toEqual(["contradicted"]);
  });
});

describe("a kind of run that several commands may stand for", () => {
  const messages = [
    user("Move the timeout into the settings"),
    ...shell("./gradlew test", "e: OrderJob.kt: unresolved reference\n> compilation failed", 1),
    ...patched("src/OrderJob.kt", "val limit", "import java.time.Duration\nval limit"),
    ...shell("./gradlew test", "BUILD SUCCESSFUL in 4s", 0),
    ...shell("./gradlew integrationTest", "2 tests completed, 1 failed", 1),
    ...shell("./gradlew checkstyleMain", "> Checkstyle rule violations were found.", 1),
    ...shell("dotnet tool install csvdiff", "error NU1101", 1),
    ...shell("npx vitest run", "Tests  20 passed | 2 skipped (22)", 0),
  ];

  it.each([
    "After the fix `./gradlew test` built again, and the unit tests all pass.",
    "修复后 `./gradlew test` 构建成功，单元测试全部通过",
    "With the import added the code compiles again.",
    "Vitest: 20 of 22 pass, the others are skipped.",
    "`npx vitest run` — 20 passed, 2 skipped, none failed [tool: terminal]",
    "编译错误是缺少 import 引起的，补上之后解决了。",
  ])("is not held against one of another kind: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual([]);
  });

  it.each([
    "Vitest: 19 of 22 pass, the others are skipped.",
    "The integration tests all pass.",
    "`./gradlew checkstyleMain` succeeded.",
  ])("is held against those of its kind: %s", (text) => {
    expect(verdictsOf("Completed Actions", text, messages)).toEqual(["contradicted"]);
  });
});

describe("a sentence that tells of two times", () => {
  const messages = [
    user("Round the totals"),
    ...shell("pytest -q", "4 passed in 0.80s", 0),
    ...patched("tests/test_losses.py", "pass", "def test_extreme_logits():\n    assert loss(200) < 300"),
    ...shell("pytest -q", "1 failed, 4 passed in 0.90s", 1),
    ...patched("src/losses.py", "exp", "log_softmax(logits)"),
    ...shell("pytest -q", "5 passed in 0.90s", 0),
    ...patched("README.md", "Usage", "Usage of log_softmax"),
  ];

  it.each([
    "`pytest -q` failed with exit 1 after the extreme test was added and passed after log_softmax went in.",
    "`pytest -q` returned 1 before the change and 0 once log_softmax was in.",
    "改用 log_softmax 之后 `pytest -q` 才通过，之前以 1 退出。",
    "为极端 logits 加了测试 — 修复前失败，修复后 5 个测试全过",
    "The suite failed once with 1 because of the extreme logits.",
  ])("has each result held against its own: %s", (text) => {
    expect(verdictsOf("Critical Context", text, messages)).toEqual([]);
  });

  it.each([
    "Ran `pytest -q` after log_softmax went in; it exited with code 1.",
    "When the suite was run for the first time after the extreme logits test, all 5 tests passed.",
    "新增的极端 logits 测试在改 losses.py 之前就通过了。",
  ])("or the one result against the one time: %s", (text) => {
    expect(verdictsOf("Critical Context", text, messages)).toEqual(["contradicted"]);
  });
});
