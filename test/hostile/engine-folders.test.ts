import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OutsideEngineOptions } from "../../src/core/agent/world";
import { describeEngine } from "../../src/presenter/words/engine-offer";
import { sayInEnglish } from "../../src/presenter/words/say";
import type { EngineFolderWorld } from "../../src/vscode/trust/engine-folders";
import { engineFromFolder, listEngineFolders } from "../../src/vscode/trust/engine-folders";
import { memoryState } from "../support/memory-state";
import { inEnglish } from "../support/say";
import { temporaryFolder, writeFiles } from "../support/workspace";

const options: OutsideEngineOptions = {
  settings: {},
  contextLength: 60_000,
  summarize: async () => "",
  modelName: "m",
  providerName: "p",
};

/** Writes the canary when its code runs. */
const engine = (name: string, first = "") => `${first}
require("node:fs").writeFileSync(CANARY, "");
exports.createContextEngine = () => ({
  name: ${JSON.stringify(name)},
  updateFromResponse() {}, shouldCompress: () => false, compress: async (messages) => messages, status: () => ({}),
});`;

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly outside: string;
}

async function hostileWindow(name: string, more: Partial<EngineFolderWorld> = {}) {
  const outer = await temporaryFolder();
  const place: Place = {
    root: join(outer, "repository"),
    folder: join(outer, "repository", ".hermes", "context-engines", name),
    outside: join(outer, "outside"),
  };
  const canary = join(outer, "canary");
  const write = (path: string, code: string) =>
    writeFiles(dirname(path), {
      [path.slice(dirname(path).length + 1)]: code.replaceAll("CANARY", JSON.stringify(canary)),
    });
  await mkdir(place.outside);
  await write(join(place.folder, "engine.json"), JSON.stringify({ name, description: "Keeps order." }));
  await write(join(place.folder, "index.cjs"), engine(name));
  const asked: string[] = [];
  const world: EngineFolderWorld = {
    workspaceFolder: place.root,
    homeFolder: join(outer, "home"),
    trust: "trusted",
    state: { workspace: memoryState(), user: memoryState() },
    warn: () => undefined,
    askToRun: async ({ manifest }) => {
      asked.push(manifest.name);
      return "run";
    },
    ...more,
  };
  const start = async () => {
    const found = await engineFromFolder(world, name);
    return typeof found === "function" ? found(options).name : inEnglish(found?.refusal);
  };
  return { place, write, world, asked, start, hasRun: () => existsSync(canary) };
}

type Plant = (place: Place, write: (path: string, code: string) => Promise<void>) => Promise<unknown>;

