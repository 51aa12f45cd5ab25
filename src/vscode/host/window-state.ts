import { commands, Disposable, l10n, window, workspace } from "vscode";
import type { AgentEvent } from "../../core/agent/events";
import { say } from "../base/language";
import type { HostContext } from "./host-context";

/** Shorter turns end before anyone has looked elsewhere. */
const LONG_TURN_MS = 20_000;

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

/** Calls the user back to a window without focus: when an approval waits, and when a long turn has ended. */
export class Attention {
  private readonly show: () => Thenable<void>;
  private startedAt = 0;

  constructor(show: () => Thenable<void>) {
    this.show = show;
  }

  take(event: AgentEvent): void {
    if (event.type === "turn-started") this.startedAt = Date.now();
    if (window.state.focused) return;
    if (event.type === "approval-asked")
      this.call(l10n.t("Hermes waits for your approval: {title}", { title: say(event.request.title) }));
    if (event.type !== "turn-ended" || Date.now() - this.startedAt < LONG_TURN_MS) return;
    this.call(
      event.outcome === "answered" ? l10n.t("Hermes has finished.") : l10n.t("Hermes has stopped and needs you."),
    );
  }

  private call(text: string): void {
    const open = l10n.t("Show");
    void window.showInformationMessage(text, open).then((chosen) => (chosen === open ? this.show() : undefined));
  }
}
