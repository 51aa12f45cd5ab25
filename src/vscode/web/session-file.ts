import { env, l10n, Uri, window, workspace } from "vscode";
import { showSessionFile } from "../../presenter/foreign/session-file";
import { conversationText } from "../../presenter/words/conversation-text";
import type { ViewMessage } from "../../protocol/messages";
import { say } from "../base/language";
import type { ReadingPanels } from "../views/reading-panels";

/**
 * Shows a session file in the chat and in the inspector, without importing it: an export, a session of another agent,
 * or a list of messages. `file` comes from the explorer; without it the user chooses one.
 */
export async function openSessionFile(panels: ReadingPanels, file?: unknown): Promise<void> {
  const target = file instanceof Uri ? file : await chooseFile();
  if (target === undefined) return;
  const text = new TextDecoder().decode(await workspace.fs.readFile(target));
  const shown = showSessionFile(text);
  const receive = (message: ViewMessage): void => {
    if (message.type === "copy") void env.clipboard.writeText(message.text);
    if (message.type !== "open-message") return;
    const found = shown.messages.filter(({ id }) => id === message.messageId);
    void workspace
      .openTextDocument({ language: "markdown", content: conversationText(found, say) })
      .then((document) => window.showTextDocument(document));
  };
  const session = { key: target.toString(), title: shown.title, events: shown.events, receive };
  panels.open(session, "chat");
  panels.open(session, "inspector");
}

async function chooseFile(): Promise<Uri | undefined> {
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t("Open a session file"),
      filters: { [l10n.t("Sessions")]: ["json", "jsonl"] },
    })) ?? [];
  return file;
}
