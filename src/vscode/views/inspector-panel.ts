import type { Disposable, WebviewPanel } from "vscode";
import { l10n, Uri, ViewColumn, window } from "vscode";
import type { InspectorSection } from "../../protocol/messages";
import type { ViewHost } from "./view-host";

/** The context inspector, one panel beside the editors. */
export class InspectorPanel implements Disposable {
  private readonly host: ViewHost;
  private readonly extension: Uri;
  private panel: WebviewPanel | undefined;

  constructor(host: ViewHost, extension: Uri) {
    this.host = host;
    this.extension = extension;
  }

  /** Restores the panel that was open when the window was reloaded. */
  register(): Disposable {
    return window.registerWebviewPanelSerializer("hermes.inspector", {
      deserializeWebviewPanel: (panel) => {
        this.adopt(panel);
        return Promise.resolve();
      },
    });
  }

  reveal(section?: InspectorSection): void {
    if (this.panel) this.panel.reveal();
    else
      this.adopt(
        window.createWebviewPanel("hermes.inspector", l10n.t("Hermes Context"), ViewColumn.Active, {
          retainContextWhenHidden: true,
        }),
      );
    if (section) this.host.post({ type: "show-section", section });
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private adopt(panel: WebviewPanel): void {
    this.panel = panel;
    const media = Uri.joinPath(this.extension, "media");
    panel.iconPath = { light: Uri.joinPath(media, "hermes.svg"), dark: Uri.joinPath(media, "hermes-dark.svg") };
    this.host.open(panel.webview);
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.host.close();
    });
  }
}
