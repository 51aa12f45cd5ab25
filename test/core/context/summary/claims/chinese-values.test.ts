import { describe, expect, it } from "vitest";
import { checkClaims } from "../../../../../src/core/context/summary/claims/check-claims";
import { recordOf } from "../../../../../src/core/context/summary/claims/record/record";
import { shell, step } from "../../../../fixtures/claims/steps";
import { user } from "../../../../support/conversation";

const messages = [
  user("并发数从环境变量 POOL_WORKERS 读，默认 6，上限 32。另外低水位阈值改成 15。优雅退出最多等 20 秒。"),
  ...step("patch", { path: "src/level.ts", find: "LEVEL = 8", replace: "LEVEL = 15" }, "Patched src/level.ts."),
  ...step("read_file", { path: "conf.yaml" }, "1|listen: 127.0.0.1:8085"),
  ...shell("./gate", "2024/05/14 10:22:07 gate listening on 127.0.0.1:8085\nrendered the 3 MB page in 84 ms", 0),
  ...shell("pnpm vitest run", " ✓ 空列表为 0\n × 超过 44 小时给出提示\n Tests  1 failed | 3 passed (4)", 1),
];

const verdictsOf = (text: string): readonly string[] =>
  checkClaims(`## Critical Context\n${text}`, recordOf({ messages })).claims.map(({ verdict }) => verdict);

describe("a value told in Chinese", () => {
  it.each([
    "POOL_WORKERS 的默认值是 6，上限 32。",
    "低水位阈值现在是 15。",
    "优雅退出最多等待 20 秒。",
    "提示的界限：空列表、多于 44 小时。",
    "The gate listens on port 8085.",
    "The gate needed 84 ms for the 3 MB page.",
  ])("is what the words before it say: %s", (text) => {
    expect(verdictsOf(text)).toEqual([]);
  });

  it.each([
    "POOL_WORKERS 的默认值是 8。",
    "低水位阈值现在是 10。",
    "The gate listens on port 8080.",
    "The gate needed 48 ms for the 3 MB page.",
  ])("is wrong where those have another: %s", (text) => {
    expect(verdictsOf(text)).toEqual(["contradicted"]);
  });
});
