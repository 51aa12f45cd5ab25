import { l10n, window } from "vscode";
import type { ApprovalAnswer, ApprovalRequest } from "../../core/tools/tool";
import { say } from "../base/language";

/** The question about a page that the user attaches, with the same answers as on a card of the chat. */
export async function askAboutPage({ title, detail, warning, covers }: ApprovalRequest): Promise<ApprovalAnswer> {
  const [once, session, always] = [
    l10n.t("Allow Once"),
    l10n.t("Allow for This Session"),
    l10n.t("Always Allow in This Workspace"),
  ];
  const scope = covers === undefined ? [] : [l10n.t("A wider answer covers {what}.", { what: say(covers) })];
  const lines = [detail, ...(warning === undefined ? [] : [say(warning)]), ...scope];
  const answer = await window.showInformationMessage(
    say(title),
    { modal: true, detail: lines.join("\n\n") },
    once,
    session,
    always,
  );
  if (answer === undefined) return { kind: "deny" };
  return { kind: "allow", remember: answer === once ? "once" : answer === session ? "session" : "workspace" };
}
