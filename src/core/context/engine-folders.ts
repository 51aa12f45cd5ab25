import type { JsonValue } from "../conversation/message";
import type { ContextEngine } from "./engine";
import { asEngine, memberOf } from "./engine-shape";
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
  /** Why the wanted engine is not among them although there is a folder for it, and what helps. */
  readonly refusal?: string;
}

/** Reads manifests only; the code of an engine is loaded when the engine is made, and a throw there means the built-in one. */
export async function findEngineFolders<Options>(
  ports: EngineFolderPorts,
  wanted: string,
): Promise<FoundEngines<Options>> {
  const engines = new Map<string, (options: Options) => ContextEngine>();
  const problems: string[] = [];
  const refusals: string[] = [];
  for (const folder of await ports.list()) {
    const manifest = await readManifest(ports, folder);
    const isWanted = folder === wanted || manifest.name === wanted;
    const answer = "flaw" in manifest ? manifest : isWanted ? await askAbout(ports, manifest) : undefined;
    if (typeof answer === "object") {
      const problem = `The engine folder "${folder}" was left out: ${answer.flaw}.`;
      problems.push(problem);
      if (isWanted) refusals.push(askToCorrect(problem));
    } else if (answer === "leave") {
      problems.push(`The engine "${wanted}" was not allowed to run.`);
      refusals.push(`${problems.at(-1)} You are asked again when a session begins.`);
    } else if (answer === "run" && "main" in manifest) {
      engines.set(wanted, (options) => makeEngine(ports.load(`${folder}/${manifest.main}`), wanted, options));
    }
  }
  return { engines, problems, ...(!engines.has(wanted) && refusals.length > 0 && { refusal: refusals.join(" ") }) };
}

/** For workspaces whose engines are not even looked at. */
export const refuseUntrusted = (name: string): string =>
  `The engine "${name}" comes from this workspace, and nobody has said that it can be trusted. Trust the workspace, then start a new session.`;

/** Code and manifest are read when a session begins. */
export const askToCorrect = (problem: string): string =>
  `${problem} Correct it, then start a new session or reload the window.`;

/** What the folders say about themselves, for a person to choose from; none of their code runs. */
export async function listEngineManifests(
  ports: Pick<EngineFolderPorts, "list" | "readText">,
): Promise<readonly EngineManifest[]> {
  const manifests = await Promise.all((await ports.list()).map((folder) => readManifest(ports, folder)));
  return manifests.filter((manifest) => "main" in manifest);
}

/** A folder with files nobody may read must not keep a session from opening. */
async function askAbout(ports: EngineFolderPorts, manifest: EngineManifest): Promise<"run" | "leave" | FlawedManifest> {
  try {
    return await ports.confirm(manifest);
  } catch (error) {
    return {
      flaw: `whether it may run could not be found out (${error instanceof Error ? error.message : String(error)})`,
    };
  }
}

interface FlawedManifest {
  /** What it calls itself, where that can be read. */
  readonly name?: string;
  readonly flaw: string;
}

async function readManifest(
  ports: Pick<EngineFolderPorts, "readText">,
  folder: string,
): Promise<EngineManifest | FlawedManifest> {
  try {
    // Text that parses as JSON can be nothing else than a JsonValue.
    const value = JSON.parse(await ports.readText(`${folder}/engine.json`)) as JsonValue;
    return judgeManifest(value, folder);
  } catch (error) {
    return { flaw: `engine.json cannot be read (${error instanceof Error ? error.message : String(error)})` };
  }
}

function judgeManifest(value: JsonValue, folder: string): EngineManifest | FlawedManifest {
  if (!isObject(value)) return { flaw: "engine.json is not an object" };
  const { name, description = "", main = "index.cjs" } = value;
  if (typeof name !== "string") return { flaw: "engine.json has no name" };
  if (name !== folder) return { name, flaw: `the name in engine.json, "${name}", is not the name of the folder` };
  if (typeof description !== "string") return { name, flaw: "the description in engine.json is not a text" };
  if (typeof main !== "string" || !/^[\w-]+(?:\.[\w-]+)*\.c?js$/.test(main))
    return { name, flaw: "main in engine.json is not a script beside it" };
  return { name, description, main };
}

function makeEngine<Options>(exported: unknown, name: string, options: Options): ContextEngine {
  const create = memberOf(exported, "createContextEngine");
  if (typeof create !== "function") throw new Error("it does not export createContextEngine");
  const engine = asEngine(create(options));
  if (engine.name !== name) throw new Error(`it calls itself ${String(engine.name)}`);
  return engine;
}
