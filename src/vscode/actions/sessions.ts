import { l10n, Uri, window, workspace } from "vscode";
import { counted } from "../../core/base/sentence";
import type { MessageId, SessionId } from "../../core/conversation/ids";
import { exportJson, exportMarkdown, importAnySession, redactSession } from "../../core/host";
import { messageText } from "../../core/index";
import type { SearchHit, SessionLine } from "../../core/sessions/lineage/session";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { openSession, storeSession } from "../host/kept-sessions";
import { isSessionItem } from "../views/sessions-tree";
import { pickLive } from "./pickers/live-pick";

const SEARCH_LIMIT = 50;
const TITLE_CHARS = 80;

export async function newSession({ hermes, chat, history }: HostContext): Promise<void> {
  await chat.reveal();
  history.close();
  await hermes.agent.newSession();
}

/** `item` is a row of the sessions tree; without it, the user picks a session. */
export async function resumeSession(host: HostContext, item?: unknown): Promise<void> {
  const id = isSessionItem(item) ? item.session.id : await pickSession(host, l10n.t("Resume a session"));
  if (id !== undefined) await openSession(host, id);
}

export async function searchSessions(host: HostContext, query = ""): Promise<void> {
  const words = { title: l10n.t("Search all sessions"), placeholder: l10n.t("Words or identifiers"), value: query };
  const chosen = await pickLive(words, async (text) =>
    text.trim() === "" ? [] : (await host.hermes.sessions.search(text, { limit: SEARCH_LIMIT })).map(toHitItem),
  );
  if (chosen === undefined) return;
  await openSession(host, chosen.hit.session);
  await showFound(host, chosen.hit.messageId);
}

/** Continues with another version of a message, and shows it where it stands. */
export async function showVersion(host: HostContext, session: SessionId, message: MessageId): Promise<void> {
  await host.hermes.agent.showVersion(session);
  revealMessage(host, message);
}

function revealMessage({ views, chatPage }: HostContext, message: MessageId): "shown" | "folded" {
  const row = views.presenter.findRow(message);
  if (row === undefined) return "folded";
  chatPage.post({ type: "reveal", rowId: row.rowId, index: row.index });
  return "shown";
}

/** In the chat if the message is still part of it, else in an editor: a compression may have folded it away. */
export async function showFound(host: HostContext, message: MessageId): Promise<void> {
  if (revealMessage(host, message) === "shown") return;
  const { hermes, documents } = host;
  const found = await hermes.sessions.findMessage(message);
  if (found) await documents.open("message.md", messageText(found.message));
}

/** `item` is a row of the sessions tree; without it, the open session is renamed. */
export async function renameSession(host: HostContext, item?: unknown): Promise<void> {
  const { hermes, refreshTrees } = host;
  const id = isSessionItem(item)
    ? item.session.id
    : (hermes.agent.session ?? (await pickSession(host, l10n.t("Rename a session"))));
  if (id === undefined) return;
  const { title } = await hermes.sessions.read(id);
  const wanted = (await window.showInputBox({ title: l10n.t("Rename session"), value: title }))?.trim();
  if (!wanted || wanted === title) return;
  await hermes.agent.rename(id, wanted);
  refreshTrees();
}

/** Moves a session to the trash; one click brings it back. */
export async function deleteSession(host: HostContext, item?: unknown): Promise<void> {
  const id = isSessionItem(item) ? item.session.id : await pickSession(host, l10n.t("Delete a session"));
  if (id === undefined) return;
  const { title, bringBack } = await trashSession(host, id);
  const undo = l10n.t("Undo");
  const moved = l10n.t('"{title}" was moved to the trash.', { title });
  if ((await window.showInformationMessage(moved, undo)) === undo) await bringBack();
}

interface TrashedSession {
  readonly title: string;
  bringBack(): Promise<void>;
}

export async function trashSession({ hermes, refreshTrees }: HostContext, id: SessionId): Promise<TrashedSession> {
  const { title } = await hermes.sessions.read(id);
  const open = hermes.agent.session;
  const isOpen = open !== undefined && (open === id || (await hermes.sessions.compressionTip(id)) === open);
  // A session cannot be deleted while the agent writes to it.
  if (isOpen) await hermes.agent.newSession();
  await hermes.sessions.remove(id);
  refreshTrees();
  return {
    title,
    async bringBack() {
      await hermes.sessions.restore(id);
      if (isOpen) await hermes.agent.resume(id);
      refreshTrees();
    },
  };
}

