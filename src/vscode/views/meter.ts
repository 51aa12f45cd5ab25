import type { Disposable, StatusBarItem } from "vscode";
import { l10n, MarkdownString, StatusBarAlignment, ThemeColor, window } from "vscode";
import { describeMeter } from "../../presenter/words/meter-words";
import type { MeterPicture } from "../../protocol/status";
import { say } from "../base/language";

/** Left of the language and line items, next to other numbers about the editor. */
const PRIORITY = 100;

/** The status bar item: always shows how full the context window is. */
export class Meter implements Disposable {
  private readonly item: StatusBarItem;
  private shown = "";

  constructor() {
    this.item = window.createStatusBarItem("hermes.meter", StatusBarAlignment.Right, PRIORITY);
    this.item.name = l10n.t("Hermes: Context Meter");
    // The inspector may be open, and scrolled to something else than the gauge that was clicked.
    this.item.command = { command: "hermes.openInspector", title: this.item.name, arguments: ["context"] };
  }

  show(picture: MeterPicture): void {
    const words = describeMeter(picture, say);
    const key = `${words.look}${words.text}${words.tooltip}`;
    if (key === this.shown) return;
    this.shown = key;
    this.item.text = words.text;
    this.item.tooltip = new MarkdownString(words.tooltip, true);
    this.item.accessibilityInformation = { label: words.label, role: "button" };
    this.item.backgroundColor =
      words.look === "calm" ? undefined : new ThemeColor(`statusBarItem.${words.look}Background`);
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
