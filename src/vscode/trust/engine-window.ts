import { homedir } from "node:os";
import { l10n, window, workspace } from "vscode";
import { describeEngine } from "../../presenter/words/engine-offer";
import { say } from "../base/language";
import type { ActivationContext } from "../host/host-context";
import type { EngineFolderWorld, OfferedEngine } from "./engine-folders";

/** This window as engine folders see it now: workspace folders and trust may change. */
export const engineWorldOf = ({ context, log }: ActivationContext): EngineFolderWorld => ({
  workspaceFolder: workspace.workspaceFolders?.[0]?.uri.fsPath,
  homeFolder: homedir(),
  trust: workspace.isTrusted ? "trusted" : "untrusted",
  state: { workspace: context.workspaceState, user: context.globalState },
  warn: (problem) => log.warn(problem),
  askToRun,
});

async function askToRun({ home, manifest, snapshot }: OfferedEngine): Promise<"run" | "leave"> {
  const run = l10n.t("Run it");
  const { name } = manifest;
  const question =
    home === "workspace"
      ? l10n.t('Run the context engine "{name}" from this workspace?', { name })
      : l10n.t('Run the context engine "{name}" from your home folder?', { name });
  const risk = l10n.t("Its code runs with the permissions of VS Code and can read every conversation.");
  const detail = `${describeEngine(manifest, snapshot, say)}\n\n${risk}`;
  return (await window.showWarningMessage(question, { modal: true, detail }, run)) === run ? "run" : "leave";
}
