import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createCompressor } from "../../../../src/core/context/compressor/compressor";
import type { ContextEngine, Summarize } from "../../../../src/core/context/engine";
import { engineContract } from "../../../../src/core/context/outside/contract";
import type { EngineFolderPorts, EngineSnapshot } from "../../../../src/core/context/outside/folders";
import { findEngineFolders, listEngineManifests } from "../../../../src/core/context/outside/folders";
import { guardEngine } from "../../../../src/core/context/outside/guard";
import { checkLegal } from "../../../../src/core/conversation/legality";
import { longTalk } from "../../../support/long-conversation";
import { inEnglish } from "../../../support/say";
import { manualTime, unlimitedTime } from "../../../support/time-limit";

interface Options {
  readonly contextLength: number;
  readonly summarize: Summarize;
}

const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const root = `${fixtures}engine-folder/.hermes/context-engines/`;
const require = createRequire(import.meta.url);
const signal = new AbortController().signal;
const options: Options = { contextLength: 60_000, summarize: async () => "## Active Task\nGo on." };
const messages = longTalk(60);

const onDisk: EngineFolderPorts = {
  list: () => readdir(root),
  readManifest: (folder) => readFile(`${root}${folder}/engine.json`, "utf8"),
  takeSnapshot: async (folder) => snapshotOf({ "engine.json": await readFile(`${root}${folder}/engine.json`, "utf8") }),
  load: (_, { name, main }) => require(`${root}${name}/${main}`),
  confirm: async () => "run",
};

const snapshotOf = (files: Readonly<Record<string, string>>): EngineSnapshot => ({
  hash: "0",
  files: new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
});

const inMemory = (files: Readonly<Record<string, string>>, exported: unknown = {}): EngineFolderPorts => ({
  list: async () => [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))],
  readManifest: async (folder) => files[`${folder}/engine.json`] ?? Promise.reject(new Error("no such file")),
  takeSnapshot: async (folder) => snapshotOf({ "engine.json": files[`${folder}/engine.json`] ?? "" }),
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
  for (const [where, make] of [
    ["folder", () => fromFolder("last-words")],
    ["extension", async () => fromExtension()],
  ] as const) {
    it(`from a ${where} keep every promise`, async () => {
      const engine = await make();
      for (const { promise, check } of engineContract(() => Object.create(engine), messages))
        expect([promise, await check()]).toEqual([promise, undefined]);
    });

    it(`from a ${where} fold a conversation into a legal list the guard lets pass`, async () => {
      const reasons: string[] = [];
      const guard = guardEngine(await make(), createCompressor(options), {
        name: "sample",
        timeLimit: unlimitedTime(),
        onFallback: (reason) => reasons.push(inEnglish(reason)),
      });
      const folded = await guard.compress(messages, { trigger: "automatic", signal });
      expect(reasons).toEqual([]);
      expect(folded.length).toBeLessThan(messages.length);
      expect(checkLegal(folded)).toBeUndefined();
    });
  }
});

describe("misbehaving engines", () => {
  it.each([
    ["throws", "It failed: out of ideas. The built-in compressor did this compression."],
    ["hangs", "It did not answer within 30 seconds. The built-in compressor replaces it for the rest of this session."],
    [
      "lies",
      [
        "Its message list is invalid: message 0 answers a call that is not there.",
        "The built-in compressor did this compression.",
      ].join(" "),
    ],
  ])("one that %s is stood in for, visibly", async (name, reason) => {
    const reasons: string[] = [];
    const clock = manualTime();
    const guard = guardEngine(await fromFolder(name), createCompressor(options), {
      name,
      timeLimit: clock.timeLimit,
      onFallback: (why) => reasons.push(inEnglish(why)),
    });
    const work = guard.compress(messages, { trigger: "automatic", signal });
    await clock.pass(30);
    const folded = await work;
    expect(reasons).toEqual([reason]);
    expect(folded.filter(({ role }) => role === "summary")).toHaveLength(1);
    expect(checkLegal(folded)).toBeUndefined();
  });
});

