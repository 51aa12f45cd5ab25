import { describe, expect, it } from "vitest";
import { filesToRepeat } from "../../scripts/e2e.mjs";

const reportOf = (failed: number, passed: number) => ({
  testResults: [
    ...Array.from({ length: failed }, (_, index) => ({ name: `failed-${index}.e2e.ts`, status: "failed" })),
    ...Array.from({ length: passed }, (_, index) => ({ name: `passed-${index}.e2e.ts`, status: "passed" })),
  ],
});

describe("an end-to-end run that failed", () => {
  it("repeats the files that failed, and no other", () => {
    expect(filesToRepeat(reportOf(2, 30))).toEqual(["failed-0.e2e.ts", "failed-1.e2e.ts"]);
  });

  it("is a failure at once where many files failed", () => {
    expect(filesToRepeat(reportOf(4, 30))).toEqual([]);
  });

  it("is a failure at once where no file is to blame", () => {
    expect(filesToRepeat(reportOf(0, 30))).toEqual([]);
  });
});
