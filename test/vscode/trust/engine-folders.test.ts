import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OutsideEngineOptions } from "../../../src/core/agent/world";
import type { EngineFolderWorld } from "../../../src/vscode/trust/engine-folders";
import { engineFromFolder, listEngineFolders } from "../../../src/vscode/trust/engine-folders";
import { memoryState } from "../../support/memory-state";
import { inEnglish } from "../../support/say";
import { temporaryFolder, writeFiles } from "../../support/workspace";

const FOLDER = ".hermes/context-engines/tidy";
const options: OutsideEngineOptions = {
  settings: {},
  contextLength: 60_000,
  summarize: async () => "",
  modelName: "m",
  providerName: "p",
};

const script = (note: string) => `const { note } = require("./note.cjs");
exports.createContextEngine = () => ({
  name: "tidy",
  note: note + ${JSON.stringify(note)},
  updateFromResponse() {},
  shouldCompress: () => false,
  compress: async (messages) => messages,
  status: () => ({}),
});`;

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
    homeFolder: await temporaryFolder(),
    trust: "trusted",
    state: { workspace: memoryState(), user: memoryState() },
    warn: (problem) => void warnings.push(problem),
    askToRun: async ({ home, manifest: { name, description, version } }) => {
      asked.push(`${home} ${name}${version}: ${description}`);
      return "run";
    },
    ...more,
  };
  const made = async () => {
    const found = await engineFromFolder(world, "tidy");
    return typeof found === "function" ? Reflect.get(found(options), "note") : found;
  };
  return { world, workspaceFolder, asked, warnings, made };
}

const brokenState: EngineFolderWorld["state"]["user"] = {
  get: () => {
    throw new Error("the disk is gone");
  },
  update: async () => undefined,
};

describe("an engine of the workspace", () => {
  it("runs after one question, and that is remembered", async () => {
    const { asked, made } = await windowOn(tidy);
    expect([await made(), await made()]).toEqual(["note 1", "note 1"]);
    expect(asked).toEqual(["workspace tidy: Keeps order."]);
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
    const { made } = await windowOn(tidy, {
      askToRun: async () => {
        asked++;
        return "leave";
      },
    });
    const refused = { refusal: 'The engine "tidy" was not allowed to run. You are asked again when a session begins.' };
    expect(inEnglish([await made(), await made(), asked])).toEqual([refused, refused, 2]);
  });

  it("is neither listed nor run nor asked about where nobody trusts the workspace, which is said", async () => {
    const { world, asked, made } = await windowOn(tidy, { trust: "untrusted" });
    expect(inEnglish(await made())).toEqual({
      refusal:
        'The engine "tidy" comes from this workspace, which is not trusted. ' +
        "Trust the workspace, then start a new session.",
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
      'The engine folder "tidy" was skipped: the name in engine.json, "neat", is not the name of the folder.';
    expect(inEnglish(await made())).toEqual({
      refusal: `${problem} Correct it, then start a new session or reload the window.`,
    });
    expect(warnings.toSorted()).toEqual([
      problem,
      expect.stringContaining('"torn" was skipped: engine.json cannot be read'),
    ]);
  });

  it("is refused with the reason where what was allowed cannot be read or kept", async () => {
    const { made } = await windowOn(tidy, {
      state: { workspace: brokenState, user: brokenState },
    });
    expect(inEnglish(await made())).toEqual({
      refusal:
        'The engine folder "tidy" was skipped: its permission to run could not be checked (the disk is gone). ' +
        "Correct it, then start a new session or reload the window.",
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
    expect(await listEngineFolders(world)).toEqual([
      { name: "tidy", description: "Keeps order.", version: "", main: "index.cjs", home: "workspace" },
    ]);
    expect(asked).toEqual([]);
  });

  it("does not exist without a folder", async () => {
    const { world } = await windowOn(tidy, { workspaceFolder: undefined });
    expect([await engineFromFolder(world, "tidy"), await listEngineFolders(world)]).toEqual([undefined, []]);
    expect(await engineFromFolder({ ...world, workspaceFolder: join("no", "such", "folder") }, "tidy")).toBeUndefined();
  });
});

describe("an engine of the user", () => {
  const ofUser = { ...tidy, [`${FOLDER}/engine.json`]: JSON.stringify({ name: "tidy", version: " 1.2" }) };

  it("runs in every workspace after one question, in untrusted ones too", async () => {
    const homeFolder = await temporaryFolder();
    await writeFiles(homeFolder, ofUser);
    const state = { workspace: memoryState(), user: memoryState() };
    const first = await windowOn({}, { homeFolder, state });
    const second = await windowOn({}, { homeFolder, state, trust: "untrusted", workspaceFolder: undefined });
    expect([await first.made(), await second.made()]).toEqual(["note 1", "note 1"]);
    expect([first.asked, second.asked]).toEqual([["user tidy 1.2: "], []]);
    expect(await listEngineFolders(second.world)).toMatchObject([{ name: "tidy", version: " 1.2", home: "user" }]);
  });

  it("gives way to one of the workspace that the user allows, and stands in for one they do not", async () => {
    const homeFolder = await temporaryFolder();
    await writeFiles(homeFolder, { ...ofUser, [`${FOLDER}/note.cjs`]: 'exports.note = "own ";' });
    const both = await windowOn(tidy, { homeFolder });
    expect([await both.made(), both.asked]).toEqual(["note 1", ["workspace tidy: Keeps order."]]);
    const left = await windowOn(tidy, {
      homeFolder,
      askToRun: async ({ home }) => (home === "user" ? "run" : "leave"),
    });
    expect(await left.made()).toBe("own 1");
    expect((await listEngineFolders(left.world)).map(({ home }) => home)).toEqual(["workspace"]);
  });
});
