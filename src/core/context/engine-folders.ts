import type { JsonValue } from "../conversation/message";
import type { ContextEngine } from "./engine";
import { isObject } from "./rest";

/** What an engine folder says about itself, in `engine.json`. */
export interface EngineManifest {
  readonly name: string;
  readonly description: string;
  /** CommonJS file beside the manifest that exports `createContextEngine(options)`. */
  readonly main: string;
}

/** How folders under `.hermes/context-engines/` are reached; only the host knows files, trust and people. */
export interface EngineFolderPorts {
  /** Folder names; none in a workspace nobody trusts. */
  list(): Promise<readonly string[]>;
  /** Text of a file, its path relative to `.hermes/context-engines/`. */
  readText(path: string): Promise<string>;
  /** Exports of a CommonJS file, its path relative to `.hermes/context-engines/`. */
  load(path: string): unknown;
  /** Asked once per folder before any of its code runs. */
  confirm(manifest: EngineManifest): Promise<"run" | "leave">;
}

export interface FoundEngines<Options> {
  readonly engines: ReadonlyMap<string, (options: Options) => ContextEngine>;
  /** Why a folder gave no engine, in words for a person. */
  readonly problems: readonly string[];
}

/** Reads manifests only; the code of an engine is loaded when the engine is made, and a throw there means the built-in one. */
export async function findEngineFolders<Options>(ports: EngineFolderPorts, wanted: string): Promise<FoundEngines<Options>> {
  const engines = new Map<string, (options: Options) => ContextEngine>();
  const problems: string[] = [];
  for (const folder of await ports.list()) {
    const manifest = await readManifest(ports, folder);
    if (typeof manifest === "string") problems.push(`The engine folder "${folder}" was left out: ${manifest}.`);
    else if (manifest.name !== wanted) continue;
    else if (await ports.confirm(manifest) === "leave") problems.push(`The engine "${manifest.name}" was not allowed to run.`);
    else engines.set(manifest.name, (options) => makeEngine(ports.load(`${folder}/${manifest.main}`), manifest.name, options));
  }
  return { engines, problems };
}

/** What the folders say about themselves, for a person to choose from; none of their code runs. */
export async function listEngineManifests(ports: Pick<EngineFolderPorts, "list" | "readText">): Promise<readonly EngineManifest[]> {
  const manifests = await Promise.all((await ports.list()).map((folder) => readManifest(ports, folder)));
  return manifests.filter((manifest) => typeof manifest !== "string");
}

async function readManifest(ports: Pick<EngineFolderPorts, "readText">, folder: string): Promise<EngineManifest | string> {
  try {
    // Text that parses as JSON can be nothing else than a JsonValue.
    const value = JSON.parse(await ports.readText(`${folder}/engine.json`)) as JsonValue;
    return judgeManifest(value, folder);
  } catch (error) {
    return `engine.json cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function judgeManifest(value: JsonValue, folder: string): EngineManifest | string {
  if (!isObject(value)) return "engine.json is not an object";
  const { name, description = "", main = "index.cjs" } = value;
  if (name !== folder) return "the name in engine.json is not the name of the folder";
  if (typeof description !== "string") return "the description in engine.json is not a text";
  if (typeof main !== "string" || !/^[\w-]+(?:\.[\w-]+)*\.c?js$/.test(main)) return "main in engine.json is not a script beside it";
  return { name, description, main };
}

function makeEngine<Options>(exported: unknown, name: string, options: Options): ContextEngine {
  const create = memberOf(exported, "createContextEngine");
  if (typeof create !== "function") throw new Error("it does not export createContextEngine");
  const engine: unknown = create(options);
  const missing = ["updateFromResponse", "shouldCompress", "compress", "status"].filter((method) => typeof memberOf(engine, method) !== "function");
  if (missing.length > 0) throw new Error(`it has no ${missing.join(", ")}`);
  if (memberOf(engine, "name") !== name) throw new Error(`it calls itself ${String(memberOf(engine, "name"))}`);
  // Its methods are there; what they return is for the guard to judge.
  return engine as ContextEngine;
}

const memberOf = (value: unknown, key: string): unknown => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined);
