import { commands, env, l10n, Position, Range, Uri, window } from "vscode";
import { fileAt } from "../editing/workspace-files";
import type { HostContext } from "../host/host-context";

export async function openLink(href: string): Promise<void> {
  // Only the web: a reply must not be able to start a program or a command of VS Code.
  if (/^https?:\/\//i.test(href)) await env.openExternal(Uri.parse(href, true));
}

export async function openFile(path: string, line: number | null): Promise<void> {
  const start = new Position(Math.max(0, (line ?? 1) - 1), 0);
  await window.showTextDocument(
    fileAt(path),
    line === null ? { preview: true } : { preview: true, selection: new Range(start, start) },
  );
}

/** Compares the file with the edit that waits for approval. */
export async function showEdit({ questions, editReviews }: HostContext, callId: string): Promise<void> {
  const request = questions.find(callId);
  if (!request?.edit) throw new Error(l10n.t("This change is no longer waiting for approval."));
  await editReviews.show(request, "take");
}

/** Answers the question about the edit in the diff editor. */
export function answerEdit({ questions, editReviews }: HostContext, shown: unknown, answer: "accept" | "reject"): void {
  const callId = editReviews.findCall(shown);
  questions.answer(callId, answer === "accept" ? { kind: "allow", remember: "once" } : { kind: "deny" });
}

export const copy = (text: string): Thenable<void> => env.clipboard.writeText(text);

/** At the cursor of the active editor, else into a new file. */
export async function insertCode(text: string): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor) {
    await editor.edit((edit) => edit.replace(editor.selection, text));
    return;
  }
  await commands.executeCommand("workbench.action.files.newUntitledFile");
  await window.activeTextEditor?.edit((edit) => edit.insert(new Position(0, 0), text));
}

export const openSettings = (query: string): Thenable<unknown> =>
  commands.executeCommand("workbench.action.openSettings", query);

export const openWalkthrough = (): Thenable<unknown> =>
  commands.executeCommand("workbench.action.openWalkthrough", "hermes-context.hermes-context#hermes", false);
