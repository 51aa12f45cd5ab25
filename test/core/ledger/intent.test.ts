import { describe, expect, it } from "vitest";
import { readIntent } from "../../../src/core/ledger/intent";

const read = (path: string) => ({ path, operation: "read" });
const written = (path: string) => ({ path, operation: "written" });
const deleted = (path: string) => ({ path, operation: "deleted" });

describe("readIntent", () => {
  it.each([
    ["read_file", { path: "a.ts" }, [read("a.ts")]],
    ["read_files", { files: [{ path: "a.ts" }, { path: "b.ts" }] }, [read("a.ts"), read("b.ts")]],
    ["write_file", { path: "a.ts", content: "x" }, [written("a.ts")]],
    ["edit", { file_path: "a.ts" }, [written("a.ts")]],
    ["delete_file", { path: "a.ts" }, [deleted("a.ts")]],
    ["str_replace_editor", { command: "view", path: "a.c" }, [read("a.c")]],
    ["str_replace_editor", { path: "a.c", view_range: null }, [read("a.c")]],
    ["str_replace_editor", { command: "create", path: "a.c", file_text: "" }, [written("a.c")]],
    [
      "apply_patch",
      { input: "*** Begin Patch\n*** Update File: a.ts\n@@\n*** Delete File: b.ts\n*** End Patch" },
      [written("a.ts"), deleted("b.ts")],
    ],
    ["apply_patch", { patch: "--- a/x.py\n+++ b/x.py\n" }, [written("x.py")]],
    ["weather", { path: "a.ts" }, []],
    ["read_file", {}, []],
  ])("%s %j touches %j", (name, args, files) => {
    expect(readIntent(name, JSON.stringify(args)).files).toEqual(files);
  });

  it.each([
    ["cat src/a.ts | head -5", [read("src/a.ts")]],
    ["sed -n '1,5p' src/a.ts && sed -i s/a/b/ b.ts", [read("src/a.ts"), written("b.ts")]],
    ["echo hi > out.txt 2>/dev/null; rm -f old.ts", [written("out.txt"), deleted("old.ts")]],
    ["git mv src/a.ts src/b.ts", [deleted("src/a.ts"), written("src/b.ts")]],
    ["cat <<'EOF' > new.md\nrm gone.ts\nEOF", [written("new.md")]],
    ["npm test", []],
  ])("terminal %j touches %j", (command, files) => {
    expect(readIntent("terminal", JSON.stringify({ command })).files).toEqual(files);
  });

  it("knows where a command runs and which branch it makes", () => {
    expect(readIntent("bash", JSON.stringify({ command: "cd /srv/app && git checkout -b fix/one" }))).toEqual({
      files: [],
      command: "cd /srv/app && git checkout -b fix/one",
      cwd: "/srv/app",
      branch: "fix/one",
    });
    expect(readIntent("terminal", JSON.stringify({ command: "ls", cwd: "packages/a" })).cwd).toBe("packages/a");
  });

  it("joins lists of commands and of words", () => {
    expect(readIntent("run_commands", '{"commands":["npm ci","npm test"]}').command).toBe("npm ci && npm test");
    expect(readIntent("shell", '{"command":["ls","-l"]}').command).toBe("ls -l");
  });

  it("reads a plan of things to do", () => {
    const todos = [
      { content: "read", status: "completed" },
      { content: "fix", status: "in_progress" },
      { content: "test", status: "pending" },
      "ship",
    ];
    expect(readIntent("todo", JSON.stringify({ todos })).todos).toEqual([
      { text: "read", state: "done" },
      { text: "fix", state: "doing" },
      { text: "test", state: "open" },
      { text: "ship", state: "open" },
    ]);
  });

  it("does not take a look at the list for an empty list", () => {
    expect(readIntent("todo", "{}")).toEqual({ files: [] });
  });

  it.each(["", "[]", "null", '{"path": "a', "{".repeat(10_000)])(
    "takes nothing from the broken arguments %j",
    (inputJson) => {
      expect(readIntent("read_file", inputJson)).toEqual({ files: [] });
    },
  );
});