/** Branches and opens the branch. Works for a session of another window too: it is only read and continues there. */
export async function branchSession(host: HostContext, wanted = host.hermes.agent.session): Promise<void> {
  if (wanted === undefined) throw new Error(l10n.t("There is no session to branch yet."));
  await host.chat.reveal();
  await host.hermes.agent.branch(wanted);
}

/** `item` is a row of the sessions tree; without it, the open session is exported. */
export async function exportSession(host: HostContext, item?: unknown): Promise<void> {
  const { hermes, workspaceFolder } = host;
  const id = isSessionItem(item)
    ? item.session.id
    : (hermes.agent.session ?? (await pickSession(host, l10n.t("Export a session"))));
  if (id === undefined) return;
  // Before the file dialog: a question asked while that one gives the focus back would close again.
  const secrets = await pickSecrets();
  if (secrets === undefined) return;
  const session = await hermes.sessions.read(id);
  const defaultUri = Uri.joinPath(Uri.file(workspaceFolder), `${fileNameOf(session.title)}.md`);
  const target = await window.showSaveDialog({
    title: l10n.t("Export session"),
    filters: { Markdown: ["md"], JSON: ["json"] },
    defaultUri,
  });
  if (target === undefined) return;
  const exported = secrets === "redact" ? await redactSession(session) : session;
  const text = target.path.endsWith(".json") ? exportJson(exported) : exportMarkdown(exported);
  await workspace.fs.writeFile(target, Buffer.from(text));
}

/** An export leaves the user's hands, so removing secrets is the first choice. */
async function pickSecrets(): Promise<"redact" | "keep" | undefined> {
  const choices = [
    {
      label: l10n.t("Without secrets"),
      detail: l10n.t("Keys, passwords and tokens that Hermes recognizes are replaced by [REDACTED]."),
      secrets: "redact" as const,
    },
    {
      label: l10n.t("With everything"),
      detail: l10n.t("The file holds the conversation as it is, with any secrets in it."),
      secrets: "keep" as const,
    },
  ];
  return (await window.showQuickPick(choices, { title: l10n.t("Export session: secrets") }))?.secrets;
}

/** Imports an exported session or a transcript of another agent and opens it. */
export async function importSessionFile(host: HostContext): Promise<void> {
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t("Import a session"),
      filters: { [l10n.t("Sessions and transcripts")]: ["json", "jsonl"] },
    })) ?? [];
  if (file === undefined) return;
  const text = Buffer.from(await workspace.fs.readFile(file)).toString("utf8");
  const imported = importAnySession(text, () => crypto.randomUUID());
  await openSession(host, await storeSession(host, imported));
}

async function pickSession({ hermes }: HostContext, title: string): Promise<SessionId | undefined> {
  const tips = (await hermes.sessions.list())
    .filter(({ tip, messageCount, worksFor }) => tip && messageCount > 0 && worksFor === null)
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt);
  return (
    await window.showQuickPick(tips.map(toItem), {
      title,
      placeHolder: l10n.t("Titles, newest first"),
      matchOnDescription: true,
    })
  )?.id;
}

const toItem = ({ id, title, messageCount, lastUsedAt, endReason }: SessionLine) => ({
  id,
  label: title,
  description: say(counted(messageCount, "1 message", "{count} messages")),
  detail: [
    new Date(lastUsedAt).toLocaleString(),
    ...(endReason === "undone" ? [l10n.t("undone compression")] : []),
  ].join(" · "),
});

/** The author of the message that was found. */
function sayRole(role: SearchHit["role"]): string {
  const words: Readonly<Record<SearchHit["role"], string>> = {
    user: l10n.t("you"),
    assistant: "Hermes",
    tool: l10n.t("tool result"),
    summary: l10n.t("summary"),
  };
  return words[role];
}

const toHitItem = (hit: SearchHit) => ({ hit, label: hit.title, description: sayRole(hit.role), detail: hit.snippet });

const fileNameOf = (title: string) =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, TITLE_CHARS) || "session";
