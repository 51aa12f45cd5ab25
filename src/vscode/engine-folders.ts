import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { l10n, window, workspace } from "vscode";
import { findEngineFolders, listEngineManifests } from "../core/index";
import type { EngineFactory } from "../core/agent/engine-choice";
import type { EngineOptions } from "../core/agent/world";
import type { EngineFolderPorts, EngineManifest } from "../core/index";
import type { Shell } from "./parts";

/** Engines somebody has already allowed to run, by name and content, per workspace: changed code is asked about again. */
const ALLOWED = "hermes.engineFolders";

/** The engine of that name from the first workspace folder; nothing where nobody trusts the workspace. */
export async function engineFromFolder(shell: Shell, name: string): Promise<EngineFactory | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined || !workspace.isTrusted) return undefined;
  const { engines, problems } = await findEngineFolders<EngineOptions>(portsFor(shell, join(folder, ".hermes", "context-engines")), name);
  for (const problem of problems) shell.log.warn(problem);
  return engines.get(name);
}

/** What the workspace brings, without running any of it. */
export async function listEngineFolders(shell: Shell): Promise<readonly EngineManifest[]> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined || !workspace.isTrusted) return [];
  return listEngineManifests(portsFor(shell, join(folder, ".hermes", "context-engines")));
}

function portsFor(shell: Shell, root: string): EngineFolderPorts {
  const load = createRequire(join(root, "engine.json"));
  return {
    list: () => readdir(root).catch(() => []),
    readText: (path) => readFile(join(root, path), "utf8"),
    load: (path) => load(join(root, path)),
    confirm: async (manifest) => confirm(shell, manifest, `${manifest.name} ${await hashFolder(join(root, manifest.name))}`),
  };
}

async function confirm({ context }: Shell, { name, description }: EngineManifest, key: string): Promise<"run" | "leave"> {
  const allowed = context.workspaceState.get<readonly string[]>(ALLOWED, []);
  if (allowed.includes(key)) return "run";
  const run = l10n.t("Run it");
  const answer = await window.showWarningMessage(l10n.t("Run the context engine \"{0}\" from this workspace?", name), { modal: true, detail: `${description}\n\n${l10n.t("Its code runs with the rights of VS Code and sees every conversation.")}`.trim() }, run);
  if (answer !== run) return "leave";
  await context.workspaceState.update(ALLOWED, [...allowed, key]);
  return "run";
}

/** Of every file in the folder: what an engine loads may stand beside its main file. */
async function hashFolder(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const file of files) hash.update(`${file}\0`).update(await readFile(file)).update("\0");
  return hash.digest("hex");
}
