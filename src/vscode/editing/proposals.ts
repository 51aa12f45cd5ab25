import type { Disposable, Tab, TextDocumentContentProvider } from "vscode";
import { commands, l10n, TabInputTextDiff, Uri, window, workspace } from "vscode";
import { closeTabsOf } from "../base/tabs";

const SCHEME = "hermes-proposal";

export interface FileChange {
  readonly target: Uri;
  /** The text of the file when the change was computed; null for a file that does not exist yet. */
  readonly before: string | null;
  readonly after: string;
}

/** Changes shown as a diff against the file as it is. Nothing is written until the user applies one. */
export class Proposals implements TextDocumentContentProvider {
  private readonly changes = new Map<string, FileChange>();
  private serial = 0;

  register(): Disposable {
    const provider = workspace.registerTextDocumentContentProvider(SCHEME, this);
    // Not when its document closes: VS Code also reports that when only its language changes.
    const closing = window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach(({ input }) => this.forget(input)));
    // After a reload nobody has these changes any more.
    void closeTabsOf(SCHEME);
    return { dispose: () => [provider, closing].forEach((one) => one.dispose()) };
  }

  /** An empty text is also the left side of a file that does not exist yet. */
  provideTextDocumentContent(uri: Uri): string {
    return this.changes.get(uri.toString())?.after ?? "";
  }

  async show(change: FileChange): Promise<void> {
    const { path } = change.target;
    const right = Uri.from({ scheme: SCHEME, path, query: String(++this.serial) });
    this.changes.set(right.toString(), change);
    const left = change.before === null ? Uri.from({ scheme: SCHEME, path, query: "new" }) : change.target;
    const name = nameOf(change.target);
    const title =
      change.before === null ? l10n.t("{name}: new file", { name }) : l10n.t("{name}: current ↔ proposed", { name });
    await commands.executeCommand("vscode.diff", left, right, title, { preview: true });
  }

  async discard(shown: unknown): Promise<void> {
    await this.close(this.find(shown).uri);
  }

  /** The proposal whose button was clicked, or the one in the active editor. */
  find(shown: unknown): { readonly uri: Uri; readonly change: FileChange } {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = shown instanceof Uri ? shown : input instanceof TabInputTextDiff ? input.modified : undefined;
    const change = uri && this.changes.get(uri.toString());
    if (uri === undefined || change === undefined)
      throw new Error(l10n.t("The active editor shows no proposed change."));
    return { uri, change };
  }

  async close(uri: Uri): Promise<void> {
    this.changes.delete(uri.toString());
    await window.tabGroups.close(tabsOf(uri));
  }

  /** A tab that moves to another group is closed in its old one. */
  private forget(input: unknown): void {
    if (input instanceof TabInputTextDiff && tabsOf(input.modified).length === 0)
      this.changes.delete(input.modified.toString());
  }
}

const tabsOf = (uri: Uri): readonly Tab[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === uri.toString());

const nameOf = (uri: Uri): string => workspace.asRelativePath(uri, false);
