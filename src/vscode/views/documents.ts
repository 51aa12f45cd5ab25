import type { Disposable, TextDocumentContentProvider } from "vscode";
import { commands, l10n, Uri, window, workspace } from "vscode";
import { closeTabsOf } from "../base/tabs";

const SCHEME = "hermes";

/** Read-only texts without a file: conversations, summaries, proposed edits. Kept while their editor is open. */
export class Documents implements TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private serial = 0;

  /** After a reload nobody has these texts any more, so their tabs go. */
  register(): Disposable {
    const provider = workspace.registerTextDocumentContentProvider(SCHEME, this);
    const closing = workspace.onDidCloseTextDocument(
      ({ uri }) => uri.scheme === SCHEME && this.texts.delete(uri.toString()),
    );
    void closeTabsOf(SCHEME);
    return { dispose: () => [provider, closing].forEach((one) => one.dispose()) };
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? l10n.t("This text is no longer available. Open it again from its source.");
  }

  /** `name` is the title of the tab; its extension chooses the language. */
  async open(name: string, text: string): Promise<void> {
    await window.showTextDocument(await workspace.openTextDocument(this.add(name, text)), { preview: true });
  }

  async compare(title: string, before: NamedText, after: NamedText): Promise<void> {
    await commands.executeCommand(
      "vscode.diff",
      this.add(before.name, before.text),
      this.add(after.name, after.text),
      title,
      { preview: true },
    );
  }

  /** Several texts in one editor, each compared separately; a missing side means added or removed. */
  async compareAll(
    title: string,
    changes: readonly { readonly name: string; readonly before?: string; readonly after?: string }[],
  ): Promise<void> {
    const sides = changes.map(({ name, before, after }) => [
      Uri.from({ scheme: SCHEME, path: pathOf(name) }),
      ...[before, after].map((text) => (text === undefined ? undefined : this.add(name, text))),
    ]);
    await commands.executeCommand("vscode.changes", title, sides);
  }

  /** A document to compare with others; `name` as in `open`. */
  add(name: string, text: string): Uri {
    const uri = Uri.from({ scheme: SCHEME, path: pathOf(name), query: String(++this.serial) });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

/** A slash in a name, as in the title of a session about a file, would leave only its end as the title of the tab. */
const pathOf = (name: string): string => `/${name.replaceAll("/", "∕")}`;

export interface NamedText {
  readonly name: string;
  readonly text: string;
}
