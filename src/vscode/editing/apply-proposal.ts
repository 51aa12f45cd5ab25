import type { TextDocument } from "vscode";
import { l10n, Range, WorkspaceEdit, window, workspace } from "vscode";
import { smallestChange } from "../../core/host";
import type { FileChange, Proposals } from "./proposals";

/** Writes the proposed change that is in front, through VS Code's own edits, so that its undo takes them back. */
export async function applyProposal(proposals: Proposals, shown: unknown): Promise<void> {
  const { uri, change } = proposals.find(shown);
  const { target, before, after } = change;
  const name = workspace.asRelativePath(target, false);
  const document = before === null ? undefined : await workspace.openTextDocument(target);
  if (document !== undefined && document.getText() !== before)
    throw new Error(l10n.t("{name} has changed since the comparison. Apply the code from the chat again.", { name }));
  const save = document !== undefined && !document.isDirty && !document.isUntitled;
  if (!(await workspace.applyEdit(toEdit(change, document))))
    throw new Error(l10n.t("{name} could not be changed.", { name }));
  await proposals.close(uri);
  const editor = await window.showTextDocument(target, { preview: false });
  const at = editor.document.positionAt(smallestChange(before ?? "", after).start);
  editor.revealRange(new Range(at, at));
  // A file that already had unsaved changes stays unsaved.
  if (save) await editor.document.save();
}

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
