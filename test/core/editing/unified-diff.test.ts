import { describe, expect, it } from "vitest";
import { applyDiff } from "../../../src/core/editing/unified-diff";

const text = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 1;\n}\n";

describe("applyDiff", () => {
  it("applies several hunks although their line numbers are off", () => {
    const diff =
      "@@ -1,2 +1,3 @@\n function a() {\n-  return 1;\n+  // first\n+  return 2;\n@@ -9,2 +10,2 @@\n" +
      " function b() {\n-  return 1;\n+  return 3;\n";
    expect(applyDiff(text, diff)).toEqual({
      kind: "patched",
      text: "function a() {\n  // first\n  return 2;\n}\n\nfunction b() {\n  return 3;\n}\n",
    });
  });

  it("picks the place nearest to the stated line", () => {
    expect(applyDiff(text, "@@ -6,1 +6,1 @@\n-  return 1;\n+  return 9;\n")).toEqual({
      kind: "patched",
      text: "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 9;\n}\n",
    });
  });

  it("inserts without context after the stated line, and at the top for line 0", () => {
    expect(applyDiff("a\nb\n", "@@ -1,0 +2,1 @@\n+x\n")).toEqual({ kind: "patched", text: "a\nx\nb\n" });
    expect(applyDiff("a\n", "@@ -0,0 +1,1 @@\n+x\n")).toEqual({ kind: "patched", text: "x\na\n" });
  });

  it("keeps carriage returns of a file that has them", () => {
    expect(applyDiff("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n")).toEqual({ kind: "patched", text: "a\r\nc\r\n" });
  });

  it("forgives white space in one place and says so", () => {
    expect(applyDiff("\tgo();\n", "@@ -1,1 +1,1 @@\n-  go();\n+\tstop();\n")).toEqual({
      kind: "patched",
      text: "\tstop();\n",
      note: "Hunk 1 fitted at line 1 only after ignoring white space.",
    });
  });

  it.each([
    ["no hunks here", "The diff has no hunk"],
    [
      "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n",
      "The diff changes several files; send one patch call per file.",
    ],
    [
      "@@ -1,1 +1,1 @@\n-absent\n+b\n",
      "Hunk 1 of 1 (near line 1) does not fit: the file does not contain its old lines. Nothing was changed.",
    ],
    ["@@ -1,1 +1,1 @@\n-return  1;\n+b\n@@ -3 +3 @@\n-    return 1;\n+c\n", "does not fit"],
  ])("refuses %j", (diff, reason) => {
    expect(applyDiff(text, diff)).toMatchObject({ kind: "unfit", reason: expect.stringContaining(reason) });
  });

  it("accepts a hunk without line numbers where it fits in one place only", () => {
    const patched = { kind: "patched", text: text.replace("b() {\n  return 1;", "b() {\n  return 3;") };
    const hunk = " function b() {\n-  return 1;\n+  return 3;\n";
    expect(applyDiff(text, `@@ function b() @@\n${hunk}`)).toEqual(patched);
    expect(applyDiff(text, hunk)).toEqual(patched);
    expect(applyDiff(text, `diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n${hunk}`)).toEqual(patched);
    expect(applyDiff(text, "@@\n-  return 1;\n+  return 3;\n")).toMatchObject({
      reason: expect.stringContaining("Hunk 1 of 1 fits in several places and states no line number."),
    });
    expect(applyDiff(text, "+// new\n")).toMatchObject({
      reason: expect.stringContaining("Hunk 1 of 1 only adds lines and does not state where."),
    });
  });

  it("takes a line without a mark as context", () => {
    expect(applyDiff("\ta\n\n\tb\n", "@@ -1,3 +1,3 @@\n\ta\n\n-\tb\n+\tc\n")).toEqual({
      kind: "patched",
      text: "\ta\n\n\tc\n",
    });
  });

  it("ends a new file with a line end", () => {
    expect(applyDiff("", "@@ -0,0 +1,2 @@\n+one\n+two")).toEqual({ kind: "patched", text: "one\ntwo\n" });
  });
});
