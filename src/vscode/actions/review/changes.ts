import type { TextDocument } from "vscode";
import { commands, l10n, Range, Uri, WorkspaceEdit, window, workspace } from "vscode";
import { smallestChange, callId as toCallId, messageId as toMessageId } from "../../../core/host";
import type { HostContext } from "../../host/host-context";
import { undoPlan } from "../pickers/restore-picker";

/** Compares a file as it is, in an editor, with the same file without Hermes's changes. */
export async function showChanges({ hermes, documents }: HostContext, path: string): Promise<void> {
  const texts = await hermes.agent.review.compare(path);
  const uri = Uri.file(path);
  const name = workspace.asRelativePath(uri);
  if (texts === undefined) {
    void window.showInformationMessage(
      l10n.t("{path} is not text, so there is no difference to show.", { path: name }),
    );
    return;
  }
  const before = documents.add(name, texts.without);
  const isThere = await workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  await commands.executeCommand(
    "vscode.diff",
    before,
    isThere ? uri : documents.add(name, ""),
    l10n.t("{name}: changes by Hermes", { name }),
    { preview: true },
  );
}

export const keepChanges = ({ hermes }: HostContext, path: string | null): Promise<void> => {
  const { review } = hermes.agent;
  return path === null ? review.keepAll() : review.keep([path]);
};

/** Asks only where the user's own changes are concerned. */
export async function undoChanges(host: HostContext, path: string): Promise<void> {
  await undoPlan(host, await host.hermes.agent.review.plan([path]));
}

export async function undoTurn(host: HostContext, messageId: string): Promise<void> {
  const target = { kind: "message", id: toMessageId(messageId), what: "files" } as const;
  await undoPlan(host, await host.hermes.agent.planRestore(target));
}

/** Undoes the edit of one finished call. */
export async function undoEdit(host: HostContext, callId: string): Promise<void> {
  await undoPlan(host, await host.hermes.agent.planRestore({ kind: "call", call: toCallId(callId) }));
}

/** In a file with unsaved changes, the editor's text is changed and stays unsaved: its own undo takes it back. */
export async function undoHunk({ hermes }: HostContext, path: string, hunk: string): Promise<void> {
  const { review } = hermes.agent;
  const unsaved = workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.fsPath === path);
  if (unsaved === undefined) return review.undoHunk(path, hunk);
  await replaceText(unsaved, await review.undoHunkIn(path, hunk, unsaved.getText()));
}

async function replaceText(document: TextDocument, text: string): Promise<void> {
  const change = smallestChange(document.getText(), text);
  const edit = new WorkspaceEdit();
  const range = new Range(document.positionAt(change.start), document.positionAt(change.end));
  edit.replace(document.uri, range, change.text);
  if (!(await workspace.applyEdit(edit)))
    throw new Error(l10n.t("{name} could not be changed.", { name: workspace.asRelativePath(document.uri, false) }));
}
