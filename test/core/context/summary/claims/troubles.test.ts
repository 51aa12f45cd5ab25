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

describe("a trouble that is called over", () => {
  const messages = [
    user("Ship the importer"),
    ...step("read_file", { path: "src/split.c" }, "12\tint field_split(char *line, char **out, int max) {"),
    ...shell("kubectl -n jobs top pod", "error: Metrics API not available", 1),
    ...shell("kubectl -n jobs get pods", "NAME   READY\nimporter-0   1/1", 0),
    ...shell(
      "./out/import_test",
      "==71==ERROR: AddressSanitizer: heap-use-after-free\n    #1 in free_rows src/rows.c:88",
      1,
    ),
    ...patched("test/import_test.c", "run_rows();", 'TEST_IGNORE_MESSAGE("later");'),
    ...shell("./out/import_test", "6 Tests 0 Failures 1 Ignored\nOK", 0),
    ...shell(
      "tflint --chdir=infra",
      [
        "2 issue(s) found:",
        "",
        'Warning: variable "zone" has no description',
        "  on infra/vars.tf line 5",
        "",
        'Warning: Missing version constraint for provider "null"',
        "  on infra/main.tf line 11",
      ].join("\n"),
      2,
    ),
    ...patched("infra/vars.tf", 'variable "zone" {', 'variable "zone" {\n  description = "Where"'),
    ...shell("make policy", "FAIL - bucket: versioning must be on", 2),
    ...patched("infra/bucket.tf", "acl", "versioning = true\nacl"),
    ...shell("make plan policy", "14 tests, 14 passed", 0),
    ...shell("dotnet list package --vulnerable", "> Acme.Json  12.0.3  High  https://github.com/advisories/GHSA-1", 0),
    ...shell("curl -s -o /dev/null -w '%{http_code}' localhost:8000/import", "500", 0),
    ...shell("git commit -qm 'x' && git tag -s v2 -m v2", "error: gpg failed to sign the data", 128),
    ...shell("git tag -l 'v2*'", "", 0),
  ];

  it.each([
    "The Metrics API error of `kubectl top` has been cleared.",
    "`kubectl top` 的 Metrics API 报错已经消除",
    "heap-use-after-free: fixed.",
    "AddressSanitizer 报告的 heap-use-after-free 已修复",
    'The tflint warning about provider "null" is gone.',
    "The vulnerable Acme.Json reference has been taken care of; no High advisory remains.",
    "导入接口返回 500 的问题解决了",
    "gpg 签名失败的问题已经解决",
    "The overflow in field_split is fixed.",
    "field_split 里的越界问题已修复",
  ])("is still there by the last output that could show it: %s", (text) => {
    expect(verdictsOf("Resolved Questions", text, messages)).toEqual(["contradicted"]);
  });

  it.each([
    "The policy failure about versioning is fixed, all 14 pass.",
    'The missing description of variable "zone" is fixed.',
    "The root cause of the 500 is a missing bucket.",
    "500 的根因是导入任务占满内存。",
  ])("is left alone where a later run or change may have ended it: %s", (text) => {
    expect(verdictsOf("Resolved Questions", text, messages)).not.toContain("contradicted");
  });

  it.each(["The rejected push to main has been resolved.", "推送被拒的问题已经解决"])(
    "is not ended by what only prepares another try: %s",
    (text) => {
      const pulled = [
        ...messages,
        ...shell("git push origin main", " ! [rejected] main -> main (fetch first)", 1),
        ...shell("git pull --rebase", "Successfully rebased and updated refs/heads/main.", 0),
      ];
      expect(verdictsOf("Resolved Questions", text, pulled)).toEqual(["contradicted"]);
      const pushed = [...pulled, ...shell("git push -u origin main", "main -> main", 0)];
      expect(verdictsOf("Resolved Questions", text, pushed)).toEqual([]);
    },
  );
});