describe("engine folders", () => {
  it("are looked into for the wanted engine only, and asked about before any code runs", async () => {
    const asked: string[] = [];
    const found = await findEngineFolders(
      {
        ...onDisk,
        load: () => expect.unreachable(),
        confirm: async ({ name }) => {
          asked.push(name);
          return "leave";
        },
      },
      "throws",
    );
    expect(asked).toEqual(["throws"]);
    expect([...found.engines]).toEqual([]);
    expect(inEnglish(found.problems)).toEqual(['The engine "throws" was not allowed to run.']);
    expect(inEnglish(found.refusal)).toBe(
      'The engine "throws" was not allowed to run. You are asked again when a session begins.',
    );
  });

  it.each([
    ["{", "engine.json cannot be read"],
    ["[]", "engine.json is not an object"],
    ["{}", "engine.json has no name"],
    [JSON.stringify({ name: "other" }), 'the name in engine.json, "other", is not the name of the folder'],
    [JSON.stringify({ name: "odd", description: 7 }), "description in engine.json is not a string"],
    [JSON.stringify({ name: "odd", version: 2 }), "the version in engine.json is not a string"],
    [JSON.stringify({ name: "odd", main: "../../evil.cjs" }), "does not name a script in the same folder"],
  ])("are left out with a reason where the manifest is %s", async (text, reason) => {
    const { engines, ...found } = await findEngineFolders(inMemory({ "odd/engine.json": text }), "odd");
    const { problems, refusal } = inEnglish(found);
    expect(engines.size).toBe(0);
    expect(problems).toEqual([expect.stringMatching(/^The engine folder "odd" was skipped: /)]);
    expect(problems.join()).toContain(reason);
    expect(refusal).toBe(`${problems.join()} Correct it, then start a new session or reload the window.`);
  });

  it("say why also to who asks by the name in a manifest of another folder", async () => {
    const { refusal } = await findEngineFolders(
      inMemory({ "odd/engine.json": JSON.stringify({ name: "wanted" }) }),
      "wanted",
    );
    expect(inEnglish(refusal)).toContain(
      'The engine folder "odd" was skipped: the name in engine.json, "wanted", is not the name of the folder.',
    );
  });

  it("are no reason to refuse another engine", async () => {
    const found = await findEngineFolders(
      inMemory({ "odd/engine.json": "{", "good/engine.json": JSON.stringify({ name: "good" }) }),
      "good",
    );
    expect([[...found.engines.keys()], found.problems.length, found.refusal]).toEqual([["good"], 1, undefined]);
    expect(inEnglish(await findEngineFolders(inMemory({ "odd/engine.json": "{" }), "elsewhere"))).toEqual({
      engines: new Map(),
      problems: [expect.any(String)],
    });
  });

  it("are listed by what they say about themselves, broken ones left out, and no code runs", async () => {
    const { list, readManifest } = inMemory({
      "good/engine.json": JSON.stringify({ name: "good", description: "Keeps all.", version: "2.0.0" }),
      "bare/engine.json": JSON.stringify({ name: "bare", main: "engine.js" }),
      "torn/engine.json": "{",
      "moved/engine.json": JSON.stringify({ name: "other" }),
      "empty/index.cjs": "",
    });
    expect(await listEngineManifests({ list, readManifest })).toEqual([
      { name: "good", description: "Keeps all.", version: "2.0.0", main: "index.cjs" },
      { name: "bare", description: "", version: "", main: "engine.js" },
    ]);
  });

  it.each([
    [{}, "it does not export createContextEngine"],
    [{ createContextEngine: () => null }, "it lacks updateFromResponse, shouldCompress, compress, status"],
    [
      {
        createContextEngine: () => ({
          name: "else",
          updateFromResponse: () => {},
          shouldCompress: () => false,
          compress: () => {},
          status: () => ({}),
        }),
      },
      "its name is else",
    ],
  ])("throw when made from what is no engine", async (exported, reason) => {
    const { engines } = await findEngineFolders<Options>(
      inMemory({ "odd/engine.json": JSON.stringify({ name: "odd" }) }, exported),
      "odd",
    );
    expect(() => engines.get("odd")?.(options)).toThrow(reason);
  });
});
