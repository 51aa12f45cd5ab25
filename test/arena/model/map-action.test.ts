import { describe, expect, it } from "vitest";
import { mapAction } from "./map-action";
import { offeredTools } from "./request-view";

const schema = (...names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
const anthropic = (tools: Readonly<Record<string, readonly string[]>>) =>
  offeredTools({
    tools: Object.entries(tools).map(([name, names]) => ({ name, input_schema: schema(...names) })),
  });
const read = { kind: "read", path: "src/a.js" } as const;
const search = { kind: "search", pattern: "zone", path: "src" } as const;
const edit = { kind: "edit", path: "src/a.js", find: "A = 1;", replace: "A = 2;" } as const;
const run = { kind: "run", command: "sh tools/run.sh 1" } as const;
const inputOf = (part: ReturnType<typeof mapAction>) =>
  part?.type === "call" ? [part.name, JSON.parse(part.input)] : undefined;

describe("an action", () => {
  it("becomes a call of the tool whose name and parameters fit", () => {
    const tools = anthropic({
      Read: ["file_path"],
      Grep: ["pattern", "path"],
      Edit: ["file_path", "old_string", "new_string"],
      Bash: ["command", "description"],
    });
    expect([read, search, edit, run].map((action) => inputOf(mapAction(action, tools, "/w")))).toEqual([
      ["Read", { file_path: "/w/src/a.js" }],
      ["Grep", { pattern: "zone", path: "/w/src" }],
      ["Edit", { file_path: "/w/src/a.js", old_string: "A = 1;", new_string: "A = 2;" }],
      ["Bash", { command: "sh tools/run.sh 1", description: "Run a command" }],
    ]);
  });

  it("reads with a tool that takes a list of files", () => {
    const tools = anthropic({ read_files: ["files"], run_commands: ["commands"] });
    expect(inputOf(mapAction(read, tools, "/w"))).toEqual(["read_files", { files: [{ path: "/w/src/a.js" }] }]);
  });

  it("goes through the shell where there is no tool for it", () => {
    const tools = offeredTools({ tools: [{ type: "function", name: "exec_command", parameters: schema("cmd") }] });
    expect([read, search, edit, run].map((action) => inputOf(mapAction(action, tools, "/w")))).toEqual([
      ["exec_command", { cmd: "cat src/a.js" }],
      ["exec_command", { cmd: 'grep -rn "zone" src | sort' }],
      ["exec_command", { cmd: "sed -i 's|A = 1;|A = 2;|' src/a.js" }],
      ["exec_command", { cmd: "sh tools/run.sh 1" }],
    ]);
  });

  it("fits tools in the shape of OpenAI Chat, shells that take words, and edits in a list", () => {
    const tools = offeredTools({
      tools: [
        { type: "function", function: { name: "shell", parameters: { properties: { command: { type: "array" } } } } },
        { type: "function", function: { name: "edit", parameters: schema("path", "edits") } },
      ],
    });
    expect(inputOf(mapAction(run, tools, "/w"))).toEqual(["shell", { command: ["sh", "-c", "sh tools/run.sh 1"] }]);
    expect(inputOf(mapAction(edit, tools, "/w"))).toEqual([
      "edit",
      { path: "/w/src/a.js", edits: [{ oldText: "A = 1;", newText: "A = 2;" }] },
    ]);
  });

  it("cannot be mapped without a shell", () => {
    expect(mapAction(run, anthropic({ Read: ["file_path"] }), "/w")).toBeUndefined();
  });
});
