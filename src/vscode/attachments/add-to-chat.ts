import type { TextEditor } from "vscode";
import { FileType, l10n, Uri, window, workspace } from "vscode";
import type { Attachment } from "../../core/conversation/attached";
import type { Mention } from "../../protocol/attachments";
import { pathOf } from "../editing/workspace-files";
import type { HostContext } from "../host/host-context";
import { mention } from "./arrange-mentions";
import { findMentions } from "./find-mentions";
import { readTerminalSelection } from "./terminal-text";

/** Adds the selection of the editor, or the files and folders the user clicked, to the message being written. */
export async function addToChat(host: HostContext, target?: unknown, targets?: unknown): Promise<void> {
  const clicked = (Array.isArray(targets) && targets.length > 0 ? targets : [target]).filter(
    (one) => one instanceof Uri,
  );
  const editor = window.activeTextEditor;
  const isEditor =
    clicked.length === 0 || (clicked.length === 1 && clicked[0]?.toString() === editor?.document.uri.toString());
  const mentions = isEditor ? editor && [mentionEditor(editor)] : await Promise.all(clicked.map(mentionFile));
  if (mentions === undefined) throw new Error(l10n.t("Open a file or select some text first."));
  await host.chat.reveal();
  for (const one of mentions) await showChip(host, crypto.randomUUID(), one);
}

/** The selected text of a terminal is read at once: it is gone with the next key. */
export async function addTerminalToChat(host: HostContext): Promise<void> {
  const selected = await readTerminalSelection();
  await host.chat.reveal();
  await showChip(host, crypto.randomUUID(), mention("terminal", selected.name, "selection"), selected);
}

/** Reads what the page mentions, and tells its price. */
export const attach = (host: HostContext, id: string, wanted: Mention): Promise<void> => showChip(host, id, wanted);

export async function offerMentions(host: HostContext, query: string): Promise<void> {
  host.chatPage.post({ type: "mentions-found", query, mentions: await findMentions(host, query) });
}

async function showChip(host: HostContext, id: string, wanted: Mention, known?: Attachment): Promise<void> {
  const { attachments, chatPage } = host;
  const { kind, name } = wanted;
  chatPage.post({ type: "chip", chip: { id, kind, name, state: "pending", tokens: 0, preview: "" } });
  chatPage.post({ type: "chip", chip: await attachments.attach(id, wanted, known) });
}

async function mentionFile(uri: Uri): Promise<Mention> {
  const { type } = await workspace.fs.stat(uri);
  const path = pathOf(uri);
  return (type & FileType.Directory) === 0 ? mention("file", path, path) : mention("folder", `${path}/`, path);
}

function mentionEditor({ document, selection }: TextEditor): Mention {
  const path = pathOf(document.uri);
  if (selection.isEmpty) return mention("file", path, path);
  const lines = `${selection.start.line + 1}-${selection.end.line + 1}`;
  return mention("selection", `${path}:${lines}`, `${path}#${lines}`);
}
