import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { window, workspace } from "vscode";
import { findEngineFolders } from "../core/index";
import type { EngineFactory } from "../core/agent/engine-choice";
import type { EngineOptions } from "../core/agent/world";
import type { EngineFolderPorts, EngineManifest } from "../core/index";
import type { Shell } from "./parts";

/** Folders somebody has already allowed to run, by name, per workspace. */
const ALLOWED = "hermes.engineFolders";

/** The engine of that name from the first workspace folder; nothing where nobody trusts the workspace. */
export async function engineFromFolder(shell: Shell, name: string): Promise<EngineFactory | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined || !workspace.isTrusted) return undefined;
  const { engines, problems } = await findEngineFolders<EngineOptions>(portsFor(shell, join(folder, ".hermes", "context-engines")), name);
  for (const problem of problems) shell.log.warn(problem);
  return engines.get(name);
}

function portsFor(shell: Shell, root: string): EngineFolderPorts {
  const load = createRequire(join(root, "engine.json"));
  return {
    list: () => readdir(root).catch(() => []),
    readText: (path) => readFile(join(root, path), "utf8"),
    load: (path) => load(join(root, path)),
    confirm: (manifest) => confirm(shell, manifest),
  };
}

async function confirm({ context }: Shell, { name, description }: EngineManifest): Promise<"run" | "leave"> {
  const allowed = context.workspaceState.get<readonly string[]>(ALLOWED, []);
  if (allowed.includes(name)) return "run";
  const run = "Run it";
  const answer = await window.showWarningMessage(`Run the context engine "${name}" from this workspace?`, { modal: true, detail: `${description}\n\nIts code runs with the rights of VS Code and sees every conversation.`.trim() }, run);
  if (answer !== run) return "leave";
  await context.workspaceState.update(ALLOWED, [...allowed, name]);
  return "run";
}
