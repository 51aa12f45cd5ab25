import { execFileSync } from "node:child_process";
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryFiles } from "../../src/core/memory/files";
import { runCalls } from "../../src/core/tools/run";
import { runHermes } from "../support/hermes";
import { inEnglish } from "../support/say";
import { toolCall, toolWorld } from "../support/tools";
import { toolsOn } from "../support/workspace";

const SECRET = "top-secret-7f3a";

/** Ways to plant something other than a file at a path. `outside` is a folder beside the workspace with a secret. */
const PLANTS: Readonly<Record<string, (path: string, outside: string) => Promise<unknown>>> = {
  "a link to a file outside": (path, outside) => symlink(join(outside, "secret"), path),
  "a link to a file of the repository": (path) => symlink("git-config", path),
  "a link to the environment of the process": (path) => symlink("/proc/self/environ", path),
  "a link to a device without an end": (path) => symlink("/dev/zero", path),
  "a link to nowhere": (path) => symlink("no-such-file", path),
  "a pipe": async (path) => execFileSync("mkfifo", [path]),
  "a folder": (path) => mkdir(path),
  "a huge file": (path) => writeFile(path, `${SECRET}\n`.repeat(200_000)),
};

const INSTRUCTIONS = [".hermes/MEMORY.md", ".hermes/USER.md", "AGENTS.md", "CLAUDE.md", "packages/app/AGENTS.md"];

const cases = INSTRUCTIONS.flatMap((path) => Object.keys(PLANTS).map((plant) => [path, plant] as const));

async function plantedAgent(path: string, plant: string, trust: "trusted" | "untrusted" = "trusted") {
  const hermes = await runHermes({
    settings: { "hermes.rules.claudeMd": true },
    host: { trust: () => trust, env: { ...process.env, PLANTED: SECRET } },
  });
  const outside = join(dirname(hermes.root), "outside");
  const file = join(hermes.root, path);
  await mkdir(outside);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(join(outside, "secret"), SECRET);
  await writeFile(join(dirname(file), "git-config"), SECRET);
  await PLANTS[plant]?.(file, outside);
  return { hermes, outside, file };
}

describe("a planted file of memory or rules", () => {
  it.each(cases)("stays out of the prompt: %s as %s", async (path, plant) => {
    const { hermes } = await plantedAgent(path, plant);
    await hermes.say("hello");
    const prompt = await hermes.systemPrompt();
    expect(hermes.server.requests.map(({ text }) => text.includes(SECRET))).toEqual([prompt.includes(SECRET)]);
    const isCut = plant === "a huge file" && !path.startsWith(".hermes/");
    expect(prompt.length).toBeLessThan(200_000);
    expect(prompt.includes(SECRET)).toBe(isCut);
    expect(prompt).not.toContain("\0");
    const isFolder = plant === "a folder" && !path.startsWith(".hermes/");
    expect(hermes.seen("notice").map(({ text }) => inEnglish(text))).toEqual(
      isCut || isFolder ? [] : [expect.stringMatching(/was left alone: it is (?:a symbolic|not a reg|too large)/)],
    );
  });

  it.each([".hermes", "packages"])("stays out of the prompt where the folder %s is a link", async (folder) => {
    const hermes = await runHermes();
    const outside = join(dirname(hermes.root), "outside");
    await mkdir(join(outside, "app"), { recursive: true });
    for (const name of ["MEMORY.md", "USER.md", "AGENTS.md", "app/AGENTS.md"])
      await writeFile(join(outside, name), SECRET);
    await symlink(outside, join(hermes.root, folder));
    expect(await hermes.systemPrompt()).not.toContain(SECRET);
  });

  it.each(INSTRUCTIONS)("is not read in an untrusted window, though it is a regular file: %s", async (path) => {
    const hermes = await runHermes({
      files: { [path]: SECRET },
      settings: { "hermes.rules.claudeMd": true },
      host: { trust: () => "untrusted" },
    });
    expect(await hermes.systemPrompt()).not.toContain(SECRET);
  });

  it("is read in a trusted window where it is a regular file, without a notice", async () => {
    const hermes = await runHermes({ files: Object.fromEntries(INSTRUCTIONS.map((path) => [path, path])) });
    await hermes.say("hello");
    const prompt = await hermes.systemPrompt();
    expect(prompt).toContain(".hermes/MEMORY.md");
    expect(prompt).toContain("packages/app/AGENTS.md");
    expect(hermes.seen("notice")).toEqual([]);
  });
});

