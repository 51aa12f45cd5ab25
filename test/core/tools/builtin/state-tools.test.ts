import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionId } from "../../../../src/core/conversation/ids";
import { createTodoLists } from "../../../../src/core/tools/builtin/todo";
import type { EditorProblem, MemoryFile, TodoItem } from "../../../../src/core/tools/ports";
import { toolsOn } from "../../../support/workspace";

describe("todo", () => {
  it("keeps a list per session and shows it", async () => {
    const { say } = await toolsOn({});
    expect(await say("todo", {})).toBe("The list is empty.");
    expect(
      await say("todo", {
        items: [
          { text: "read", state: "done" },
          { text: "fix", state: "doing" },
          { text: "test", state: "open" },
        ],
      }),
    ).toBe("[x] read\n[~] fix\n[ ] test");
    expect(await say("todo", {})).toBe("[x] read\n[~] fix\n[ ] test");
  });
});

describe("a todo list", () => {
  const read = { text: "read", state: "done" } as const;
  const fix = { text: "fix", state: "open" } as const;

  it("is what was just written until the conversation tells it, and then what the conversation tells", () => {
    let told: readonly TodoItem[] = [];
    const lists = createTodoLists(() => told);
    const [first, second] = [sessionId("first"), sessionId("second")];
    lists.write(first, [fix]);
    expect([lists.read(first), lists.read(second)]).toEqual([[fix], []]);
    told = [fix];
    expect([lists.read(first), lists.read(second)]).toEqual([[fix], [fix]]);
    told = [read];
    expect(lists.read(first)).toEqual([read]);
  });
});

describe("memory", () => {
  async function withMemory() {
    const files = new Map<string, string>();
    const key = (file: MemoryFile) => `${file.scope}/${file.name}`;
    const setup = await toolsOn(
      {},
      {
        memory: {
          pathOf: ({ name, scope }) => `/${scope}/${name}`,
          read: async (file) => files.get(key(file)) ?? "",
          write: async (file, text) => void files.set(key(file), text),
        },
      },
    );
    return { ...setup, files };
  }

  it("adds, replaces, removes and shows facts", async () => {
    const { say, files } = await withMemory();
    expect(await say("memory", { action: "show" })).toBe("MEMORY.md (workspace) is empty.");
    await say("memory", { action: "add", text: "tests run with npm test" });
    await say("memory", { action: "add", text: "- tabs, not spaces" });
    await say("memory", { action: "add", file: "USER.md", scope: "global", text: "prefers short answers" });
    await say("memory", { action: "replace", find: "npm test", text: "node --test" });
    expect(await say("memory", { action: "remove", find: "- tabs, not spaces\n" })).toBe(
      "MEMORY.md (workspace) now has 29 of 20000 characters.",
    );
    expect([...files]).toEqual([
      ["workspace/MEMORY.md", "- tests run with node --test\n"],
      ["global/USER.md", "- prefers short answers\n"],
    ]);
  });

  it("refuses what it cannot do", async () => {
    const { say } = await withMemory();
    expect(await say("memory", { action: "add" })).toBe("FAILED Give the fact to add as `text`.");
    expect(await say("memory", { action: "remove" })).toBe("FAILED Give the text to change as `find`.");
    expect(await say("memory", { action: "remove", find: "absent" })).toContain("FAILED");
    expect(await say("memory", { action: "add", text: "x".repeat(20_000) })).toContain(
      "FAILED MEMORY.md would grow to 20003 characters; it may have 20000.",
    );
  });
});

describe("session_search", () => {
  const hits = [1, 2, 3].map((number) => ({
    messageId: `m${number}`,
    session: "s0",
    title: "Cart",
    role: "user",
    snippet: `hit ${number}`,
  }));
  const past = {
    search: async (_query: string, { limit }: { readonly limit: number }) => hits.slice(0, limit),
    readMessage: async (id: string) => (id === "m1" ? "abcdefgh" : undefined),
  };

  it("finds messages in pages and reads one in parts", async () => {
    const { say } = await toolsOn({}, { past });
    expect(await say("session_search", { query: "cart", offset: 2, limit: 1 })).toBe('m2 (user, in "Cart"): hit 2');
    expect(await say("session_search", { query: "cart", offset: 9 })).toBe(
      'No message found for "cart" from hit 9 on.',
    );
    expect(await say("session_search", { id: "m1", offset: 3, limit: 2 })).toBe(
      "cd\n[characters 3-4 of 8; continue with offset 5]",
    );
    expect(await say("session_search", { id: "m9" })).toBe("FAILED There is no message with the id m9.");
    expect(await say("session_search", {})).toBe("FAILED Give `query` to search, or `id` to read a found message.");
  });
});

describe("diagnostics", () => {
  it("shows the worst first, in pages", async () => {
    const found: EditorProblem[] = [];
    const { say, root } = await toolsOn(
      { "a.ts": "" },
      { problems: { list: async (path) => found.filter((problem) => path === undefined || problem.path === path) } },
    );
    expect(await say("diagnostics", {})).toBe("[no problems reported]");
    found.push(
      { path: join(root, "b.ts"), line: 1, severity: "warning", message: "unused" },
      { path: join(root, "a.ts"), line: 7, severity: "error", message: "no such name", source: "ts" },
    );
    expect(await say("diagnostics", {})).toBe(
      "a.ts:7: error: no such name (ts)\nb.ts:1: warning: unused\n[2 of 2 problems]",
    );
    expect(await say("diagnostics", { path: "a.ts" })).toBe("a.ts:7: error: no such name (ts)\n[1 of 1 problems]");
    expect(await say("diagnostics", { limit: 1 })).toBe(
      "a.ts:7: error: no such name (ts)\n[1 of 2 problems; continue with offset 2]",
    );
    expect(await say("diagnostics", { path: "../x" })).toContain("FAILED");
  });
});

describe("built-in tools", () => {
  it("are offered in a fixed order, those without their port left out", async () => {
    const { tools } = await toolsOn({});
    expect(tools.map(({ name, category, order }) => `${name} ${category} ${order}`)).toEqual([
      "read_file read parallel",
      "write_file edit alone",
      "patch edit alone",
      "list_files read parallel",
      "search_files read parallel",
      "terminal run alone",
      "background_jobs internal alone",
      "web_fetch read parallel",
      "todo internal alone",
    ]);
  });
});
