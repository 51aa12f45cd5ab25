import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Memento } from "vscode";
import type { CreateEngine, EngineRefusal } from "../../core/agent/host";
import type { EngineOptions } from "../../core/agent/world";
import { sentence } from "../../core/base/sentence";
import type { EngineFolderPorts, EngineManifest, EngineSnapshot } from "../../core/host";
import {
  findEngineFolders,
  listEngineManifests,
  readGuardedBytes,
  refuseUntrusted,
  renderSentence,
  SentenceError,
} from "../../core/host";
import { readTexts } from "../base/kept-state";
import { loadSnapshot } from "./engine-code";
import { takeSnapshot } from "./engine-snapshot";

/** Who an engine folder belongs to. */
type EngineHome = "workspace" | "user";

/** What engine folders need to know about their window. */
export interface EngineFolderWorld {
  /** The first folder of the workspace; undefined if none is open. */
  readonly workspaceFolder: string | undefined;
  /** The user's home folder, whose engines are there for every workspace. */
  readonly homeFolder: string;
  readonly trust: "trusted" | "untrusted";
  /** Answers are kept where the engine belongs. */
  readonly state: Readonly<Record<EngineHome, Pick<Memento, "get" | "update">>>;
  /** Logs a problem with a folder, also with one that is not in use. */
  warn(problem: string): void;
  askToRun(engine: OfferedEngine): Promise<"run" | "leave">;
}

/** What the user is asked about. */
export interface OfferedEngine {
  readonly home: EngineHome;
  readonly manifest: EngineManifest;
  readonly snapshot: EngineSnapshot;
}

export interface ListedEngine extends EngineManifest {
  readonly home: EngineHome;
}

/** Engines the user has allowed to run, by name and content: changed code needs a new confirmation. */
const ALLOWED = "hermes.engineFolders";
/** A manifest has a few lines. */
const MANIFEST_BYTES = 64 * 1024;

/** The engine of that name from the workspace or from the user's own folder, or the reason why there is none. */
export async function engineFromFolder(
  world: EngineFolderWorld,
  name: string,
): Promise<CreateEngine | EngineRefusal | undefined> {
  const found = await findIn(world, "workspace", name);
  return typeof found === "function" ? found : ((await findIn(world, "user", name)) ?? found);
}

/** The engines in reach of this window; none of their code runs. */
export async function listEngineFolders(world: EngineFolderWorld): Promise<readonly ListedEngine[]> {
  const listed: ListedEngine[] = [];
  for (const home of ["workspace", "user"] as const) {
    const root = isClosed(world, home) ? undefined : rootOf(world, home);
    const manifests = root === undefined ? [] : await listEngineManifests(portsFor(world, home, root));
    listed.push(
      ...manifests
        .filter(({ name }) => !listed.some((other) => other.name === name))
        .map((manifest) => ({ ...manifest, home })),
    );
  }
  return listed;
}

async function findIn(
  world: EngineFolderWorld,
  home: EngineHome,
  name: string,
): Promise<CreateEngine | EngineRefusal | undefined> {
  const root = rootOf(world, home);
  if (root === undefined) return undefined;
  if (isClosed(world, home))
    return (await exists(join(root, FOLDER, name))) ? { refusal: refuseUntrusted(name) } : undefined;
  const { engines, problems, refusal } = await findEngineFolders<EngineOptions>(portsFor(world, home, root), name);
  for (const problem of problems) world.warn(renderSentence(problem));
  return engines.get(name) ?? (refusal === undefined ? undefined : { refusal });
}

const FOLDER = join(".hermes", "context-engines");

const rootOf = ({ workspaceFolder, homeFolder }: EngineFolderWorld, home: EngineHome): string | undefined =>
  home === "workspace" ? workspaceFolder : homeFolder;

/** The user's own engines do not depend on the workspace. */
const isClosed = ({ trust }: EngineFolderWorld, home: EngineHome): boolean =>
  home === "workspace" && trust === "untrusted";

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

function portsFor(world: EngineFolderWorld, home: EngineHome, root: string): EngineFolderPorts {
  return {
    list: () => readdir(join(root, FOLDER)).catch(() => []),
    readManifest: (folder) => readManifest(root, join(root, FOLDER, folder, "engine.json")),
    takeSnapshot: (folder) => takeSnapshot(root, join(FOLDER, folder)),
    load: (snapshot, { name, main }) => loadSnapshot(snapshot, main, join(root, FOLDER, name)),
    confirm: (manifest, snapshot) => confirm(world, { home, manifest, snapshot }),
  };
}

async function readManifest(root: string, path: string): Promise<string> {
  const found = await readGuardedBytes({ root, path }, { maxBytes: MANIFEST_BYTES, beyond: "refuse" });
  if (found.kind === "missing") throw new SentenceError(sentence("it does not exist"));
  if (found.kind === "refused") throw new SentenceError(sentence("it is a link, or not a regular file of a few lines"));
  return new TextDecoder().decode(found.bytes);
}

async function confirm({ state, askToRun }: EngineFolderWorld, engine: OfferedEngine): Promise<"run" | "leave"> {
  const kept = state[engine.home];
  const key = `${engine.manifest.name} ${engine.snapshot.hash}`;
  if (readTexts(kept, ALLOWED).includes(key)) return "run";
  if ((await askToRun(engine)) === "leave") return "leave";
  await kept.update(ALLOWED, [...readTexts(kept, ALLOWED), key]);
  return "run";
}
