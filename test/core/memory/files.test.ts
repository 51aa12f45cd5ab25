import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RefusedFile } from "../../../src/core/memory/files";
import { createMemoryFiles, readRules } from "../../../src/core/memory/files";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "memory-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const refuse = ({ path }: RefusedFile) => expect.unreachable(path);

const put = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};

describe("memory files", () => {
  const files = () => createMemoryFiles({ globalFolder: join(root, "global"), workspaceFolder: join(root, "app") });

  it("are empty until something is written", async () => {
    expect((await files().readAll(refuse)).map(({ text }) => text)).toEqual(["", "", "", ""]);
  });

  it("are on the disk after a commit, also where a person deleted one meanwhile", async () => {
    const memory = files();
    await memory.write({ name: "MEMORY.md", scope: "workspace" }, "- a\n");
    await memory.write({ name: "USER.md", scope: "global" }, "- b\n");
    await rm(memory.pathOf({ name: "USER.md", scope: "global" }));
    await memory.commit();
    await memory.commit();
    expect(await memory.read({ name: "MEMORY.md", scope: "workspace" })).toBe("- a\n");
  });

  it("keep what is written, apart by scope and name, and leave nothing half written", async () => {
    await files().write({ name: "MEMORY.md", scope: "workspace" }, "- a\n");
    await files().write({ name: "USER.md", scope: "global" }, "- b\n");
    await files().write({ name: "USER.md", scope: "global" }, "- c\n");
    expect(await files().readAll(refuse)).toEqual([
      { name: "MEMORY.md", scope: "global", text: "" },
      { name: "USER.md", scope: "global", text: "- c\n" },
      { name: "MEMORY.md", scope: "workspace", text: "- a\n" },
      { name: "USER.md", scope: "workspace", text: "" },
    ]);
    expect([await readdir(join(root, "app", ".hermes")), await readdir(join(root, "global"))]).toEqual([
      ["MEMORY.md"],
      ["USER.md"],
    ]);
  });

  it("say so when they cannot be read, and leave the prompt without them", async () => {
    await mkdir(join(root, "global", "USER.md"), { recursive: true });
    await expect(files().read({ name: "USER.md", scope: "global" })).rejects.toThrow("it is not a regular file");
    const refused: RefusedFile[] = [];
    expect((await files().readAll((file) => refused.push(file))).map(({ text }) => text)).toEqual(["", "", "", ""]);
    expect(refused).toEqual([{ path: join(root, "global", "USER.md"), why: "special" }]);
  });
});

describe("readRules", () => {
  const rules = (claudeMd: "read" | "ignore" = "ignore") =>
    readRules({ workspaceFolder: root, claudeMd, onRefused: refuse });

  it("finds rules of the workspace and of folders inside it, top first", async () => {
    await put("packages/a/AGENTS.md", "tabs");
    await put("AGENTS.md", "spaces");
    await put("node_modules/x/AGENTS.md", "foreign");
    await put(".cache/AGENTS.md", "hidden");
    expect(await rules()).toEqual([
      { path: "AGENTS.md", folder: "", text: "spaces" },
      { path: "packages/a/AGENTS.md", folder: "packages/a", text: "tabs" },
    ]);
  });

  it("reads CLAUDE.md only when asked to", async () => {
    await put("CLAUDE.md", "other");
    expect([(await rules()).length, (await rules("read")).map(({ path }) => path)]).toEqual([0, ["CLAUDE.md"]]);
  });

  it("does not go deeper than rules are looked for", async () => {
    await put("a/b/c/d/AGENTS.md", "too deep");
    expect(await rules()).toEqual([]);
  });

  it("reads only the start of a huge file and bears a missing workspace", async () => {
    await put("AGENTS.md", "x".repeat(300_000));
    expect((await rules())[0]?.text).toHaveLength(100_000);
    expect(await readRules({ workspaceFolder: join(root, "none"), claudeMd: "read", onRefused: refuse })).toEqual([]);
  });
});
