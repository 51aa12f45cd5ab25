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
