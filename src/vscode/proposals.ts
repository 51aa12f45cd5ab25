import { Range, TabInputTextDiff, Uri, WorkspaceEdit, commands, l10n, window, workspace } from "vscode";
import type { Disposable, Tab, TextDocument, TextDocumentContentProvider } from "vscode";
import { smallestChange } from "./code-proposal";

const SCHEME = "hermes-proposal";

export interface FileChange {
  readonly target: Uri;
  /** What the file said when the change was worked out; null for a file that does not exist yet. */
  readonly before: string | null;
  readonly after: string;
}

/** Changes a person looks at in a diff, on its left the file as it is, before they are applied or discarded. Nothing is written until then. */
export class Proposals implements TextDocumentContentProvider {
  private readonly changes = new Map<string, FileChange>();
  private serial = 0;

  register(): Disposable {
    const provider = workspace.registerTextDocumentContentProvider(SCHEME, this);
    // Not when its document closes: VS Code says that also of one whose language changed.
    const closing = window.tabGroups.onDidChangeTabs(({ closed }) => closed.forEach(({ input }) => this.forget(input)));
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
    const title = change.before === null ? l10n.t("{0}: new file", name) : l10n.t("{0}: now ↔ proposed", name);
    await commands.executeCommand("vscode.diff", left, right, title, { preview: true });
  }

  /** Through VS Code's own edits, so that its undo takes them back. */
  async apply(shown: unknown): Promise<void> {
    const { uri, change } = this.find(shown);
    const { target, before } = change;
    const document = before === null ? undefined : await workspace.openTextDocument(target);
    if (document !== undefined && document.getText() !== before)
      throw new Error(
        l10n.t("{0} has changed since it was compared. Apply the code from the chat again.", nameOf(target)),
      );
    const save = document !== undefined && !document.isDirty && !document.isUntitled;
    if (!(await workspace.applyEdit(toEdit(change, document))))
      throw new Error(l10n.t("{0} could not be changed.", nameOf(target)));
    await this.close(uri);
    const editor = await window.showTextDocument(target, { preview: false });
    const at = editor.document.positionAt(smallestChange(before ?? "", change.after).start);
    editor.revealRange(new Range(at, at));
    // What had unsaved changes of the person stays unsaved.
    if (save) await editor.document.save();
  }

  async discard(shown: unknown): Promise<void> {
    await this.close(this.find(shown).uri);
  }

  /** The one that was clicked on, or the one in front. */
  private find(shown: unknown): { readonly uri: Uri; readonly change: FileChange } {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = shown instanceof Uri ? shown : input instanceof TabInputTextDiff ? input.modified : undefined;
    const change = uri && this.changes.get(uri.toString());
    if (uri === undefined || change === undefined) throw new Error(l10n.t("There is no proposed change in front."));
    return { uri, change };
  }

  private async close(uri: Uri): Promise<void> {
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

function toEdit({ target, after }: FileChange, document: TextDocument | undefined): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  if (document === undefined) {
    edit.createFile(target, { contents: Buffer.from(after) });
    return edit;
  }
  const { start, end, text } = smallestChange(document.getText(), after);
  edit.replace(target, new Range(document.positionAt(start), document.positionAt(end)), text);
  return edit;
}

const nameOf = (uri: Uri): string => workspace.asRelativePath(uri, false);