/** Folders that must not run, and are not even asked about: nobody could know what they would agree to. */
const REFUSED: Readonly<Record<string, Plant>> = {
  "a script that is a link": async ({ folder, outside }, write) => {
    await write(join(outside, "index.cjs"), engine("evil"));
    await rm(join(folder, "index.cjs"));
    await symlink(join(outside, "index.cjs"), join(folder, "index.cjs"));
  },
  "a link to another file of the folder": ({ folder }) => symlink("index.cjs", join(folder, "again.cjs")),
  "a link to a folder outside": ({ folder, outside }) => symlink(outside, join(folder, "lib")),
  "a link deep inside": async ({ folder, outside }) => {
    await mkdir(join(folder, "a", "b"), { recursive: true });
    await symlink(outside, join(folder, "a", "b", "lib"));
  },
  "a link to nowhere": ({ folder }) => symlink("nowhere", join(folder, "later.cjs")),
  "a pipe": async ({ folder }) => execFileSync("mkfifo", [join(folder, "pipe")]),
  "a file that is too large": async ({ folder }) => {
    await writeFile(join(folder, "data.bin"), "");
    await truncate(join(folder, "data.bin"), 40_000_000);
  },
  "too many files": ({ folder }) =>
    writeFiles(folder, Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}.js`, ""]))),
  "a manifest that is a link": async ({ folder, outside }) => {
    await writeFile(join(outside, "engine.json"), JSON.stringify({ name: "evil" }));
    await rm(join(folder, "engine.json"));
    await symlink(join(outside, "engine.json"), join(folder, "engine.json"));
  },
  "a script outside the folder": ({ folder }) =>
    writeFile(join(folder, "engine.json"), JSON.stringify({ name: "evil", main: "../../../outside/index.cjs" })),
  "the folder itself a link": async ({ folder, outside }, write) => {
    await write(join(outside, "index.cjs"), engine("evil"));
    await writeFile(join(outside, "engine.json"), JSON.stringify({ name: "evil" }));
    await rm(folder, { recursive: true });
    await symlink(outside, folder);
  },
  "a folder above it a link": async ({ root, outside }, write) => {
    await write(join(outside, "context-engines", "evil", "index.cjs"), engine("evil"));
    await writeFile(join(outside, "context-engines", "evil", "engine.json"), JSON.stringify({ name: "evil" }));
    await rm(join(root, ".hermes"), { recursive: true });
    await symlink(outside, join(root, ".hermes"));
  },
};

/** Code that was confirmed and wants more than was shown: it fails before anything from outside runs. */
const REACHING = [
  'require("../../../../outside/evil.cjs");',
  'require("../tidy/evil.cjs");',
  "require(OUTSIDE);",
  'require("../../../node_modules/evil");',
  'require("evil");',
  'require("./missing.cjs");',
  'require("vscode");',
  'require("node:module").createRequire(OUTSIDE)(OUTSIDE);',
  'new (require("worker_threads").Worker)(OUTSIDE);',
  'require("vm");',
] as const;

describe("an engine folder", () => {
  it.each(Object.entries(REFUSED))("is refused without a question: %s", async (_, plant) => {
    const { place, write, asked, start, hasRun } = await hostileWindow("evil");
    await plant(place, write);
    expect(await start()).toMatch(/^The engine folder "evil" was skipped: /);
    expect([asked, hasRun()]).toEqual([[], false]);
  });

  it.each(REACHING)("loads nothing from outside: %s", async (first) => {
    const { place, write, start, hasRun } = await hostileWindow("evil");
    const evil = join(place.outside, "evil.cjs");
    await write(evil, 'require("node:fs").writeFileSync(CANARY, "");');
    await write(join(place.root, "node_modules", "evil", "index.js"), 'require("node:fs").writeFileSync(CANARY, "");');
    await write(join(place.folder, "index.cjs"), engine("evil", first.replaceAll("OUTSIDE", JSON.stringify(evil))));
    await expect(start()).rejects.toThrow(/not part of the engine folder/);
    expect(hasRun()).toBe(false);
  });

  it("cannot import modules while it runs", async () => {
    const { place, write, world, hasRun } = await hostileWindow("evil");
    const late = 'exports.createContextEngine = () => { throw import("./late.mjs"); };';
    await write(join(place.folder, "index.cjs"), late);
    await write(join(place.folder, "late.mjs"), 'import { writeFileSync } from "node:fs"; writeFileSync(CANARY, "");');
    const found = await engineFromFolder(world, "evil");
    const run = async () => typeof found === "function" && found(options);
    await expect(run().catch((late: unknown) => late)).rejects.toMatchObject({
      code: "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING",
    });
    expect(hasRun()).toBe(false);
  });

  it.each(["index.cjs", "lib.cjs", "new/index.js"])(
    "runs as it was asked about, though %s is swapped during the question",
    async (file) => {
      const { place, write, world, start } = await hostileWindow("evil", {
        askToRun: async () => {
          await write(join(place.folder, file), engine("swapped"));
          return "run";
        },
      });
      await write(join(place.folder, "lib.cjs"), "exports.sort = 1;");
      await write(join(place.folder, "index.cjs"), engine("evil", 'require("./lib.cjs").sort.toFixed();'));
      expect(await start()).toBe("evil");
      expect(await engineFromFolder({ ...world, askToRun: async () => "leave" }, "evil")).toHaveProperty("refusal");
    },
  );

  it("runs as it was asked about, though it is swapped between the question and the start", async () => {
    const { place, write, world } = await hostileWindow("evil");
    const found = await engineFromFolder(world, "evil");
    await write(join(place.folder, "index.cjs"), engine("swapped"));
    expect(typeof found === "function" && found(options).name).toBe("evil");
  });

  it.each(["compressor", "lcm", "LCM", "Compressor"])("cannot take the name %s", async (name) => {
    const { world, asked, hasRun } = await hostileWindow(name);
    expect(inEnglish(await engineFromFolder(world, name))).toEqual({
      refusal: expect.stringContaining("its name is that of a built-in engine"),
    });
    expect([await listEngineFolders(world), asked, hasRun()]).toEqual([[], [], false]);
  });

  it("does not run in an untrusted workspace", async () => {
    const { start, asked, hasRun } = await hostileWindow("evil", { trust: "untrusted" });
    expect(await start()).toContain("which is not trusted");
    expect([asked, hasRun()]).toEqual([[], false]);
  });

  it("can require its own files and built-in modules", async () => {
    const { place, write, start } = await hostileWindow("evil");
    await writeFiles(place.folder, {
      "lib/index.js": 'exports.up = () => require("../table.json").size + require("./one").one;',
      "lib/one.js": "#!/usr/bin/env node\nexports.one = 1;",
      "table.json": '{ "size": 41 }',
    });
    const check = 'if (require("./lib").up() !== 42 || !require("path").sep) throw new Error("wrong");';
    await write(join(place.folder, "index.cjs"), engine("evil", check));
    expect(await start()).toBe("evil");
  });

  it("is described in words that hide nothing", () => {
    const manifest = {
      name: "evil",
      description: `Safe.\n\n\n\u202egnp.exe${" ".repeat(900)}x`,
      version: "1\u200b.0",
      main: "index.cjs",
    };
    const snapshot = { hash: "a".repeat(64), files: new Map([["index.cjs", new Uint8Array()]]) };
    expect(describeEngine(manifest, snapshot, sayInEnglish)).toBe(
      "“Safe. \\u{202e}gnp.exe x”\nVersion: 1\\u{200b}.0\n1 file, SHA-256 aaaaaaaaaaaaaaaa…",
    );
  });
});
