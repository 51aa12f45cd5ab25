import type { Disposable, Uri, WebviewPanel } from "vscode";
import { ViewColumn, window } from "vscode";
import { agentName } from "../../presenter/foreign/agent-names";
import type { ForeignView } from "../../presenter/foreign/events";
import { foreignEvents } from "../../presenter/foreign/events";
import { createPresenter } from "../../presenter/presenter";
import type { ViewMessage, ViewName } from "../../protocol/messages";
import { say } from "../base/language";
import { ViewHost } from "../views/view-host";

/** Pages of foreign sessions: the same rows and the same inspector as for our own, without anything that acts. */
export class ForeignPanels implements Disposable {
  private readonly extension: Uri;
  private readonly receive: (view: ForeignView, message: ViewMessage) => void;
  private readonly panels = new Map<string, WebviewPanel>();

  constructor(extension: Uri, receive: (view: ForeignView, message: ViewMessage) => void) {
    this.extension = extension;
    this.receive = receive;
  }

  open(view: ForeignView, page: ViewName): void {
    const { agent, id, title } = view.session;
    const key = `${page}:${agent}:${id}`;
    this.panels.get(key)?.dispose();
    const panel = window.createWebviewPanel(
      `hermes.foreign.${page}`,
      `${agentName(agent)}: ${title}`,
      ViewColumn.Active,
      {
        retainContextWhenHidden: true,
      },
    );
    this.panels.set(key, panel);
    const presenter = createPresenter(say, "ready");
    for (const event of foreignEvents(view))
      if (page === "inspector" || event.type === "session-opened") presenter.take(event);
    const host = new ViewHost({
      extension: this.extension,
      view: page,
      presenter,
      use: "reading",
      receive: (message) => this.receive(view, message),
    });
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
