import { release, type } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Uri, env, workspace } from "vscode";
import type { Memento } from "vscode";
import type { AgentEvent } from "../core/agent/events";
import type { Host } from "../core/agent/host";
import type { ToldNotices } from "../core/agent/world";
import type { LearntLimits } from "../core/models/registry";
import type { KeptApprovals } from "../core/tools/approval";
import { readTurnFacts, editorProblems, hasUnsavedChanges } from "./editor-facts";
import { engineFromFolder } from "./engine-folders";
import { engineWorldOf } from "./engine-window";
import { createEditorRoutes } from "./lm-provider";
import { McpSwitch } from "./mcp-switch";
import type { Shell } from "./parts";
import { LAST_SESSION } from "./registry";
import { findRipgrep } from "./ripgrep";
import { openShellTerminal } from "./shell-terminal";
import { storageOf } from "./storage-folder";
import { createVisibleRunner } from "./terminal-runner";

/** Where relative paths begin. Without a folder there is nothing to work on but Hermes' own storage. */
export const workspaceFolderOf = ({ context }: Shell): string =>
  workspace.workspaceFolders?.[0]?.uri.fsPath ?? context.globalStorageUri.fsPath;

/** VS Code as the core sees it. */
export function createHost(shell: Shell): Host {
  const { context, settings, secrets, questions, registry } = shell;
  const fileOf = (...path: readonly string[]) => Uri.joinPath(context.extensionUri, "dist", ...path).fsPath;
  return {
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    random: () => Math.random(),
    wait: (ms, signal) => sleep(ms, undefined, { signal }),
    emit: (event) => takeEvent(shell, event),
    settings: () => settings.current,
    storageFolder: storageOf(context).fsPath,
    globalFolder: context.globalStorageUri.fsPath,
    roots: () => workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [workspaceFolderOf(shell)],
    env: process.env,
    ripgrepPath: findRipgrep(),
    askApproval: questions.ask,
    keptApprovals: keepApprovals(context.workspaceState),
    trust: () => (workspace.isTrusted ? "trusted" : "untrusted"),
    keyFor: (provider) => secrets.keyFor(provider),
    hostRoute: createEditorRoutes(),
    turnFacts: readTurnFacts,
    environment: { platform: `${type()} ${release()}`, shell: env.shell },
    learntLimits: keepLimits(context.globalState),
    isMcpServerOn: (server) => new McpSwitch(context.workspaceState).isOn(server),
    toldNotices: keepTold(context.globalState),
    terminal: createVisibleRunner({ env: process.env, openTerminal: openShellTerminal }),
    problems: editorProblems,
    hasUnsavedChanges,
    outsidePaths: "ask",
    version: context.extension.packageJSON.version,
    registeredEngine: (name) => registry.engine(name),
    folderEngine: (name) => engineFromFolder(engineWorldOf(shell), name),
    registeredTools: () => registry.allTools(),
    files: {
      sessionIndexWorker: fileOf("workers", "session-index-worker.js"),
      tokenizerWorker: fileOf("workers", "tokenizer-worker.js"),
      sqlWasm: fileOf("sql-wasm.wasm"),
    },
  };
}

function takeEvent({ stage, context, refreshTrees }: Shell, event: AgentEvent): void {
  stage.take(event);
  // What was planned is done, or no longer what would be done.
  if (event.type === "compressed" || event.type === "session-opened") stage.answer({ kind: "preview", preview: null });
  if (event.type === "session-opened") void context.workspaceState.update(LAST_SESSION, event.session);
  if (event.type === "session-opened" || event.type === "spilled" || event.type === "turn-ended") refreshTrees();
}

const APPROVALS = "hermes.approvals";

function keepApprovals(state: Memento): KeptApprovals {
  const load = () => state.get<readonly string[]>(APPROVALS, []);
  return {
    load: () => Promise.resolve(load()),
    add: async (keys) => state.update(APPROVALS, [...new Set([...load(), ...keys])]),
  };
}

const TOLD = "hermes.toldNotices";

function keepTold(state: Memento): ToldNotices {
  const told = () => state.get<readonly string[]>(TOLD, []);
  return { has: (id) => told().includes(id), add: (id) => void state.update(TOLD, [...new Set([...told(), id])]) };
}

const LIMITS = "hermes.learntLimits";

const keepLimits = (state: Memento): LearntLimits => ({
  load: () => state.get<Readonly<Record<string, number>>>(LIMITS, {}),
  save: (limits) => void state.update(LIMITS, limits),
});
