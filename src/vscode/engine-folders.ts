import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { access, readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type { Memento } from "vscode";
import { findEngineFolders, listEngineManifests, refuseUntrusted } from "../core/index";
import type { EngineFactory, EngineRefusal } from "../core/agent/engine-choice";
import type { EngineOptions } from "../core/agent/world";
import type { EngineFolderPorts, EngineManifest } from "../core/index";

/** What engine folders need to know of the window they are in. */
export interface EngineFolderWorld {
  /** The first folder of the workspace; undefined where none is open. */
  readonly workspaceFolder: string | undefined;
  readonly trust: "trusted" | "untrusted";
  readonly state: Pick<Memento, "get" | "update">;
  /** Told what is wrong with folders, also with those nobody asked for. */
  warn(problem: string): void;
  askToRun(manifest: EngineManifest): Promise<"run" | "leave">;
}

/** Engines somebody has already allowed to run, by name and content, per workspace: changed code is asked about again. */
const ALLOWED = "hermes.engineFolders";

/** The engine of that name from the first workspace folder, or why its folder gives none. */
export async function engineFromFolder(
  world: EngineFolderWorld,
  name: string,
): Promise<EngineFactory | EngineRefusal | undefined> {
  const root = rootOf(world);
  if (root === undefined) return undefined;
  if (world.trust === "untrusted")
    return (await exists(join(root, name, "engine.json"))) ? { refusal: refuseUntrusted(name) } : undefined;
  const { engines, problems, refusal } = await findEngineFolders<EngineOptions>(portsFor(world, root), name);
  for (const problem of problems) world.warn(problem);
  return engines.get(name) ?? (refusal === undefined ? undefined : { refusal });
}

/** What the workspace brings, without running any of it. */
export async function listEngineFolders(world: EngineFolderWorld): Promise<readonly EngineManifest[]> {
  const root = rootOf(world);
  return root === undefined || world.trust === "untrusted" ? [] : listEngineManifests(portsFor(world, root));
}

const rootOf = ({ workspaceFolder }: EngineFolderWorld): string | undefined =>
  workspaceFolder === undefined ? undefined : join(workspaceFolder, ".hermes", "context-engines");

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function portsFor(world: EngineFolderWorld, root: string): EngineFolderPorts {
  return {
    list: () => readdir(root).catch(() => []),
    readText: (path) => readFile(join(root, path), "utf8"),
    load: (path) => loadAnew(root, path),
    confirm: async (manifest) =>
      confirm(world, manifest, `${manifest.name} ${await hashFolder(join(root, manifest.name))}`),
  };
}

/** What was allowed is what stands in the files now, not what Node remembers from an earlier session. */
function loadAnew(root: string, path: string): unknown {
  const load = createRequire(join(root, "engine.json"));
  const real = realpathSync(root) + sep;
  for (const file of Object.keys(load.cache)) if (file.startsWith(real)) delete load.cache[file];
  return load(join(root, path));
}

async function confirm(
  { state, askToRun }: EngineFolderWorld,
  manifest: EngineManifest,
  key: string,
): Promise<"run" | "leave"> {
  const allowed = state.get<readonly string[]>(ALLOWED, []);
  if (allowed.includes(key)) return "run";
  if ((await askToRun(manifest)) === "leave") return "leave";
  await state.update(ALLOWED, [...allowed, key]);
  return "run";
}

/** Of every file in the folder: what an engine loads may stand beside its main file. */
async function hashFolder(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update("\0");
  return hash.digest("hex");
}
