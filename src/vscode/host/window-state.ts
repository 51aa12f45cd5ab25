import { commands, Disposable, l10n, window, workspace } from "vscode";
import type { Sentence } from "../../core/base/sentence";
import { say } from "../base/language";
import type { HostContext } from "./host-context";

/** Tells the chat what this window lacks, so that nothing fails without a word. */
export function showWorkspaceState({ chatPage }: Pick<HostContext, "chatPage">): void {
  const state = !workspace.isTrusted ? "untrusted" : workspace.workspaceFolders === undefined ? "no-folder" : "ready";
  chatPage.post({ type: "workspace", state });
}

export const watchWorkspaceState = (host: HostContext): Disposable =>
  Disposable.from(
    workspace.onDidGrantWorkspaceTrust(() => showWorkspaceState(host)),
    workspace.onDidChangeWorkspaceFolders(() => showWorkspaceState(host)),
  );

/** The way out of what the banner of the chat says. */
export const mendWorkspaceState = (state: "untrusted" | "no-folder"): Thenable<unknown> =>
  commands.executeCommand(state === "untrusted" ? "workbench.trust.manage" : "workbench.action.files.openFolder");

/** Shows what calls the user back, with a way to the chat. */
export function callBack(text: Sentence, show: () => Thenable<void>): void {
  const open = l10n.t("Show");
  void window.showInformationMessage(say(text), open).then((chosen) => (chosen === open ? show() : undefined));
}
