import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EditorProblem } from "../../../../src/core/tools/ports";
import { toolsOn } from "../../../support/workspace";

const problem = (line: number, message: string, severity: EditorProblem["severity"] = "error"): EditorProblem => ({
  path: "a.ts",
  line,
  severity,
  message,
});

/** Edits a file for which the editor reports these problems before and after. */
async function edit(before: readonly EditorProblem[], after: readonly EditorProblem[]): Promise<string> {
  const asked: string[] = [];
  const { say, root } = await toolsOn(
    { "a.ts": "const a = 1;\n" },
    {
      problems: {
        list: async () => before,
        afterWrite: async (path) => {
          asked.push(path);
          return after;
        },
      },
    },
  );
  const text = await say("patch", { path: "a.ts", find: "1", replace: "2" });
  expect(asked).toEqual([join(root, "a.ts")]);
  return text;
}

describe("the result of an edit", () => {
  it("names the problems that are new since", async () => {
    expect(await edit([problem(3, "old")], [problem(5, "old"), problem(1, "Type 'x'\nis  wrong")])).toBe(
      [
        "Changed a.ts (now 1 lines, 13 characters, was 1 lines). ",
        "The editor reports new problems in this file since the edit:",
        "- line 1 error: Type 'x' is wrong",
      ].join("\n"),
    );
  });

  it("says nothing of problems that were there, moved, or are mere hints", async () => {
    const text = await edit([problem(3, "old"), problem(4, "old")], [problem(9, "old"), problem(1, "style", "hint")]);
    expect(text).toBe("Changed a.ts (now 1 lines, 13 characters, was 1 lines).");
  });

  it("counts a problem that appears once more, and bounds the list", async () => {
    expect(await edit([problem(3, "old")], [problem(3, "old"), problem(4, "old")])).toContain("- line 4 error: old");
    const many = Array.from({ length: 14 }, (_, index) => problem(index, `broken ${index}`));
    expect((await edit([], many)).split("\n").at(-1)).toBe("- and 4 more");
  });
});
