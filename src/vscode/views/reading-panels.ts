import type { Disposable, Uri, WebviewPanel } from "vscode";
import { ViewColumn, window } from "vscode";
import type { AgentEvent } from "../../core/agent/events";
import { createPresenter } from "../../presenter/presenter";
import type { ViewMessage, ViewName } from "../../protocol/messages";
import { say } from "../base/language";
import { ViewHost } from "./view-host";

/** A session that is only looked at. */
export interface ReadSession {
  /** The same key replaces the panel that is open. */
  readonly key: string;
  readonly title: string;
  readonly events: readonly AgentEvent[];
  receive(message: ViewMessage): void;
}

/** Pages of sessions that nobody continues here: the same rows and the same inspector, without anything that acts. */
export class ReadingPanels implements Disposable {
  private readonly extension: Uri;
  private readonly panels = new Map<string, WebviewPanel>();

  constructor(extension: Uri) {
    this.extension = extension;
  }

  open(session: ReadSession, page: ViewName): void {
    const key = `${page}:${session.key}`;
    this.panels.get(key)?.dispose();
    const panel = window.createWebviewPanel(`hermes.foreign.${page}`, session.title, ViewColumn.Active, {
      retainContextWhenHidden: true,
    });
    this.panels.set(key, panel);
    const presenter = createPresenter(say, "ready");
    for (const event of session.events)
      if (page === "inspector" || event.type === "session-opened") presenter.take(event);
    const { receive } = session;
    const host = new ViewHost({ extension: this.extension, view: page, presenter, use: "reading", receive });
    host.open(panel.webview);
    panel.onDidDispose(() => {
      host.close();
      if (this.panels.get(key) === panel) this.panels.delete(key);
    });
  }

  dispose(): void {
    for (const panel of this.panels.values()) panel.dispose();
  }
}
