import type { Disposable, Tab, TextDocumentContentProvider } from "vscode";
import { commands, l10n, TabInputTextDiff, Uri, window, workspace } from "vscode";
import type { ApprovalRequest } from "../../core/tools/tool";

const SCHEME = "hermes-edit";

/**
 * Edits that wait for approval, each in a diff editor whose title has the buttons to accept and reject it. The editor
 * opens without taking the focus, because the user may be typing, and closes with the answer.
 */
export class EditReviews implements TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly open = new Map<string, Uri>();
  private serial = 0;

  register(): Disposable {
    const provider = workspace.registerTextDocumentContentProvider(SCHEME, this);
    // After a reload, nobody waits for the answers that these tabs asked for.
    void window.tabGroups.close(tabsWhere(({ scheme }) => scheme === SCHEME));
    return provider;
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  async show({ callId, edit }: ApprovalRequest, focus: "take" | "leave"): Promise<void> {
    if (edit === undefined) return;
    const right = this.open.get(callId) ?? this.add(callId, edit);
    const name = edit.path.split(/[\\/]/).at(-1) ?? edit.path;
    await commands.executeCommand(
      "vscode.diff",
      right.with({ fragment: "before" }),
      right,
      l10n.t("{name}: proposed change", { name }),
      { preview: false, preserveFocus: focus === "leave" },
    );
    // Answered while the editor was opening.
    if (!this.open.has(callId)) await this.closeTabs(right);
  }

  async close(callId: string): Promise<void> {
    const right = this.open.get(callId);
    if (right === undefined) return;
    this.open.delete(callId);
    await this.closeTabs(right);
  }

  /** The call whose edit is in the editor with the clicked button, or in the active one. */
  findCall(shown: unknown): string {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = shown instanceof Uri ? shown : input instanceof TabInputTextDiff ? input.modified : undefined;
    const found = [...this.open].find(([, right]) => right.toString() === uri?.toString());
    if (found === undefined) throw new Error(l10n.t("The active editor shows no change that waits for approval."));
    return found[0];
  }

  private add(callId: string, edit: NonNullable<ApprovalRequest["edit"]>): Uri {
    const right = Uri.file(edit.path).with({ scheme: SCHEME, query: String(++this.serial) });
    this.texts.set(right.with({ fragment: "before" }).toString(), edit.before);
    this.texts.set(right.toString(), edit.after);
    this.open.set(callId, right);
    return right;
  }

  private async closeTabs(right: Uri): Promise<void> {
    await window.tabGroups.close(tabsWhere((uri) => uri.toString() === right.toString()));
    this.texts.delete(right.toString());
    this.texts.delete(right.with({ fragment: "before" }).toString());
  }
}

const tabsWhere = (fits: (modified: Uri) => boolean): readonly Tab[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputTextDiff && fits(input.modified));