describe("a trouble that a line calls open", () => {
  const messages = [
    user("Publish the image"),
    ...shell("docker build .", "Cannot connect to the Docker daemon. No space left on device", 1),
    ...shell("pnpm vitest run", " ❯ test/db.test.ts (1 test | 1 failed)\nconnect ECONNREFUSED 127.0.0.1:5433", 1),
    ...patched("README.md", "## Options", "## Options\n\n- `--strict`"),
    ...shell("pnpm vitest run src", " ✓ src/money.test.ts (5 tests)\n Tests  5 passed (5)", 0),
  ];

  it.each([
    ["Blocked", "docker build: `No space left on device`, waiting for ops"],
    ["Blocked", "The image is not built: no space left on device"],
    ["Blocked", "连不上 Docker daemon，镜像没有构建出来，交给 CI 处理"],
    ["Blocked", "Docker daemon 连不上，尚未解决，下周再处理"],
    ["Blocked", "docker build 失败：连不上 daemon，等运维处理"],
    ["Blocked", "测试连不上 127.0.0.1:5433，这个问题仍未解决"],
    ["Blocked", "The Docker daemon is down; it gets fixed by ops next week."],
    ["Active State", "`README.md` 已补上 --strict 的说明"],
    ["Active State", "README.md 里补上了 strict 选项，文档处理完"],
  ])("is not taken for one that is over: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual([]);
  });

  it.each(["连接 127.0.0.1:5433 被拒绝的问题已经处理好", "ECONNREFUSED 127.0.0.1:5433: solved"])(
    "is not ended by a run that lists other test files: %s",
    (text) => {
      expect(verdictsOf("Resolved Questions", text, messages)).toEqual(["contradicted"]);
    },
  );
});

describe("code that a compiler refused", () => {
  const messages = [
    user("Fix it"),
    ...shell("cargo check", "error[E0308]: mismatched types\n --> src/main.rs:31:48", 101),
    ...patched("src/parse.rs", "&str", "char"),
    ...shell("cargo test -q", "test result: ok. 9 passed; 0 failed", 0),
  ];

  it("is compiled by the tests of the same tool, whichever file was mended", () => {
    expect(verdictsOf("Resolved Questions", "The type mismatch E0308 in src/main.rs is solved.", messages)).toEqual([]);
  });
});

describe("a trouble that the last report calls open", () => {
  const messages = [
    user("Put out the release"),
    ...shell("cargo build --target wasm32-wasi", "error: wasm-ld: command not found", 1),
    says("The wasm32 target does not link: wasm-ld is missing. Shall I install lld?"),
    user("No, leave it, I'll ask Ines."),
    ...shell("docker compose exec -T app bin/import.sh", "FATAL: role importer does not exist", 1),
    ...shell("docker compose exec -T app bin/health.sh", "ok", 0),
    ...patched("src/slug.rs", "trim()", "trim_end()"),
    says("The slugs are fixed. Still open: the wasm32 target has no wasm-ld, and the importer role is missing."),
  ];

  it.each([
    ["Active State", "The wasm32 target links again."],
    [
      "Resolved Questions",
      "Why did wasm32 not link? The linker wasm-ld was missing. It was installed then, and the target builds now.",
    ],
    ["Resolved Questions", "wasm32 目标为什么链接失败？缺少 wasm-ld。装好之后构建成功。"],
    ["Resolved Questions", "FATAL: role importer does not exist — cured by a migration"],
  ])("is not over: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual(["contradicted"]);
  });

  it.each([
    ["Resolved Questions", "Why does wasm32 not link? The linker wasm-ld is missing here."],
    ["Resolved Questions", "Should wasm-ld be installed? No, the user asks Ines."],
    ["Active State", "The slugs work again."],
    ["Resolved Questions", "wasm32 目标为什么链接失败？本机缺少 wasm-ld，留给用户处理。"],
  ])("is no matter of what says why it is, or of something else: %s, %s", (section, text) => {
    expect(verdictsOf(section, text, messages)).toEqual([]);
  });

  it("is over where later work dealt with it", () => {
    const later = [...messages, ...shell("cargo build --target wasm32-wasi", "Finished release", 0)];
    expect(verdictsOf("Active State", "The wasm32 target links again.", later)).toEqual([]);
  });
});
