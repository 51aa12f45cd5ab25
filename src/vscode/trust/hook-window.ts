import { l10n, window, workspace } from "vscode";
import type { JsonValue } from "../../core/base/json";
import type { Hook } from "../../core/hooks/hook";
import { describeHooks } from "../../presenter/words/hook-offer";
import { say } from "../base/language";
import type { ActivationContext } from "../host/host-context";
import type { ContentConsent } from "./content-consent";
import { readWorkspaceHooks } from "./hook-files";

/** The hooks of this window's workspace, after the user's answer about them. */
export const hooksOfWindow = ({ log }: ActivationContext, consent: ContentConsent): Promise<JsonValue | undefined> =>
  readWorkspaceHooks({
    workspaceFolder: workspace.workspaceFolders?.[0]?.uri.fsPath,
    trust: workspace.isTrusted ? "trusted" : "untrusted",
    consent,
    warn: (problem) => {
      log.warn(say(problem));
      void window.showWarningMessage(say(problem));
    },
    ask: askToRun,
  });

async function askToRun(hooks: readonly Hook[], hash: string): Promise<"use" | "leave"> {
  const offer = describeHooks(hooks, hash, say);
  if (offer === undefined) {
    void window.showWarningMessage(l10n.t("The hooks of this workspace are left out: they are too long to be shown."));
    return "leave";
  }
  const run = l10n.t("Run them");
  const risk = l10n.t("They run with your permissions, outside the approvals of Hermes.");
  const answer = await window.showWarningMessage(
    l10n.t("This workspace wants to run commands when Hermes works. Allow it?"),
    { modal: true, detail: `${offer}\n\n${risk}` },
    run,
  );
  return answer === run ? "use" : "leave";
}
