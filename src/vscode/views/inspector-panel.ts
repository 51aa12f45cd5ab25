import type { Disposable, WebviewPanel } from "vscode";
import { l10n, Uri, ViewColumn, window } from "vscode";
import type { InspectorSection } from "../../protocol/messages";
import { webviewTabs } from "../base/tabs";
import type { ViewHost } from "./view-host";

const VIEW_TYPE = "hermes.inspector";

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
    return window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: (panel) => {
        if (this.panel === undefined) this.adopt(panel);
        else panel.dispose();
        return Promise.resolve();
      },
    });
  }

  get isOpen(): boolean {
    return this.panel !== undefined;
  }

  reveal(section?: InspectorSection, focus: "take-focus" | "leave-focus" = "take-focus"): void {
    const preserveFocus = focus === "leave-focus";
    if (this.panel) this.panel.reveal(undefined, preserveFocus);
    else this.adopt(this.create({ preserveFocus }));
    if (section) this.host.post({ type: "show-section", section });
  }

  dispose(): void {
    this.panel?.dispose();
  }

  /**
   * VS Code restores a tab behind others only when it is shown; until then nothing but the tab is there. The new panel
   * takes its place.
   */
  private create(focus: { readonly preserveFocus: boolean }): WebviewPanel {
    const restored = webviewTabs(VIEW_TYPE);
    const column = restored[0]?.group.viewColumn ?? ViewColumn.Active;
    void window.tabGroups.close(restored);
    const place = { viewColumn: column, ...focus };
    return window.createWebviewPanel(VIEW_TYPE, l10n.t("Hermes Context"), place, { retainContextWhenHidden: true });
  }

  private adopt(panel: WebviewPanel): void {
    this.panel = panel;
    const media = Uri.joinPath(this.extension, "media");
    panel.iconPath = { light: Uri.joinPath(media, "hermes.svg"), dark: Uri.joinPath(media, "hermes-dark.svg") };
    this.host.open(panel.webview);
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.panel = undefined;
      this.host.close();
    });
  }
}
