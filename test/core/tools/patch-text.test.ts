import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDiff } from "../../../src/core/tools/patch-diff";
import { replaceText } from "../../../src/core/tools/patch-text";

const text = "function a() {\n  return 1;\n}\n\nfunction b() {\n  return 1;\n}\n";

describe("replaceText", () => {
  it("replaces the one place, dollar signs taken as they are", () => {
    expect(replaceText("a b c", { find: "b", replace: "$& $1" }, "one")).toEqual({
      kind: "patched",
      text: "a $& $1 c",
    });
  });

  it("names the lines of several places, or replaces them all", () => {
    expect(replaceText(text, { find: "return 1;", replace: "return 2;" }, "one")).toEqual({
      kind: "unfit",
      reason:
        "`find` stands in 2 places (lines 2, 6). Add neighbouring lines so that it fits only one, or set all to true.",
    });
    expect(replaceText(text, { find: "return 1;", replace: "return 2;" }, "all")).toEqual({
      kind: "patched",
      text: text.replaceAll("return 1;", "return 2;"),
    });
  });

  it("forgives white space where only one place fits, takes the file's indentation and says so", () => {
    const source = "if (x) {\n\t\tgo();\n\t\tstop();\n}\n";
    expect(replaceText(source, { find: "go();\nstop();", replace: "go();\nif (y) {\n  stop();\n}" }, "one")).toEqual({
      kind: "patched",
      text: "if (x) {\n\t\tgo();\n\t\tif (y) {\n\t\t  stop();\n\t\t}\n}\n",
      note: "The text fitted at line 2 only after ignoring differences in white space; indentation was taken from the file. Check the result.",
    });
  });

  it("does not guess between places that fit only without white space", () => {
    expect(replaceText("  a\n\n\ta\n", { find: "    a", replace: "b" }, "one")).toMatchObject({
      kind: "unfit",
      reason: expect.stringContaining("it would fit at lines 1, 3"),
    });
  });

  it("shows the nearest place where nothing fits", () => {
    expect(replaceText(text, { find: "function b() {\n  return 3;", replace: "" }, "one")).toEqual({
      kind: "unfit",
      reason:
        "`find` does not stand in the file. The nearest place is around line 5:\n}\n\nfunction b() {\n  return 1;\n}\n",
    });
    expect(replaceText(text, { find: "nowhere", replace: "" }, "one")).toMatchObject({
      reason: "`find` does not stand in the file. No line of it does either: read the file again, it may have changed.",
    });
  });

  it("refuses empty and pointless changes", () => {
    expect(replaceText("a", { find: "", replace: "b" }, "one").kind).toBe("unfit");
    expect(replaceText("a", { find: "a", replace: "a" }, "one").kind).toBe("unfit");
    expect(replaceText("", { find: "", replace: "b" }, "one")).toEqual({ kind: "patched", text: "b" });
  });

  it("changes nothing outside the place it found", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (before, find, replace, after) => {
          const source = `${before}\u0001${find}\u0002${after}`;
          fc.pre(find !== replace && !`${before}${after}${find}`.includes("\u0001") && !/\r/.test(source));
          const patched = replaceText(
            source,
            { find: `\u0001${find}\u0002`, replace: `\u0001${replace}\u0002` },
            "one",
          );
          expect(patched).toEqual({ kind: "patched", text: `${before}\u0001${replace}\u0002${after}` });
        },
      ),
    );
  });
});

describe("applyDiff", () => {
  it("applies several hunks although their line numbers are off", () => {
    const diff =
      "@@ -1,2 +1,3 @@\n function a() {\n-  return 1;\n+  // first\n+  return 2;\n@@ -9,2 +10,2 @@\n function b() {\n-  return 1;\n+  return 3;\n";
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
      "Hunk 1 of 1 (near line 1) does not fit: its old lines do not stand in the file. Nothing was changed.",
    ],
    ["@@ -1,1 +1,1 @@\n-return  1;\n+b\n@@ -3 +3 @@\n-    return 1;\n+c\n", "does not fit"],
  ])("refuses %j", (diff, reason) => {
    expect(applyDiff(text, diff)).toMatchObject({ kind: "unfit", reason: expect.stringContaining(reason) });
  });
});
