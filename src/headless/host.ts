import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import type { Hermes } from "../core/agent/compose";
import type { AgentEvent } from "../core/agent/events";
import type { HermesSettings } from "../core/agent/settings/settings";
import { commandShell, createHermes, keyFromEnvironment } from "../core/host";
import { UsageError } from "./arguments";
import { fileLimits } from "./limits";
import { storageFolder } from "./store";

export interface HeadlessOptions {
  readonly settings: HermesSettings;
  readonly storage: string;
  readonly workspace: string;
  emit(event: AgentEvent): void;
}

/** The whole agent without VS Code. Every tool category is allowed; paths stay confined to the workspace. */
export async function openHost(options: HeadlessOptions): Promise<Hermes> {
  const workspace = resolve(options.workspace);
  if (!existsSync(workspace) || !statSync(workspace).isDirectory())
    throw new UsageError(`the workspace ${options.workspace} is not a folder`);
  const storage = storageFolder(options.storage);
  const settings = withEverythingAllowed(options.settings);
  return createHermes({
    now: Date.now,
    newId: randomUUID,
    random: Math.random,
    wait: (ms, signal) => sleep(ms, undefined, { signal }),
    emit: options.emit,
    settings: () => settings,
    storageFolder: storage,
    globalFolder: join(storage, "global"),
    homeFolder: homedir(),
    roots: () => [workspace],
    env: process.env,
    ripgrepPath: rgPath,
    askApproval: async () => ({ kind: "allow", remember: "once" }),
    trust: () => "trusted",
    version: "0.0.0",
    environment: { platform: process.platform, shell: commandShell() },
    learnedLimits: fileLimits(join(storage, "learnt-limits.json")),
    keyFor: async (provider) => keyFromEnvironment(provider, process.env),
  });
}

const withEverythingAllowed = (settings: HermesSettings): HermesSettings => ({
  ...settings,
  approval: { ...settings.approval, read: "allow", edit: "allow", run: "allow", mcp: "allow" },
});
