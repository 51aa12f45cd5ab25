import { l10n } from "vscode";
import { sentence } from "../../core/base/sentence";
import type { SessionId } from "../../core/conversation/ids";
import { SessionError, sessionId } from "../../core/host";
import type { HostContext } from "../host/host-context";
import { readLastSession } from "../host/stored-state";

/** Shows a window its last session, or else at least the model that would answer. */
export class SessionRestorer {
  private readonly host: Pick<HostContext, "hermes" | "views" | "context">;
  private restoring: Promise<void> | undefined;
  private elsewhere: SessionId | undefined;

  constructor(host: Pick<HostContext, "hermes" | "views" | "context">) {
    this.host = host;
  }

  /** Once per window; later calls wait for the first one. */
  restore(): Promise<void> {
    this.restoring ??= this.openLastSession().finally(() => this.host.views.answer({ kind: "start", start: "ready" }));
    return this.restoring;
  }

  /** The last session of this window, while another window has it open. */
  sessionElsewhere(): SessionId {
    if (this.elsewhere === undefined) throw new Error(l10n.t("No session of this window is open in another one."));
    return this.elsewhere;
  }

  private async openLastSession(): Promise<void> {
    const { hermes, context } = this.host;
    const stored = readLastSession(context.workspaceState);
    if (stored === undefined) return this.showModel();
    const last = sessionId(stored);
    await hermes.agent.resume(last).catch((failure: unknown) => this.startFresh(last, failure));
  }

  private async showModel(): Promise<void> {
    const { hermes, views } = this.host;
    const { model, note } = await hermes.route();
    views.take({ type: "model-changed", model, ...(note === undefined ? {} : { routeNote: note }) });
  }

  /** Starts without an error message, unless the session is there, but not for this window. */
  private async startFresh(last: SessionId, failure: unknown): Promise<void> {
    const { hermes, views } = this.host;
    await this.showModel();
    if (!(failure instanceof SessionError)) return;
    if (failure.kind === "newer") views.take({ type: "notice", level: "info", text: failure.sentence });
    if (failure.kind !== "in-use") return;
    this.elsewhere = last;
    const { title } = await hermes.sessions.read(last);
    const text = sentence(
      [
        '"{title}" is open in another window, so this window starts a new session.',
        "Close it there and open it here, or continue in a branch.",
      ],
      { title },
    );
    views.take({ type: "notice", level: "info", text, actions: ["open-last-session", "branch-last-session"] });
  }
}
