import { l10n, window, workspace } from "vscode";
import type { EngineManifest } from "../core/index";
import type { EngineFolderWorld } from "./engine-folders";
import type { Shell } from "./parts";

/** This window as engine folders see it, at this moment: folders and trust may change. */
export const engineWorldOf = ({ context, log }: Shell): EngineFolderWorld => ({
  workspaceFolder: workspace.workspaceFolders?.[0]?.uri.fsPath,
  trust: workspace.isTrusted ? "trusted" : "untrusted",
  state: context.workspaceState,
  warn: (problem) => log.warn(problem),
  askToRun,
});

async function askToRun({ name, description }: EngineManifest): Promise<"run" | "leave"> {
  const run = l10n.t("Run it");
  const answer = await window.showWarningMessage(
    l10n.t('Run the context engine "{0}" from this workspace?', name),
    {
      modal: true,
      detail:
        `${description}\n\n${l10n.t("Its code runs with the rights of VS Code and sees every conversation.")}`.trim(),
    },
    run,
  );
  return answer === run ? "run" : "leave";
}
