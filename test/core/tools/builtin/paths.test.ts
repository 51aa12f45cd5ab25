import { mkdir, readdir, readFile, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/core/base/json";
import { createWorkspacePaths } from "../../../../src/core/tools/files/workspace-paths";
import { runCalls } from "../../../../src/core/tools/run";
import type { ApprovalAnswer } from "../../../../src/core/tools/tool";
import { inEnglish } from "../../../support/say";
import { outcomeText, toolCall, toolWorld } from "../../../support/tools";
import { temporaryFolder, toolsOn, writeFiles } from "../../../support/workspace";

async function twoFolders() {
  const setup = await toolsOn({ "src/a.txt": "inside" });
  await writeFiles(setup.outer, { "secret.txt": "outside", "project-too/b.txt": "neighbour" });
  return setup;
}

const reachers = [
  ["read_file", {}],
  ["write_file", { content: "x" }],
  ["patch", { find: "outside", replace: "x" }],
  ["list_files", {}],
  ["search_files", { pattern: "outside" }],
] as const;

describe("paths of tools", () => {
  it.each(reachers)("%s cannot climb out of the workspace", async (tool, args) => {
    const { say } = await twoFolders();
    expect(await say(tool, { ...args, path: "src/../../secret.txt" })).toMatch(
      /^FAILED src\/\.\.\/\.\.\/secret\.txt lies outside the workspace\./,
    );
  });

  it.each(reachers)("%s cannot use an absolute path outside", async (tool, args) => {
    const { say, outer } = await twoFolders();
    expect(await say(tool, { ...args, path: join(outer, "secret.txt") })).toContain("lies outside the workspace");
    expect(await readFile(join(outer, "secret.txt"), "utf8")).toBe("outside");
  });

  it.each(reachers)("%s cannot follow a link out", async (tool, args) => {
    const { say, root, outer } = await twoFolders();
    await symlink(outer, join(root, "way-out"));
    expect(await say(tool, { ...args, path: "way-out/secret.txt" })).toContain(
      "leads outside the workspace through a symbolic link",
    );
    expect(await readFile(join(outer, "secret.txt"), "utf8")).toBe("outside");
  });

  it("a file cannot be created through a link to a place that does not exist yet", async () => {
    const { say, root, outer } = await twoFolders();
    await symlink(join(outer, "new.txt"), join(root, "dangling"));
    await symlink(join(outer, "new-folder"), join(root, "dangling-folder"));
    expect(await say("write_file", { path: "dangling", content: "x" })).toContain("leads outside");
    expect(await say("write_file", { path: "dangling-folder/deep/new.txt", content: "x" })).toContain("leads outside");
    expect((await readdir(outer)).sort()).toEqual(["project", "project-too", "secret.txt"]);
  });

  it("a command cannot start outside", async () => {
    const { say } = await twoFolders();
    expect(await say("terminal", { command: "ls", cwd: ".." })).toContain("lies outside the workspace");
  });

  it("a folder whose name begins like the workspace's is outside", async () => {
    const { say } = await twoFolders();
    expect(await say("read_file", { path: "../project-too/b.txt" })).toContain("lies outside");
  });

  it("home and NUL paths are refused", async () => {
    const { say } = await twoFolders();
    expect(await say("read_file", { path: "~/.ssh/id_rsa" })).toContain("lies in the home folder");
    expect(await say("read_file", { path: "a\0b" })).toContain("contains a NUL character");
  });

  it("absolute paths and links inside are fine", async () => {
    const { say, root } = await twoFolders();
    await symlink(join(root, "src"), join(root, "alias"));
    expect(await say("read_file", { path: join(root, "src/a.txt") })).toBe("1|inside\n[src/a.txt: lines 1-1 of 1]");
    expect(await say("read_file", { path: "alias/a.txt" })).toBe("1|inside\n[src/a.txt: lines 1-1 of 1]");
  });

  it("however a path is put together, what opens really lies inside", async () => {
    const { root, outer } = await twoFolders();
    await symlink(outer, join(root, "way-out"));
    await symlink("..", join(root, "src", "up"));
    await symlink(join(outer, "missing"), join(root, "dangling"));
    const paths = createWorkspacePaths({ roots: () => [root] });
    const piece = fc.constantFrom(
      "..",
      ".",
      "",
      "src",
      "a.txt",
      "way-out",
      "up",
      "dangling",
      "new",
      "secret.txt",
      "project",
      outer,
      root,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 7 }), async (pieces) => {
        const resolved = await paths.resolve(pieces.join("/"));
        if (resolved.kind !== "inside") return;
        const existing = await realpath(resolved.path).catch(() => resolved.path);
        expect(`${existing}/`.startsWith(`${root}/`)).toBe(true);
        expect(resolved.path.startsWith(join(root, "dangling"))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("a link that leads to itself is refused", async () => {
    const { say, root } = await twoFolders();
    await symlink(join(root, "loop"), join(root, "loop"));
    expect(await say("read_file", { path: "loop" })).toMatch(/^FAILED/);
  });

  it("with several folders, a path may start with a folder's name", async () => {
    const outer = await temporaryFolder();
    await mkdir(join(outer, "one"));
    await writeFiles(outer, { "two/b.txt": "" });
    const paths = createWorkspacePaths({ roots: () => [join(outer, "one"), join(outer, "two")] });
    expect(await paths.resolve("two/b.txt")).toEqual({
      kind: "inside",
      path: join(outer, "two/b.txt"),
      root: join(outer, "two"),
      rootName: "two",
      shown: "two/b.txt",
    });
    expect(await paths.resolve("a.txt")).toEqual({
      kind: "inside",
      path: join(outer, "one/a.txt"),
      root: join(outer, "one"),
      rootName: "one",
      shown: "one/a.txt",
    });
  });

  it("with several folders, tools look through all of them and show paths that they find again", async () => {
    const outer = await temporaryFolder();
    await writeFiles(outer, { "shop/src/cart.ts": "priceOf", "tools/src/cart.ts": "// priceOf, again\nlast line" });
    const { say } = await toolsOn({}, { roots: () => [join(outer, "shop"), join(outer, "tools")] });
    expect(await say("list_files", {})).toBe(
      [
        ...["shop/", "shop/src/", "shop/src/cart.ts", "tools/", "tools/src/", "tools/src/cart.ts"],
        "[the workspace: entries 1-6 of 6]",
      ].join("\n"),
    );
    expect(await say("search_files", { pattern: "priceOf" })).toBe(
      [
        '[2 matches in 2 files for "priceOf"]',
        "shop/src/cart.ts:1: priceOf",
        "tools/src/cart.ts:1: // priceOf, again",
      ].join("\n"),
    );
    expect(await say("search_files", { pattern: "priceOf", path: "tools/src" })).toContain("tools/src/cart.ts:1:");
    expect(await say("read_file", { path: "tools/src/cart.ts" })).toContain("last line");
    expect(await say("read_file", { path: "tools\\src\\cart.ts" })).toContain("last line");
  });

  it("folders of the same name are told apart by the folders they are in", async () => {
    const outer = await temporaryFolder();
    await writeFiles(outer, { "old/web/a.txt": "first", "new/web/a.txt": "second" });
    const { say } = await toolsOn({}, { roots: () => [join(outer, "old/web"), join(outer, "new/web")] });
    expect(await say("list_files", {})).toContain("old/web/a.txt\nnew/web/\nnew/web/a.txt");
    expect(await say("read_file", { path: "new/web/a.txt" })).toContain("second");
    expect(await say("read_file", { path: "old/web/a.txt" })).toContain("first");
  });

  it("without a folder nothing can be reached", async () => {
    expect(await createWorkspacePaths({ roots: () => [] }).resolve("a")).toEqual({
      kind: "refused",
      reason: "No folder is open, so there are no files to reach.",
    });
  });
});

describe("paths outside, where a person may allow them", () => {
  const askingOn = async (answers: readonly ApprovalAnswer[]) => {
    const setup = await toolsOn({}, { outsidePaths: "ask" });
    await writeFiles(setup.outer, { "secret.txt": "outside" });
    const { world, asked } = toolWorld(setup.tools, { answers });
    const call = async (name: string, args: JsonObject) => {
      const [result] = await runCalls(world, [toolCall(name, args)], new AbortController().signal);
      return outcomeText(result?.outcome ?? { content: [], failed: true });
    };
    return { ...setup, call, asked, secret: join(setup.outer, "secret.txt") };
  };

  it("are asked about each, even where the category is allowed", async () => {
    const { call, asked, secret } = await askingOn([{ kind: "allow", remember: "session" }, { kind: "deny" }]);
    expect(await call("read_file", { path: "../secret.txt" })).toBe(`1|outside\n[${secret}: lines 1-1 of 1]`);
    expect(await call("patch", { path: secret, find: "outside", replace: "x" })).toContain(
      "The user denied this call.",
    );
    expect(inEnglish(asked.map(({ title, warning }) => [title, warning]))).toEqual([
      [`Read ${secret}`, `Look closely: ${secret} is outside the workspace.`],
      [`Change ${secret}`, `Look closely: ${secret} is outside the workspace.`],
    ]);
    expect(await readFile(secret, "utf8")).toBe("outside");
  });

  it("stay closed to tools that ask nobody", async () => {
    const { call, asked } = await askingOn([]);
    expect(await call("list_files", { path: ".." })).toContain("lies outside the workspace");
    expect(await call("search_files", { path: "..", pattern: "x" })).toContain("lies outside the workspace");
    expect(asked).toEqual([]);
  });
});

describe("spilled outputs", () => {
  it("can be read and searched by their path, not changed, and not used as a way out", async () => {
    const storage = await temporaryFolder();
    const spill = join(storage, "s1", "c1.txt");
    await writeFiles(storage, { "s1/c1.txt": "first\nsecond\nthird\n", "secret.txt": "x" });
    await symlink(join(storage, "secret.txt"), join(storage, "s1", "link.txt"));
    const { say } = await toolsOn({}, { spills: { owns: (path) => path.startsWith(join(storage, "s1")) } });
    expect(await say("read_file", { path: spill, offset: 2, limit: 1 })).toBe(
      `2|second\n[${spill}: lines 2-2 of 3; continue with offset 3]`,
    );
    expect(await say("search_files", { path: spill, pattern: "thi" })).toBe(
      '[1 match in 1 file for "thi"]\nc1.txt:3: third',
    );
    expect(await say("write_file", { path: spill, content: "" })).toBe(
      "FAILED Persisted tool outputs and files of skills cannot be changed.",
    );
    expect(await say("read_file", { path: join(storage, "s1", "link.txt") })).toContain("outside the workspace");
  });
});

describe(".hermesignore", () => {
  it("keeps files from every tool", async () => {
    const { say } = await toolsOn({
      ".hermesignore": "secrets/\n*.key\n",
      "secrets/a.txt": "token",
      "b.key": "token",
      "c.txt": "token",
    });
    expect(await say("read_file", { path: "secrets/a.txt" })).toBe(
      "FAILED secrets/a.txt is kept from the assistant by .hermesignore.",
    );
    expect(await say("write_file", { path: "new.key", content: "" })).toBe(
      "FAILED new.key is kept from the assistant by .hermesignore.",
    );
    expect(await say("list_files", {})).toBe(".hermesignore\nc.txt\n[.: entries 1-2 of 2]");
    expect(await say("search_files", { pattern: "token" })).toBe('[1 match in 1 file for "token"]\nc.txt:1: token');
    expect(await say("search_files", { pattern: "token", glob: "*.{key,txt}" })).toBe(
      '[1 match in 1 file for "token"]\nc.txt:1: token',
    );
    expect(await say("search_files", { pattern: "token", includeIgnored: true })).toBe(
      '[1 match in 1 file for "token"]\nc.txt:1: token',
    );
  });
});
