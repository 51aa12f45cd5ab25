import { describe, expect, it } from "vitest";
import { readTarget } from "../../../src/core/editing/code-target";

describe("the file a block of code belongs to", () => {
  it.each([
    ["ts src/a.ts", "src/a.ts"],
    ["ts:src/a.ts", "src/a.ts"],
    ["src/a.ts", "src/a.ts"],
    ["a.ts", "a.ts"],
    ['ts title="src/a.ts" {1,3}', "src/a.ts"],
    ["python file=tools/run.py", "tools/run.py"],
    ["12:15:src/a.ts", "src/a.ts"],
    ["ts src/a.ts:10-20", "src/a.ts"],
    ["ts src/a.ts#L3-L9", "src/a.ts"],
    ["make Makefile", "Makefile"],
    ["json .vscode/settings.json", ".vscode/settings.json"],
    ["ini .env", ".env"],
    ["tsx app/(shop)/[id]/page.tsx", "app/(shop)/[id]/page.tsx"],
    ["ts C:\\work\\a.ts", "C:\\work\\a.ts"],
  ])("is read from the line after the backticks: %s", (info, path) => {
    expect(readTarget(info, "x\ny")).toEqual({ form: "code", path, code: "x\ny" });
  });

  it.each([
    "",
    "ts",
    "c++",
    "objective-c",
    "bash {1,3}",
    "html https://example.org/a.html",
    "ts showLineNumbers",
    "text 1.5",
    "js //evil.example/a.js",
  ])("is not made up from %j", (info) => {
    expect(readTarget(info, "x\ny")).toEqual({ form: "code", path: undefined, code: "x\ny" });
  });

  it.each([
    ["ts", "// src/a.ts", "src/a.ts"],
    ["ts", "// filepath: src/a.ts", "src/a.ts"],
    ["py", "# tools/run.py", "tools/run.py"],
    ["css", "/* styles/main.css */", "styles/main.css"],
    ["html", "<!-- index.html -->", "index.html"],
    ["sql", "-- File: db/schema.sql", "db/schema.sql"],
    ["ts src/a.ts", "// src/a.ts", "src/a.ts"],
  ])(
    "is read from a first line that is a comment with a path, which is then left out (%s, %s)",
    (info, comment, path) => {
      expect(readTarget(info, `${comment}\nconst a = 1;`)).toEqual({ form: "code", path, code: "const a = 1;" });
    },
  );

  it("is read from the head of a diff", () => {
    const diff = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b";
    expect(readTarget("diff", diff)).toEqual({ form: "diff", path: "src/a.ts", code: diff });
    expect(readTarget("diff src/b.ts", "-a\n+b")).toEqual({ form: "diff", path: "src/b.ts", code: "-a\n+b" });
    expect(readTarget("diff", "+++ /dev/null\n-a")).toMatchObject({ path: undefined });
  });

  it.each([
    ["bash", "#!/bin/sh"],
    ["ts", "// see src/a.ts for more"],
    ["md", "# README.md"],
    ["css", "#header.wide"],
    ["ts", "// TODO"],
    ["ts src/b.ts", "// src/a.ts"],
  ])("keeps a first line that says something else (%s, %s)", (info, line) => {
    expect(readTarget(info, `${line}\nrest`).code).toBe(`${line}\nrest`);
  });
});
