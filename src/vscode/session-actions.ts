import { Uri, l10n, window, workspace } from "vscode";
import { exportJson, exportMarkdown, importSession, messageText, sessionId } from "../core/index";
import type { SessionId } from "../core/conversation/ids";
import type { SearchHit, SessionHeader, SessionLine } from "../core/sessions/session";
import { pickLive } from "./live-pick";
import type { Parts } from "./parts";
import { isSessionItem } from "./sessions-tree";

const SEARCH_LIMIT = 50;
const TITLE_CHARS = 80;

/** What people do with whole sessions. An action without an id asks for one. */
export function createSessionActions(parts: Parts) {
  const { hermes, chat } = parts;
  const resume = async (id: SessionId) => {
    await chat.reveal();
    await hermes.agent.resume(id);
  };
  return {
    resume,
    async newSession() {
      await chat.reveal();
      await hermes.agent.newSession();
    },
    async resumeSession(item?: unknown) {
      const id = isSessionItem(item) ? item.session.id : await pickSession(parts, l10n.t("Resume a session"));
      if (id !== undefined) await resume(id);
    },
    async searchSessions(query = "") {
      const words = { title: l10n.t("Search all sessions"), placeholder: l10n.t("Words or identifiers"), value: query };
      const hit = (
        await pickLive(words, async (text) =>
          text.trim() === "" ? [] : (await hermes.sessions.search(text, { limit: SEARCH_LIMIT })).map(toHitItem),
        )
      )?.hit;
      if (hit) await resume(hit.session).then(() => showHit(parts, hit));
    },
    async renameSession(item?: unknown) {
      const id = isSessionItem(item)
        ? item.session.id
        : (hermes.agent.session ?? (await pickSession(parts, l10n.t("Rename a session"))));
      if (id === undefined) return;
      const { title } = await hermes.sessions.read(id);
      const wanted = (await window.showInputBox({ title: l10n.t("Rename session"), value: title }))?.trim();
      if (!wanted || wanted === title) return;
      await hermes.sessions.rename(id, wanted);
      parts.refreshTrees();
    },
    async deleteSession(item?: unknown) {
      const id = isSessionItem(item) ? item.session.id : await pickSession(parts, l10n.t("Delete a session"));
      if (id !== undefined) await deleteSession(parts, id);
    },
    branchSession: (from?: SessionId) => branchSession(parts, from ?? hermes.agent.session).then(resume),
    exportSession: (item?: unknown) => exportSession(parts, isSessionItem(item) ? item.session.id : undefined),
    async importSession() {
      const id = await importFile(parts);
      if (id !== undefined) await resume(id);
    },
  };
}

async function pickSession({ hermes }: Parts, title: string): Promise<SessionId | undefined> {
  const tips = (await hermes.sessions.list())
    .filter(({ tip, messageCount }) => tip && messageCount > 0)
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt);
  return (
    await window.showQuickPick(tips.map(toItem), {
      title,
      placeHolder: l10n.t("Title, newest first"),
      matchOnDescription: true,
    })
  )?.id;
}

/** In the chat where the message is still part of it, else in an editor: a compression may have folded it away. */
async function showHit({ hermes, stage, chatPage, documents }: Parts, { messageId }: SearchHit): Promise<void> {
  const row = stage.presenter.findRow(messageId);
  if (row) return chatPage.say({ type: "reveal", rowId: row.rowId, index: row.index });
  const found = await hermes.sessions.findMessage(messageId);
  if (found) await documents.open("message.md", messageText(found.message));
}

/** To the trash, from where one click brings it back. */
async function deleteSession({ hermes, refreshTrees }: Parts, id: SessionId): Promise<void> {
  const { title } = await hermes.sessions.read(id);
  const { session } = hermes.agent;
  const isInHand = session !== undefined && (session === id || (await hermes.sessions.compressionTip(id)) === session);
  // The session in hand cannot go while it is written to.
  if (isInHand) await hermes.agent.newSession();
  await hermes.sessions.remove(id);
  refreshTrees();
  const bringBack = l10n.t("Undo");
  if ((await window.showInformationMessage(l10n.t('"{0}" is in the trash.', title), bringBack)) !== bringBack) return;
  await hermes.sessions.restore(id);
  if (isInHand) await hermes.agent.resume(id);
  refreshTrees();
}

/** Also of a session that another window writes: it is only read, and goes on there. */
async function branchSession({ hermes, workspaceFolder }: Parts, wanted: SessionId | undefined): Promise<SessionId> {
  const from = wanted && (await hermes.sessions.compressionTip(wanted));
  if (from === undefined) throw new Error(l10n.t("There is no session to branch yet."));
  const { header, title, messages } = await hermes.sessions.read(from);
  const last = messages.at(-1);
  if (!last) throw new Error(l10n.t("There is nothing to branch yet: the session is empty."));
  const branch: SessionHeader = {
    ...header,
    id: sessionId(crypto.randomUUID()),
    parentId: from,
    relation: "branch",
    startedAt: Date.now(),
    title: `${title} (branch)`,
    workspace: workspaceFolder,
  };
  await (await hermes.sessions.branch(from, last.id, branch)).release();
  return branch.id;
}

async function exportSession(parts: Parts, wanted: SessionId | undefined): Promise<void> {
  const id = wanted ?? parts.hermes.agent.session ?? (await pickSession(parts, l10n.t("Export a session")));
  if (id === undefined) return;
  const session = await parts.hermes.sessions.read(id);
  const defaultUri = Uri.joinPath(Uri.file(parts.workspaceFolder), `${fileNameOf(session.title)}.md`);
  const target = await window.showSaveDialog({
    title: l10n.t("Export session"),
    filters: { Markdown: ["md"], JSON: ["json"] },
    defaultUri,
  });
  if (target)
    await workspace.fs.writeFile(
      target,
      Buffer.from(target.path.endsWith(".json") ? exportJson(session) : exportMarkdown(session)),
    );
}

async function importFile({ hermes, settings, workspaceFolder }: Parts): Promise<SessionId | undefined> {
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t("Import a session"),
      filters: { [l10n.t("Sessions and transcripts")]: ["json", "jsonl"] },
    })) ?? [];
  if (!file) return undefined;
  const { title, messages } = importSession(Buffer.from(await workspace.fs.readFile(file)).toString("utf8"), () =>
    crypto.randomUUID(),
  );
  const header: SessionHeader = {
    id: sessionId(crypto.randomUUID()),
    parentId: null,
    relation: "root",
    startedAt: Date.now(),
    title,
    workspace: workspaceFolder,
    systemPrompt: await hermes.systemPrompt(),
    engine: settings.current.context.engine,
  };
  await (await hermes.sessions.create(header, messages)).release();
  return header.id;
}

const toItem = ({ id, title, messageCount, lastUsedAt }: SessionLine) => ({
  id,
  label: title,
  description: l10n.t("{0} messages", messageCount),
  detail: new Date(lastUsedAt).toLocaleString(),
});

/** Who said what was found. */
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
