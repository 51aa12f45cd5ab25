import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EngineOptions } from "../../src/core/agent/world";
import { engineFromFolder, listEngineFolders } from "../../src/vscode/engine-folders";
import type { EngineFolderWorld } from "../../src/vscode/engine-folders";
import { memoryState } from "../support/memory-state";
import { temporaryFolder, writeFiles } from "../support/workspace";

const FOLDER = ".hermes/context-engines/tidy";
const options: EngineOptions = { contextLength: 60_000, summarize: async () => "", modelName: "m", providerName: "p" };

const script = (note: string) => `const { note } = require("./note.cjs");
exports.createContextEngine = () => ({ name: "tidy", note: note + ${JSON.stringify(note)}, updateFromResponse() {}, shouldCompress: () => false, compress: async (messages) => messages, status: () => ({}) });`;

const tidy = {
  [`${FOLDER}/engine.json`]: JSON.stringify({ name: "tidy", description: "Keeps order." }),
  [`${FOLDER}/index.cjs`]: script("1"),
  [`${FOLDER}/note.cjs`]: 'exports.note = "note ";',
};

async function windowOn(files: Readonly<Record<string, string>>, more: Partial<EngineFolderWorld> = {}) {
  const workspaceFolder = await temporaryFolder();
  await writeFiles(workspaceFolder, files);
  const asked: string[] = [];
  const warnings: string[] = [];
  const world: EngineFolderWorld = {
    workspaceFolder,
    trust: "trusted",
    state: memoryState(),
    warn: (problem) => void warnings.push(problem),
    askToRun: async ({ name, description }) => (asked.push(`${name}: ${description}`), "run"),
    ...more,
  };
  const made = async () => {
    const found = await engineFromFolder(world, "tidy");
    return typeof found === "function" ? Reflect.get(found(options), "note") : found;
  };
  return { world, workspaceFolder, asked, warnings, made };
}

describe("an engine of the workspace", () => {
  it("runs after one question, and that is remembered", async () => {
    const { asked, made } = await windowOn(tidy);
    expect([await made(), await made()]).toEqual(["note 1", "note 1"]);
    expect(asked).toEqual(["tidy: Keeps order."]);
  });

  it("is asked about again when any of its files changed, and then runs as it is now", async () => {
    const { asked, made, workspaceFolder } = await windowOn(tidy);
    await made();
    await writeFiles(workspaceFolder, { [`${FOLDER}/note.cjs`]: 'exports.note = "other ";' });
    expect(await made()).toBe("other 1");
    await writeFiles(workspaceFolder, { [`${FOLDER}/index.cjs`]: script("2") });
    expect(await made()).toBe("other 2");
    await writeFiles(workspaceFolder, { [`${FOLDER}/lib/new.cjs`]: "" });
    expect(await made()).toBe("other 2");
    expect(asked).toHaveLength(4);
  });

  it("is not run where a person leaves it, and the next time asked about again", async () => {
    let asked = 0;
    const { made } = await windowOn(tidy, { askToRun: async () => (asked++, "leave") });
    const refused = { refusal: 'The engine "tidy" was not allowed to run. You are asked again when a session begins.' };
    expect([await made(), await made(), asked]).toEqual([refused, refused, 2]);
  });

  it("is neither listed nor run nor asked about where nobody trusts the workspace, which is said", async () => {
    const { world, asked, made } = await windowOn(tidy, { trust: "untrusted" });
    expect(await made()).toEqual({
      refusal:
        'The engine "tidy" comes from this workspace, and nobody has said that it can be trusted. Trust the workspace, then start a new session.',
    });
    expect(await engineFromFolder(world, "compressor")).toBeUndefined();
    expect(await listEngineFolders(world)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it("is refused with the reason where its manifest is broken, and the log knows of every broken one", async () => {
    const { made, warnings } = await windowOn({
      ...tidy,
      [`${FOLDER}/engine.json`]: JSON.stringify({ name: "neat" }),
      ".hermes/context-engines/torn/engine.json": "{",
    });
    const problem =
      'The engine folder "tidy" was left out: the name in engine.json, "neat", is not the name of the folder.';
    expect(await made()).toEqual({ refusal: `${problem} Correct it, then start a new session or reload the window.` });
    expect(warnings.toSorted()).toEqual([
      problem,
      expect.stringContaining('"torn" was left out: engine.json cannot be read'),
    ]);
  });

  it("is refused with the reason where what was allowed cannot be read or kept", async () => {
    const { made } = await windowOn(tidy, {
      state: {
        get: () => {
          throw new Error("the disk is gone");
        },
        update: async () => undefined,
      },
    });
    expect(await made()).toEqual({
      refusal:
        'The engine folder "tidy" was left out: whether it may run could not be found out (the disk is gone). Correct it, then start a new session or reload the window.',
    });
  });

  it("throws what its script throws, and works once that is corrected", async () => {
    const { made, workspaceFolder } = await windowOn({
      ...tidy,
      [`${FOLDER}/index.cjs`]: 'throw new Error("no licence");',
    });
    await expect(made()).rejects.toThrow("no licence");
    await writeFiles(workspaceFolder, { [`${FOLDER}/index.cjs`]: "exports.nothing = 1;" });
    await expect(made()).rejects.toThrow("it does not export createContextEngine");
    await writeFiles(workspaceFolder, { [`${FOLDER}/index.cjs`]: script("3") });
    expect(await made()).toBe("note 3");
  });

  it("is listed with its own words, without a question", async () => {
    const { world, asked } = await windowOn(tidy);
    expect(await listEngineFolders(world)).toEqual([{ name: "tidy", description: "Keeps order.", main: "index.cjs" }]);
    expect(asked).toEqual([]);
  });

  it("does not exist without a folder", async () => {
    const { world } = await windowOn(tidy, { workspaceFolder: undefined });
    expect([await engineFromFolder(world, "tidy"), await listEngineFolders(world)]).toEqual([undefined, []]);
    expect(await engineFromFolder({ ...world, workspaceFolder: join("no", "such", "folder") }, "tidy")).toBeUndefined();
  });
});
