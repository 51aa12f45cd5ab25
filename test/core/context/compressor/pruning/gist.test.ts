import { describe, expect, it } from "vitest";
import type { FinishedCall } from "../../../../../src/core/context/compressor/pruning/gist";
import { gistOf } from "../../../../../src/core/context/compressor/pruning/gist";

const call = (toolName: string, args: object, text: string, more: Partial<FinishedCall> = {}): FinishedCall => ({
  toolName,
  inputJson: JSON.stringify(args),
  text,
  images: 0,
  failed: false,
  ...more,
});
const lines = (amount: number, line = "output") => Array.from({ length: amount }, () => line).join("\n");

describe("a pruned result is one line that says what happened", () => {
  it.each([
    [
      call("terminal", { command: "npm test" }, `${lines(2_999)}\nexit code: 1`),
      "[terminal] ran `npm test` -> exit 1, 3,000 lines output",
    ],
    [
      call("terminal", { command: "make" }, `cc main.c\nmain.c:3: error: missing semicolon\nexit code: 2`),
      "[terminal] ran `make` -> exit 2, 3 lines output; error: main.c:3: error: missing semicolon",
    ],
    [call("bash", { command: "ls -la" }, lines(12)), "[bash] ran `ls -la` -> 12 lines output"],
    [
      call("execute_bash", { command: "pytest" }, "collected 3 items\n[The command completed with exit code 0.]"),
      "[execute_bash] ran `pytest` -> exit 0, 2 lines output",
    ],
    [
      call("bash", { command: "rm x" }, "Permission denied", { failed: true }),
      "[bash] ran `rm x` -> FAILED: Permission denied, 1 line output",
    ],
    [
      call("read_file", { path: "src/auth.ts", offset: 1, limit: 400 }, "x".repeat(14_210)),
      "[read_file] read src/auth.ts lines 1-400 (14,210 chars)",
    ],
    [call("read", { file_path: "a.py" }, "x".repeat(300)), "[read] read a.py (300 chars)"],
    [
      call("str_replace_editor", { command: "view", path: "a.py", view_range: [3, 9] }, "x".repeat(300)),
      "[str_replace_editor] read a.py lines 3-9 (300 chars)",
    ],
    [
      call(
        "str_replace_editor",
        { command: "str_replace", path: "a.py", old_str: "a", new_str: "b" },
        "The file a.py has been edited.".repeat(10),
      ),
      "[str_replace_editor] edited a.py -> done",
    ],
    [
      call("str_replace_editor", { command: "create", path: "a.py", file_text: "abc" }, "File created successfully"),
      "[str_replace_editor] wrote a.py (3 chars) -> done",
    ],
    [
      call("search_files", { pattern: "token" }, "37 matches in 12 files\nsrc/a.ts:1: token"),
      '[search_files] 37 matches for "token" in 12 files',
    ],
    [
      call("grep", { pattern: "foo" }, "src/a.ts:1:foo\nsrc/a.ts:9:foo\nsrc/b.ts:2:foo"),
      '[grep] 3 matches for "foo" in 2 files',
    ],
    [call("search_files", { pattern: "foo" }, "No matches found"), '[search_files] 0 matches for "foo"'],
    [call("list_files", { path: "src" }, lines(40)), "[list_files] listed src (40 entries)"],
    [
      call("write_file", { path: "b.ts", content: "x".repeat(1_234) }, "written"),
      "[write_file] wrote b.ts (1,234 chars) -> done",
    ],
    [
      call("patch", { path: "b.ts", find: "a", replace: "b" }, "find text not found in b.ts", { failed: true }),
      "[patch] edited b.ts -> FAILED: find text not found in b.ts",
    ],
    [
      call("edit", { path: "b.ts" }, "Error: no such file b.ts"),
      "[edit] edited b.ts -> FAILED: Error: no such file b.ts",
    ],
    [
      call("web_fetch", { url: "https://example.test" }, "x".repeat(500)),
      "[web_fetch] fetched https://example.test (500 chars)",
    ],
    [call("session_search", { query: "auth" }, "x".repeat(500)), '[session_search] looked up "auth" (500 chars)'],
  ])("%#", (finished, line) => {
    expect(gistOf(finished)).toBe(line);
  });

  it("says only that it was cleared for a tool without a rule", () => {
    expect(gistOf(call("mcp__db__query", { sql: "select 1" }, lines(50)))).toBe(
      "[Old tool output cleared to save context space]",
    );
  });
  it("never lets a failed call of an unknown tool look like a success", () => {
    expect(gistOf(call("mcp__db__query", {}, "relation does not exist\nhint", { failed: true }))).toBe(
      "[mcp__db__query] FAILED: relation does not exist",
    );
  });
  it("survives arguments that are not JSON", () => {
    expect(gistOf({ ...call("terminal", {}, "exit code: 0"), inputJson: "{oops" })).toBe(
      "[terminal] ran `a command` -> exit 0, 1 line output",
    );
  });
  it("counts images that go", () => {
    expect(gistOf(call("terminal", { command: "shot" }, "exit code: 0", { images: 2 }))).toBe(
      "[terminal] ran `shot` -> exit 0, 1 line output (with 2 images, removed)",
    );
  });
});
