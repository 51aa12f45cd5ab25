import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceText } from "../../../src/core/editing/replace-text";

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
        "`find` occurs in 2 places (lines 2, 6). Add neighboring lines so that it fits only one, or set all to true.",
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
      note:
        "The text fitted at line 2 only after ignoring differences in white space; indentation was " +
        "taken from the file. Check the result.",
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
        "`find` does not occur in the file. The nearest place is around line 5:\n}\n\nfunction b() {\n  return 1;\n}\n",
    });
    expect(replaceText(text, { find: "nowhere", replace: "" }, "one")).toMatchObject({
      reason:
        "`find` does not occur in the file. None of its lines does either: read the file again, it may have changed.",
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
