import { homedir, release, type } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Uri, workspace } from "vscode";
import type { Host } from "../../core/agent/host";
import { commandShell } from "../../core/host";
import { editorProblems, hasUnsavedChanges, readTurnFacts } from "../editing/editor-facts";
import type { ForeignSessions } from "../foreign/foreign-sessions";
import { openShellTerminal } from "../terminal/shell-terminal";
import { createVisibleRunner } from "../terminal/terminal-runner";
import { confirmAgents } from "../trust/agent-question";
import { engineFromFolder } from "../trust/engine-folders";
import { engineWorldOf } from "../trust/engine-window";
import { hooksOfWindow } from "../trust/hook-window";
import type { ActivationContext, HostContext } from "./host-context";
import { createEditorRoutes } from "./lm-provider";
import { McpSwitch } from "./mcp-switch";
import { findRipgrep } from "./ripgrep";
import { storageOf } from "./storage-folder";
import { storedApprovals, storedLimits, storedNotices } from "./stored-state";

/** Where relative paths begin. Without a folder, Hermes' own storage is all there is to work on. */
export const workspaceFolderOf = ({ context }: ActivationContext): string =>
  workspace.workspaceFolders?.[0]?.uri.fsPath ?? context.globalStorageUri.fsPath;

type HostParts = Pick<HostContext, "secrets" | "questions" | "serverConsent" | "serverFiles" | "contentConsent"> &
  Pick<Host, "emit"> & { readonly foreignSessions: ForeignSessions };

/** VS Code as the core sees it. */
export function createHost(activation: ActivationContext, parts: HostParts): Host {
  const { secrets, questions, emit } = parts;
  const { context, settings, registrations } = activation;
  const fileOf = (...path: readonly string[]) => Uri.joinPath(context.extensionUri, "dist", ...path).fsPath;
  return {
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    random: () => Math.random(),
    wait: (ms, signal) => sleep(ms, undefined, { signal }),
    emit,
    settings: () => settings.current,
    storageFolder: storageOf(context).fsPath,
    globalFolder: context.globalStorageUri.fsPath,
    homeFolder: homedir(),
    roots: () => workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [workspaceFolderOf(activation)],
    env: process.env,
    ripgrepPath: findRipgrep(),
    askApproval: questions.ask,
    keptApprovals: storedApprovals(context.workspaceState),
    trust: () => (workspace.isTrusted ? "trusted" : "untrusted"),
    keyFor: (provider, origin) => secrets.keyFor(provider, origin),
    hostRoute: createEditorRoutes(),
    turnFacts: readTurnFacts,
    environment: { platform: `${type()} ${release()}`, shell: commandShell() },
    learnedLimits: storedLimits(context.globalState),
    ...mcpServersOf(activation, parts),
    confirmAgents: (offer) => confirmAgents(parts.contentConsent, offer),
    workspaceHooks: () => hooksOfWindow(activation, parts.contentConsent),
    seenNotices: storedNotices(context.globalState),
    terminal: createVisibleRunner({ env: process.env, openTerminal: openShellTerminal }),
    problems: editorProblems,
    hasUnsavedChanges,
    outsidePaths: "ask",
    otherSessions: () => parts.foreignSessions.past,
    version: context.extension.packageJSON.version,
    registeredEngine: (name) => registrations.engine(name),
    folderEngine: (name) => engineFromFolder(engineWorldOf(activation), name),
    registeredTools: () => registrations.allTools(),
    files: {
      sessionIndexWorker: fileOf("workers", "session-index-worker.js"),
      tokenizerWorker: fileOf("workers", "tokenizer-worker.js"),
      sqlWasm: fileOf("sql-wasm.wasm"),
    },
  };
}

/** A refused offer counts as off, unless the user has a server of that name themselves. */
function mcpServersOf(
  { context, settings }: ActivationContext,
  { serverConsent, serverFiles }: HostParts,
): Pick<Host, "offeredServers" | "isMcpServerOn"> {
  const list = () => offersOf(settings, serverFiles);
  const isRefused = (server: string) => {
    const offer = list()[server];
    return offer !== undefined && !(server in settings.current.mcpServers) && serverConsent.isRefused(server, offer);
  };
  return {
    offeredServers: {
      read: () => serverFiles.read(),
      list,
      confirm: (name, setting) => serverConsent.confirm(name, setting),
    },
    isMcpServerOn: (server) => new McpSwitch(context.workspaceState).isOn(server) && !isRefused(server),
  };
}

/** Everything the workspace would start, from its settings and its files. */
export const offersOf = (
  settings: ActivationContext["settings"],
  serverFiles: HostContext["serverFiles"],
): ActivationContext["settings"]["offeredServers"] => ({ ...serverFiles.servers, ...settings.offeredServers });
