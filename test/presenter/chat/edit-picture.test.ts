import { describe, expect, it } from "vitest";
import { presentEdit } from "../../../src/presenter/chat/edit-picture";

const numbered = (count: number, changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, index) => `${changed[index + 1] ?? `line ${index + 1}`}\n`).join("");

const SIGNS = { same: " ", added: "+", removed: "-", gap: "~" };

/** One text per line, as a diff shows it. */
function shown(before: string, after: string): readonly string[] {
  return presentEdit({ path: "/a.ts", before, after }).lines.map(({ kind, text }) => `${SIGNS[kind]}${text}`);
}

describe("the picture of an edit", () => {
  it("shows each change with two lines around it, and a gap for the rest", () => {
    expect(shown(numbered(20), numbered(20, { 4: "FOUR", 15: "FIFTEEN" }))).toEqual([
      "~",
      " line 2",
      " line 3",
      "-line 4",
      "+FOUR",
      " line 5",
      " line 6",
      "~",
      " line 13",
      " line 14",
      "-line 15",
      "+FIFTEEN",
      " line 16",
      " line 17",
    ]);
  });

  it("shows the lines between two close changes once", () => {
    expect(shown(numbered(6), numbered(6, { 2: "TWO", 5: "FIVE" }))).toEqual([
      " line 1",
      "-line 2",
      "+TWO",
      " line 3",
      " line 4",
      "-line 5",
      "+FIVE",
      " line 6",
    ]);
  });

  it("counts every changed line, also those it has no room for", () => {
    const { added, removed, lines, hidden } = presentEdit({ path: "/a.ts", before: "", after: numbered(30) });
    expect({ added, removed, shown: lines.length, hidden }).toEqual({ added: 30, removed: 0, shown: 16, hidden: 14 });
  });

  it("counts scattered changes exactly", () => {
    const { added, removed } = presentEdit({
      path: "/a.ts",
      before: numbered(50),
      after: numbered(50, { 3: "x", 40: "y" }),
    });
    expect({ added, removed }).toEqual({ added: 2, removed: 2 });
  });

  it("makes hidden characters visible", () => {
    expect(shown("", "allow\u202e = false\n")).toEqual(["+allow⟨U+202E⟩ = false"]);
  });
});
