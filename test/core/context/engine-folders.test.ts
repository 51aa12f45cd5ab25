import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../src/core/context/compressor/compressor";
import { engineContract } from "../../../src/core/context/contract";
import type { ContextEngine, Summarize } from "../../../src/core/context/engine";
import type { EngineFolderPorts } from "../../../src/core/context/engine-folders";
import { findEngineFolders } from "../../../src/core/context/engine-folders";
import { guardEngine } from "../../../src/core/context/guard";
import { checkLegal } from "../../../src/core/context/legality";
import { longTalk } from "../../support/long-conversation";

interface Options {
  readonly contextLength: number;
  readonly summarize: Summarize;
}

const fixtures = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const root = `${fixtures}engine-folder/.hermes/context-engines/`;
const require = createRequire(import.meta.url);
const signal = new AbortController().signal;
const options: Options = { contextLength: 60_000, summarize: async () => "## Active Task\nGo on." };
const messages = longTalk(60);

const onDisk: EngineFolderPorts = {
  list: () => readdir(root),
  readText: (path) => readFile(root + path, "utf8"),
  load: (path) => require(root + path),
  confirm: async () => "run",
};

const inMemory = (files: Readonly<Record<string, string>>, exported: unknown = {}): EngineFolderPorts => ({
  list: async () => [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))],
  readText: async (path) => files[path] ?? Promise.reject(new Error("no such file")),
  load: () => exported,
  confirm: async () => "run",
});

async function fromFolder(name: string): Promise<ContextEngine> {
  const make = (await findEngineFolders<Options>(onDisk, name)).engines.get(name);
  return make === undefined ? expect.unreachable() : make(options);
}

/** Makes the exported sample engine exactly as the sample extension hands it to Hermes. */
function fromExtension(): ContextEngine {
  return require(`${fixtures}sample-engine-extension/halving-engine.cjs`).createHalvingEngine(options);
}

describe("sample engines", () => {
  for (const [where, make] of [["folder", () => fromFolder("last-words")], ["extension", async () => fromExtension()]] as const) {
    it(`from a ${where} keep every promise`, async () => {
      const engine = await make();
      for (const { promise, check } of engineContract(() => Object.create(engine), messages)) expect([promise, await check()]).toEqual([promise, undefined]);
    });

    it(`from a ${where} fold a conversation into a legal list the guard lets pass`, async () => {
      const reasons: string[] = [];
      const guard = guardEngine(await make(), createCompressor(options), { onFallback: (_, reason) => reasons.push(reason), timeout: () => new Promise(() => {}) });
      const folded = await guard.compress(messages, { trigger: "automatic", signal });
      expect(reasons).toEqual([]);
      expect(folded.length).toBeLessThan(messages.length);
      expect(checkLegal(folded)).toBeUndefined();
    });
  }
});

describe("misbehaving engines", () => {
  it.each([
    ["throws", "it failed: out of ideas"],
    ["hangs", "it failed: it did not answer in time"],
    ["lies", "its list is illegal: message 0 answers a call that is not there"],
  ])("one that %s is stood in for, visibly", async (name, reason) => {
    const reasons: string[] = [];
    const timeout = name === "hangs" ? async () => {} : () => new Promise<void>(() => {});
    const guard = guardEngine(await fromFolder(name), createCompressor(options), { onFallback: (_, why) => reasons.push(why), timeout });
    const folded = await guard.compress(messages, { trigger: "automatic", signal });
    expect(reasons).toEqual([reason]);
    expect(folded.filter(({ role }) => role === "summary")).toHaveLength(1);
    expect(checkLegal(folded)).toBeUndefined();
  });
});

describe("engine folders", () => {
  it("are looked into for the wanted engine only, and asked about before any code runs", async () => {
    const asked: string[] = [];
    const found = await findEngineFolders(({ ...onDisk, load: () => expect.unreachable(), confirm: async ({ name }) => (asked.push(name), "leave") }), "throws");
    expect(asked).toEqual(["throws"]);
    expect([...found.engines]).toEqual([]);
    expect(found.problems).toEqual(["The engine \"throws\" was not allowed to run."]);
  });

  it.each([
    ["{", "engine.json cannot be read"],
    ["[]", "engine.json is not an object"],
    [JSON.stringify({ name: "other" }), "not the name of the folder"],
    [JSON.stringify({ name: "odd", description: 7 }), "description in engine.json is not a text"],
    [JSON.stringify({ name: "odd", main: "../../evil.cjs" }), "not a script beside it"],
  ])("are left out with a reason where the manifest is %s", async (text, reason) => {
    const { engines, problems } = await findEngineFolders(inMemory({ "odd/engine.json": text }), "odd");
    expect(engines.size).toBe(0);
    expect(problems.join()).toContain(reason);
  });

  it.each([
    [{}, "it does not export createContextEngine"],
    [{ createContextEngine: () => null }, "it has no updateFromResponse, shouldCompress, compress, status"],
    [{ createContextEngine: () => ({ name: "else", updateFromResponse: () => {}, shouldCompress: () => false, compress: () => {}, status: () => ({}) }) }, "it calls itself else"],
  ])("throw when made from what is no engine", async (exported, reason) => {
    const { engines } = await findEngineFolders<Options>(inMemory({ "odd/engine.json": JSON.stringify({ name: "odd" }) }, exported), "odd");
    expect(() => engines.get("odd")?.(options)).toThrow(reason);
  });
});