describe("the memory tool", () => {
  const add = { action: "add", text: "planted" };

  async function memoryOn(plant?: string, path = ".hermes/MEMORY.md") {
    const { outer, root } = await toolsOn({});
    const outside = join(outer, "outside");
    await mkdir(outside);
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(outside, "secret"), SECRET);
    await writeFile(join(root, ".hermes", "git-config"), SECRET).catch(() => undefined);
    if (plant !== undefined) await PLANTS[plant]?.(join(root, path), outside);
    const memory = createMemoryFiles({ globalFolder: join(outer, "global"), workspaceFolder: root });
    const { tools } = await toolsOn({}, { memory });
    return { outer, root, outside, tools };
  }

  it.each(Object.keys(PLANTS))("changes nothing through %s", async (plant) => {
    const { root, outside, tools } = await memoryOn(plant);
    const before = await lstat(join(root, ".hermes/MEMORY.md"));
    const setup = toolWorld(tools, { answers: [{ kind: "allow", remember: "once" }] });
    const [result] = await runCalls(setup.world, [toolCall("memory", add)], new AbortController().signal);
    expect(result?.outcome.failed).toBe(true);
    expect((await lstat(join(root, ".hermes/MEMORY.md"))).ino).toBe(before.ino);
    expect(await readFile(join(outside, "secret"), "utf8")).toBe(SECRET);
    expect(await readFile(join(root, ".hermes/git-config"), "utf8")).toBe(SECRET);
    expect(await readdir(outside)).toEqual(["secret"]);
  });

  it("does not write through a link that waits at a name it could guess", async () => {
    const { root, outside, tools } = await memoryOn();
    await symlink(join(outside, "secret"), join(root, ".hermes/MEMORY.md.part"));
    const setup = toolWorld(tools);
    await runCalls(setup.world, [toolCall("memory", add)], new AbortController().signal);
    expect(await readFile(join(root, ".hermes/MEMORY.md"), "utf8")).toBe("- planted\n");
    expect(await readFile(join(outside, "secret"), "utf8")).toBe(SECRET);
    expect((await lstat(join(root, ".hermes/MEMORY.md"))).mode & 0o777).toBe(0o600);
  });

  it("is an edit: it asks with the change, and not where edits are allowed", async () => {
    const { root, tools } = await memoryOn();
    const asking = toolWorld(tools, { rules: { edit: "ask" } });
    const [denied] = await runCalls(asking.world, [toolCall("memory", add)], new AbortController().signal);
    expect(denied?.outcome.failed).toBe(true);
    expect(inEnglish(asking.asked)).toMatchObject([
      { category: "edit", edit: { path: join(root, ".hermes/MEMORY.md"), before: "", after: "- planted\n" } },
    ]);
    const allowing = toolWorld(tools, { rules: { edit: "allow" } });
    await runCalls(allowing.world, [toolCall("memory", add)], new AbortController().signal);
    expect(allowing.asked).toEqual([]);
  });

  it.each(["MEMORY.md", "USER.md"])(
    "asks about global %s each time, with the change, though edits are allowed",
    async (file) => {
      const { outer, tools } = await memoryOn();
      const setup = toolWorld(tools, {
        rules: { edit: "allow" },
        answers: [{ kind: "allow", remember: "workspace" }, { kind: "deny" }],
      });
      const call = (key: string) => toolCall("memory", { ...add, file, scope: "global" }, key);
      const results = await runCalls(setup.world, [call("1"), call("2")], new AbortController().signal);
      expect(results.map(({ outcome }) => outcome.failed)).toEqual([false, true]);
      expect(inEnglish(setup.asked)).toMatchObject([
        {
          warning: "Look closely: global memory is part of every session in every workspace.",
          edit: { path: join(outer, "global", file), after: "- planted\n" },
        },
        { edit: { after: "- planted\n- planted\n" } },
      ]);
    },
  );

  it("shows memory without a question", async () => {
    const { tools } = await memoryOn();
    const setup = toolWorld(tools, { rules: { edit: "ask" } });
    const [shown] = await runCalls(setup.world, [toolCall("memory", { action: "show" })], new AbortController().signal);
    expect([shown?.outcome.failed, setup.asked]).toEqual([false, []]);
  });
});

describe("a planted ignore list", () => {
  async function ignoringBy(name: string, plant: string) {
    const setup = await toolsOn({ "kept.txt": "needle", "git-config": SECRET });
    const outside = join(setup.outer, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "secret"), "kept.txt");
    await PLANTS[plant]?.(join(setup.root, name), outside);
    return setup;
  }

  it.each(Object.keys(PLANTS))("hides everything rather than nothing: .hermesignore as %s", async (plant) => {
    const { say } = await ignoringBy(".hermesignore", plant);
    for (const [tool, args] of [
      ["read_file", { path: "kept.txt" }],
      ["write_file", { path: "new.txt", content: "" }],
      ["list_files", { path: "." }],
      ["search_files", { pattern: "needle" }],
    ] as const)
      expect(await say(tool, args)).toMatch(/^FAILED .*\.hermesignore (?:is|cannot)/);
  });

  it.each(Object.keys(PLANTS))("is ignored, like git does: .gitignore as %s", async (plant) => {
    const { say } = await ignoringBy(".gitignore", plant);
    expect(await say("list_files", { path: "." })).toContain("kept.txt");
  });

  it.each([".gitignore", ".ignore", ".rgignore"])("does not hold up a search for ever: %s as a pipe", async (name) => {
    const { say } = await ignoringBy(name, "a pipe");
    expect(await say("search_files", { pattern: "needle" })).toBe(
      `FAILED The search failed: ${name} is not a regular file. Ask the user to replace or remove it.`,
    );
  });

  it("does not hold up a search for ever: a pipe deep in the workspace", async () => {
    const { say, root } = await toolsOn({ "a/b/c/d.txt": "needle" });
    execFileSync("mkfifo", [join(root, "a/b/c/.gitignore")]);
    expect(await say("search_files", { pattern: "missing" })).toContain("a/b/c/.gitignore is not a regular file");
  });

  it("does not take the memory of the machine: a search beside a .gitignore without an end", async () => {
    const { say } = await ignoringBy(".gitignore", "a link to a device without an end");
    expect(await say("search_files", { pattern: "needle" })).toMatch(/^FAILED The search failed: /);
  });
});
