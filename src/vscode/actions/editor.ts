import type { TextEditor } from "vscode";
import { commands, env, FileType, l10n, Position, Range, Uri, window, workspace } from "vscode";
import { fileAt, pathOf } from "../editing/workspace-files";
import type { HostContext } from "../host/host-context";

/** Adds the selection of the editor, or the files and folders the user clicked. */
export async function addToChat(host: HostContext, target?: unknown, targets?: unknown): Promise<void> {
  const clicked = (Array.isArray(targets) && targets.length > 0 ? targets : [target]).filter(
    (one) => one instanceof Uri,
  );
  const editor = window.activeTextEditor;
  const isEditor =
    clicked.length === 0 || (clicked.length === 1 && clicked[0]?.toString() === editor?.document.uri.toString());
  const text = isEditor ? editor && quote(editor) : (await Promise.all(clicked.map(mention))).join("");
  if (text === undefined) throw new Error(l10n.t("Open a file or select some text first."));
  await compose(host, text);
}

/** VS Code gives extensions a terminal's selection only through the clipboard, which gets its old content back. */
export async function addTerminalToChat(host: HostContext): Promise<void> {
  const selected = await copiedBy("workbench.action.terminal.copySelection");
  if (selected.trim() === "") throw new Error(l10n.t("Select some text in the terminal first."));
  await compose(host, `\`\`\`console\n${selected.trimEnd()}\n\`\`\`\n`);
}

/** Appends to the message the user is writing. */
async function compose({ chat, chatPage }: HostContext, text: string): Promise<void> {
  await chat.reveal();
  chatPage.post({ type: "compose", text, how: "append" });
}

export async function findFiles({ chatPage, fileFinder }: HostContext, query: string): Promise<void> {
  chatPage.post({ type: "files-found", query, files: await fileFinder.find(query) });
}

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

const CLIPBOARD = { polls: 20, pollMs: 100 } as const;

/** The text a command copies, which may arrive after the command has ended; empty if it copies nothing. */
async function copiedBy(command: string): Promise<string> {
  const held = await env.clipboard.readText();
  try {
    await env.clipboard.writeText("");
    await commands.executeCommand(command);
    for (let poll = 0; poll < CLIPBOARD.polls; poll++) {
      const copied = await env.clipboard.readText();
      if (copied !== "") return copied;
      await new Promise((resolve) => setTimeout(resolve, CLIPBOARD.pollMs));
    }
    return "";
  } finally {
    await env.clipboard.writeText(held);
  }
}

async function mention(uri: Uri): Promise<string> {
  const { type } = await workspace.fs.stat(uri);
  return `@${pathOf(uri)}${type === FileType.Directory ? "/" : ""} `;
}

function quote({ document, selection }: TextEditor): string {
  if (selection.isEmpty) return `@${pathOf(document.uri)} `;
  const lines = `${selection.start.line + 1}-${selection.end.line + 1}`;
  const place = `\`${pathOf(document.uri)}:${lines}\``;
  return `${place}\n\`\`\`${document.languageId}\n${document.getText(selection)}\n\`\`\`\n`;
}
