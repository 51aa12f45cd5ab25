import type { JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { SentenceError, sentenceOf } from "../../base/sentence-error";
import type { ContextEngine } from "../engine";
import { isReservedName } from "./engine-names";
import { asEngine, memberOf } from "./engine-shape";

/** What an engine folder says about itself, in `engine.json`. */
export interface EngineManifest {
  readonly name: string;
  readonly description: string;
  /** Empty where it states none. */
  readonly version: string;
  /** CommonJS file beside the manifest that exports `createContextEngine(options)`. */
  readonly main: string;
}

/** Every file of an engine folder, as it was at one moment: exactly this is confirmed, and exactly this runs. */
export interface EngineSnapshot {
  /** Of all names and bytes. */
  readonly hash: string;
  /** By path inside the folder, with `/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** How the folders under one `.hermes/context-engines/` are reached; only the host knows files, trust and people. */
export interface EngineFolderPorts {
  /** Folder names; none in an untrusted workspace. */
  list(): Promise<readonly string[]>;
  readManifest(folder: string): Promise<string>;
  /** Throws where the folder holds something other than regular files, or too much. */
  takeSnapshot(folder: string): Promise<EngineSnapshot>;
  /** Exports of a CommonJS file of the snapshot, which can require nothing but built-in modules and the snapshot. */
  load(snapshot: EngineSnapshot, engine: EngineManifest): unknown;
  /** Asked once for each content, before any of the code runs. */
  confirm(engine: EngineManifest, snapshot: EngineSnapshot): Promise<"run" | "leave">;
}

export interface FoundEngines<Options> {
  readonly engines: ReadonlyMap<string, (options: Options) => ContextEngine>;
  /** Why a folder gave no engine. */
  readonly problems: readonly Sentence[];
  /** Why the wanted engine is not among them although there is a folder for it, and what helps. */
  readonly refusal?: Sentence;
}

/**
 * Reads the manifests of all folders and the code of one; it is loaded when the engine is made, and a throw there means
 * the built-in one.
 */
export async function findEngineFolders<Options>(
  ports: EngineFolderPorts,
  wanted: string,
): Promise<FoundEngines<Options>> {
  const engines = new Map<string, (options: Options) => ContextEngine>();
  const problems: Sentence[] = [];
  let refusal: Sentence | undefined;
  for (const folder of await ports.list()) {
    const found = folder === wanted ? await askAbout(ports, folder) : await readManifest(ports, folder);
    if ("flaw" in found) {
      const problem = sentence('The engine folder "{folder}" was skipped: {flaw}.', { folder, flaw: found.flaw });
      problems.push(problem);
      if (folder === wanted || found.name === wanted) refusal = andAlso(refusal, askToCorrect(problem));
    } else if ("answer" in found && found.answer === "leave") {
      const problem = sentence('The engine "{name}" was not allowed to run.', { name: wanted });
      problems.push(problem);
      refusal = andAlso(refusal, sentence("{problem} You are asked again when a session begins.", { problem }));
    } else if ("answer" in found) {
      engines.set(wanted, (options) => makeEngine(ports.load(found.snapshot, found.manifest), wanted, options));
    }
  }
  return { engines, problems, ...(!engines.has(wanted) && refusal !== undefined && { refusal }) };
}

/** Two folders may claim the wanted name, each with a problem of its own. */
const andAlso = (first: Sentence | undefined, second: Sentence): Sentence =>
  first === undefined ? second : sentence("{first} {second}", { first, second });

/** For workspaces whose engines are not even looked at. */
export const refuseUntrusted = (name: string): Sentence =>
  sentence(
    [
      'The engine "{name}" comes from this workspace, which is not trusted.',
      "Trust the workspace, then start a new session.",
    ],
    { name },
  );

/** Code and manifest are read when a session begins. */
export const askToCorrect = (problem: Sentence): Sentence =>
  sentence("{problem} Correct it, then start a new session or reload the window.", { problem });

/** What the folders say about themselves, for a person to choose from; none of their code runs. */
export async function listEngineManifests(
  ports: Pick<EngineFolderPorts, "list" | "readManifest">,
): Promise<readonly EngineManifest[]> {
  const manifests = await Promise.all((await ports.list()).map((folder) => readManifest(ports, folder)));
  return manifests.filter((manifest) => "main" in manifest);
}

interface AskedEngine {
  readonly answer: "run" | "leave";
  readonly manifest: EngineManifest;
  readonly snapshot: EngineSnapshot;
}

/** A folder with unreadable files must not keep a session from opening. */
async function askAbout(ports: EngineFolderPorts, folder: string): Promise<AskedEngine | FlawedManifest> {
  try {
    if (isReservedName(folder)) return RESERVED;
    const snapshot = await ports.takeSnapshot(folder);
    const manifest = await readManifest({ readManifest: async () => manifestOf(snapshot) }, folder);
    return "flaw" in manifest ? manifest : { answer: await ports.confirm(manifest, snapshot), manifest, snapshot };
  } catch (error) {
    return { flaw: sentence("its permission to run could not be checked ({reason})", { reason: sentenceOf(error) }) };
  }
}

function manifestOf({ files }: EngineSnapshot): string {
  const bytes = files.get("engine.json");
  if (bytes === undefined) throw new SentenceError(sentence("it does not exist"));
  return new TextDecoder().decode(bytes);
}

interface FlawedManifest {
  /** What it calls itself, where that can be read. */
  readonly name?: string;
  readonly flaw: Sentence;
}

const RESERVED: FlawedManifest = { flaw: sentence("its name is that of a built-in engine") };

async function readManifest(
  ports: Pick<EngineFolderPorts, "readManifest">,
  folder: string,
): Promise<EngineManifest | FlawedManifest> {
  if (isReservedName(folder)) return RESERVED;
  try {
    // Text that parses as JSON can be nothing else than a JsonValue.
    return judgeManifest(JSON.parse(await ports.readManifest(folder)) as JsonValue, folder);
  } catch (error) {
    return { flaw: sentence("engine.json cannot be read ({reason})", { reason: sentenceOf(error) }) };
  }
}

function judgeManifest(value: JsonValue, folder: string): EngineManifest | FlawedManifest {
  if (!isObject(value)) return { flaw: sentence("engine.json is not an object") };
  const { name, description = "", version = "", main = "index.cjs" } = value;
  if (typeof name !== "string") return { flaw: sentence("engine.json has no name") };
  if (name !== folder)
    return { name, flaw: sentence('the name in engine.json, "{name}", is not the name of the folder', { name }) };
  if (typeof description !== "string")
    return { name, flaw: sentence("the description in engine.json is not a string") };
  if (typeof version !== "string") return { name, flaw: sentence("the version in engine.json is not a string") };
  if (typeof main !== "string" || !/^[\w-]+(?:\.[\w-]+)*\.c?js$/.test(main))
    return { name, flaw: sentence("main in engine.json does not name a script in the same folder") };
  return { name, description, version, main };
}

function makeEngine<Options>(exported: unknown, name: string, options: Options): ContextEngine {
  const create = memberOf(exported, "createContextEngine");
  if (typeof create !== "function") throw new SentenceError(sentence("it does not export createContextEngine"));
  const engine = asEngine(create(options));
  if (engine.name !== name) throw new SentenceError(sentence("its name is {name}", { name: String(engine.name) }));
  return engine;
}
