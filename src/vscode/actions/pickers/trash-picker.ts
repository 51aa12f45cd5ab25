import { l10n, window } from "vscode";
import { counted } from "../../../core/base/sentence";
import type { TrashedSession } from "../../../core/sessions/lineage/session";
import { say } from "../../base/language";
import type { HostContext } from "../../host/host-context";

/** Shows what is in the trash; a chosen session is restored and opened. */
export async function showTrash(host: HostContext): Promise<void> {
  const { hermes, chat, refreshTrees } = host;
  const trashed = await listTrash(host);
  if (trashed.length === 0) return sayEmpty();
  const chosen = await window.showQuickPick(trashed.map(toItem), {
    title: l10n.t("Restore a deleted session"),
    placeHolder: l10n.t("Titles, newest first"),
    matchOnDescription: true,
  });
  if (chosen === undefined) return;
  await hermes.sessions.restore(chosen.id);
  refreshTrees();
  await chat.reveal();
  await hermes.agent.resume(chosen.id);
}

/** Deletes everything in the trash for good, after a question. */
export async function emptyTrash(host: HostContext): Promise<void> {
  const trashed = await listTrash(host);
  if (trashed.length === 0) return sayEmpty();
  const yes = l10n.t("Delete permanently");
  const question = l10n.t("Delete the sessions in the trash ({count}) with their outputs and checkpoints?", {
    count: trashed.length,
  });
  const detail = `${trashed.map(({ title }) => title).join("\n")}\n\n${l10n.t("This cannot be undone.")}`;
  if ((await window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  await host.hermes.emptyTrash();
  host.refreshTrees();
}

const listTrash = async ({ hermes }: HostContext): Promise<readonly TrashedSession[]> =>
  (await hermes.sessions.trashed())
    .filter(({ tip, kind }) => tip && kind === "session")
    .toSorted((a, b) => b.deletedAt - a.deletedAt);

function sayEmpty(): void {
  void window.showInformationMessage(l10n.t("The trash is empty."));
}

const toItem = ({ id, title, messageCount, deletedAt }: TrashedSession) => ({
  id,
  label: title,
  description: say(counted(messageCount, "1 message", "{count} messages")),
  detail: l10n.t("Deleted {date}", { date: new Date(deletedAt).toLocaleString() }),
});
