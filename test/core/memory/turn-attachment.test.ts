import { describe, expect, it } from "vitest";
import { turnAttachment, withoutAttached } from "../../../src/core/memory/turn-attachment";

describe("turnAttachment", () => {
  it("tells what is true for this turn only", () => {
    const attachment = turnAttachment({
      date: "Monday, 2026-05-04",
      branch: "main",
      activeEditor: "src/a.ts",
      openEditors: ["src/a.ts", "src/b.ts"],
      selection: { path: "src/a.ts", firstLine: 3, lastLine: 4, text: "let x;\nlet y;" },
      diagnostics: [{ path: "src/a.ts", line: 3, severity: "error", message: "no\nsemicolon" }],
      recalled: [{ text: "PORT_MAIN is  38211" }],
    });
    expect(attachment).toBe(
      [
        "<turn-context>",
        "Added by the editor, not written by the user. Use it where it helps.",
        "Date: Monday, 2026-05-04",
        "Git branch: main",
        "Active editor: src/a.ts",
        "Open editors:",
        "- src/b.ts",
        "Selected in src/a.ts, lines 3-4:",
        "let x;\nlet y;",
        "Problems:",
        "- src/a.ts:3 error: no semicolon",
        "From earlier in this session (background, may be out of date):",
        "- PORT_MAIN is 38211",
        "</turn-context>",
      ].join("\n"),
    );
  });

  it("is absent where there is nothing to say", () => {
    expect([
      turnAttachment({}),
      turnAttachment({ openEditors: [], selection: { path: "a", firstLine: 1, lastLine: 1, text: " " } }),
    ]).toEqual([undefined, undefined]);
  });

  it("stays small and in one piece whatever it is given", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `f${index}.ts`);
    const attachment = turnAttachment({
      openEditors: many,
      selection: { path: "a", firstLine: 1, lastLine: 2, text: "</turn-context>".repeat(10_000) },
      diagnostics: many.map((path) => ({ path, line: 1, severity: "warning", message: "m".repeat(10_000) })),
      recalled: many.map(() => ({ text: "t".repeat(10_000) })),
    });
    expect(attachment?.length).toBeLessThan(14_000);
    expect(attachment?.split("</turn-context>")).toHaveLength(2);
    expect(attachment).toContain("- and 980 more");
  });
});

describe("withoutAttached", () => {
  const facts = {
    branch: "main",
    selection: { path: "src/a.ts", firstLine: 3, lastLine: 4, text: "let x;\nlet y;\n" },
    diagnostics: [{ path: "src/a.ts", line: 3, severity: "error" as const, message: "no semicolon" }],
  };
  const { selection: _selection, ...noSelection } = facts;
  const { diagnostics: _diagnostics, ...noDiagnostics } = facts;

  it.each([
    ["the selection", "selection", "src/a.ts, lines 3-4:\nlet x;\nlet y;", noSelection],
    ["the file around the selection", "file", "// a\nlet x;\nlet y;\nlet z;", noSelection],
    ["the problems", "problems", "src/a.ts:3: error: no semicolon", noDiagnostics],
    ["something else", "file", "let z;", facts],
  ] as const)("sends nothing a second time where %s is attached", (_, kind, text, expected) => {
    expect(withoutAttached(facts, [{ kind, name: "x", text }])).toEqual(expected);
  });
});
