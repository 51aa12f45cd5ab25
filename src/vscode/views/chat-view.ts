import type { Disposable, WebviewView, WebviewViewProvider } from "vscode";
import { commands, window } from "vscode";
import type { ViewHost } from "./view-host";

/** The chat in the sidebar. */
export class ChatView implements WebviewViewProvider {
  private readonly host: ViewHost;
  private view: WebviewView | undefined;

  constructor(host: ViewHost) {
    this.host = host;
  }

  register(): Disposable {
    // Without it, each switch of the sidebar would lose the scroll position and the open folds.
    return window.registerWebviewViewProvider("hermes.chat", this, {
      webviewOptions: { retainContextWhenHidden: true },
    });
  }

  resolveWebviewView(view: WebviewView): void {
    this.view = view;
    this.host.open(view.webview);
    view.onDidDispose(() => {
      this.view = undefined;
      this.host.close();
    });
  }

  async reveal(): Promise<void> {
    if (this.view) this.view.show(true);
    else await commands.executeCommand("hermes.chat.focus");
  }
}
