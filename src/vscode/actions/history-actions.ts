import { l10n, window } from "vscode";
import { sessionId, messageId as toMessageId } from "../../core/host";
import { openForeignSession } from "../foreign/foreign-actions";
import type { HostContext } from "../host/host-context";
import { openSession } from "../host/kept-sessions";
import { showFound, trashSession } from "./sessions";

/** Shows the list of sessions in the chat. */
export async function showHistory({ chat, history }: HostContext, query = ""): Promise<void> {
  await chat.reveal();
  await history.list(query);
}

/** Opens a session of the list; with a message, where a search found it. */
export async function openPast(host: HostContext, id: string, messageId: string | null): Promise<void> {
  const { hermes, history } = host;
  const file = history.fileOf(id);
  if (file !== undefined)
    return openForeignSession(host, { kind: "foreign", entry: { file, title: id, workspace: "" } });
  const session = sessionId(id);
  if (session !== hermes.agent.session) {
    if (hermes.agent.busy) {
      void window.showInformationMessage(l10n.t("Hermes is working. Stop it first, or wait for the end of the turn."));
      return;
    }
    await openSession(host, session);
  } else history.close();
  if (messageId !== null) await showFound(host, toMessageId(messageId));
}

export async function renamePast({ hermes, refreshTrees }: HostContext, id: string, title: string): Promise<void> {
  const wanted = title.trim();
  if (wanted === "") return;
  await hermes.agent.rename(sessionId(id), wanted);
  refreshTrees();
}

/** Moves a session to the trash; the list itself offers to bring it back. */
export async function deletePast(host: HostContext, id: string): Promise<void> {
  const { title, bringBack } = await trashSession(host, sessionId(id));
  host.history.offerUndo({ id, title }, bringBack);
}
