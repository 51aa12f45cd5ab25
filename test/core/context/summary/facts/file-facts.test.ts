import { describe, expect, it } from "vitest";
import { withoutCodeLines } from "../../../../../src/core/context/summary/facts/code-lines";
import { fileFactsOf, renderFileFacts } from "../../../../../src/core/context/summary/facts/file-facts";
import type { Message } from "../../../../../src/core/conversation/message";
import { call, result, says } from "../../../../support/conversation";

const reads = (path: string, text: string, id: string): readonly Message[] => [
  says(call("read_file", JSON.stringify({ path }), id)),
  result("read_file", text, id),
];
const edits = (path: string, find: string, replace: string, id: string): readonly Message[] => [
  says(call("patch", JSON.stringify({ path, find, replace }), id)),
  result("patch", `Changed ${path}`, id),
];

describe("what files state", () => {
  it("is what they are for, and names with their values, in any language", () => {
    const text = [
      "1|// Retries for the upload client.",
      "2|export const RETRIES = 5;",
      "3|  timeoutMs: 30_000,",
      '4|  "port": 4100,',
      "5|DEBUG = False",
      "6|let total = items.reduce(sum, 0);",
      "7|const name: string = 'upload';",
    ].join("\n");
    expect(fileFactsOf(reads("src/a.ts", text, "r"))).toEqual([
      {
        path: "src/a.ts",
        lines: [
          "// Retries for the upload client.",
          "export const RETRIES = 5;",
          "timeoutMs: 30_000,",
          '"port": 4100,',
          "DEBUG = False",
          "const name: string = 'upload';",
        ],
      },
    ]);
  });

  it("is the newest value: an edit takes the place of what was read", () => {
    const messages = [
      ...reads("/w/src/a.ts", "const LIMIT = 1;\nconst SIZE = 2;", "r"),
      ...edits("src/a.ts", "const LIMIT = 1;", "const LIMIT = 9;", "e"),
    ];
    expect(fileFactsOf(messages)).toEqual([{ path: "/w/src/a.ts", lines: ["const LIMIT = 9;", "const SIZE = 2;"] }]);
  });

  it("is listed file by file, the newest first, in short where there is little room", () => {
    const files = fileFactsOf([
      ...reads("/project/src/a.ts", "export const A = 1;\nexport const B = 2;", "1"),
      ...reads("/project/src/b.ts", "export const C = 3;", "2"),
    ]);
    expect(renderFileFacts(files, 1_000)).toEqual([
      "- Stated by files below /project/src/:",
      "  - b.ts: export const C = 3;",
      "  - a.ts: export const A = 1; export const B = 2;",
    ]);
    expect(renderFileFacts(files, 32)).toContain("  - a.ts: A = 1; B = 2");
    expect(renderFileFacts(files, 5)).toEqual([]);
  });

  it("names no folder that the files do not share", () => {
    const paths = ["/a/one.ts", "/b/two.ts", "three.ts"];
    const files = fileFactsOf(paths.flatMap((path, index) => reads(path, "const A = 1;", `${index}`)));
    expect(renderFileFacts(files, 1_000)[0]).toBe("- Stated by files:");
  });

  it("can be taken out of a hand-off again, and nothing else with it", () => {
    const listed = renderFileFacts(fileFactsOf(reads("a.ts", "const A = 1;", "1")), 100).join("\n");
    expect(withoutCodeLines(`- b.ts: kept\n  - nested\n${listed}\n- c.ts\n- Also seen: x, y`)).toBe(
      "- b.ts: kept\n  - nested\n- c.ts",
    );
  });
});
