import { l10n, window } from "vscode";
import type { Memento } from "vscode";
import { messageText, sessionId } from "../core/index";
import type { SessionId } from "../core/conversation/ids";
import type { Hermes } from "../core/agent/compose";
import { changedMessages, conversationText } from "../presenter/conversation-text";
import { pickLive } from "./live-pick";
import type { Parts } from "./parts";

/** VS Code compares changed regions letter by letter and gives up after 5 s; this much takes it well under one. */
const WHOLE_DIFF_CHARS = 30_000;
/** A line of a minified file would fill the composer. */
const LINE_CHARS = 400;

/** What people do about compressions: make one, compare, take it back. */
export function createCompressionActions({ hermes, chat, chatPage, documents, context }: Parts) {
  const current = (): SessionId => {
    const id = hermes.agent.session;
    if (id === undefined) throw new Error(l10n.t("There is no conversation to compress yet."));
    return id;
  };

  const compress = async (focusTopic?: string) => {
    current();
    await chat.reveal();
    await hermes.agent.compress(focusTopic === undefined || focusTopic === "" ? {} : { focusTopic });
  };

  return {
    compress,
    async compressWithFocus(topic?: unknown) {
      current();
      const focus = typeof topic === "string" ? topic.trim() : await askFocus(context.workspaceState);
      if (focus !== undefined) await compress(focus);
    },
    /** No model call: offered where one failed. */
    compressByRecord: () => hermes.agent.compress({ summary: "deterministic" }),
    /** `id` names the session a compression made; without it the newest is meant. Compressions made after it are taken back with it. */
    async undoCompression(id?: unknown) {
      const undone = await continuationsSince(hermes, current(), typeof id === "string" ? sessionId(id) : current());
      const later = await Promise.all(undone.map((one) => hermes.sessions.laterTurns(one)));
      const how = await askLaterTurns(later.flat().length);
      for (const _ of how === undefined ? [] : undone) await hermes.agent.undoCompression(how);
    },
    /** `id` names the session a compression made; without it the newest is meant. */
    async diffCompression(id?: unknown) {
      const child = await hermes.sessions.read(typeof id === "string" ? sessionId(id) : current());
      const { parentId, relation } = child.header;
      if (parentId === null || relation !== "continuation")
        throw new Error(l10n.t("This session has not been compressed yet."));
      const later = await hermes.sessions.laterTurns(child.header.id);
      const parent = await hermes.sessions.read(parentId);
      const seed = child.messages.slice(0, child.messages.length - later.length);
      const title = l10n.t("{0}: before ↔ after compression", child.title);
      const changes = changedMessages(parent.messages, seed, l10n.t);
      const chars = changes.reduce((sum, { before = "", after = "" }) => sum + before.length + after.length, 0);
      if (chars > WHOLE_DIFF_CHARS)
        return documents.compareAll(
          title,
          changes.map((change) => ({ ...change, name: `${change.title}.md` })),
        );
      await documents.compare(
        title,
        { name: `${l10n.t("before")}.md`, text: conversationText(parent.messages, l10n.t) },
        { name: `${l10n.t("after")}.md`, text: conversationText(seed, l10n.t) },
      );
    },
    /** The newest line that named it before the compression, into the next message of the person. */
    async putBackLost(id: string, item: string) {
      const { header } = await hermes.sessions.read(sessionId(id));
      const before = header.parentId === null ? [] : (await hermes.sessions.read(header.parentId)).messages;
      const line =
        before.flatMap((message) => messageText(message).split("\n")).findLast((one) => one.includes(item)) ?? item;
      chatPage.say({
        type: "compose",
        text: `${l10n.t("From before the compression: {0}", line.trim().slice(0, LINE_CHARS))}\n`,
        how: "append",
      });
    },
    async openSummary(id: string) {
      const { messages, title } = await hermes.sessions.read(sessionId(id));
      const summary = messages.find(({ role }) => role === "summary");
      if (!summary) throw new Error(l10n.t("This session holds no summary."));
      await documents.open(`${l10n.t("Summary of {0}", title)}.md`, messageText(summary));
    },
  };
}

/** The sessions that compressions made, from the tip back to the one asked for. */
async function continuationsSince(
  { sessions }: Hermes,
  tip: SessionId,
  wanted: SessionId,
): Promise<readonly SessionId[]> {
  const found: SessionId[] = [];
  for (let id: SessionId | null = tip; id !== null; ) {
    const { header }: Awaited<ReturnType<typeof sessions.read>> = await sessions.read(id);
    if (header.relation !== "continuation") break;
    found.push(id);
    if (id === wanted) return found;
    id = header.parentId;
  }
  throw new Error(
    wanted === tip
      ? l10n.t("There is no compression to undo in this session.")
      : l10n.t("This compression is not part of the session that is open."),
  );
}

/** Nothing is lost either way: what came after a compression stays as a branch. Undefined: leave it all as it is. */
async function askLaterTurns(count: number): Promise<"leave" | "replay" | undefined> {
  if (count === 0) return "leave";
  const choices = [
    {
      how: "replay",
      label: `$(debug-continue) ${l10n.t("Keep the {0} messages said since", count)}`,
      detail: l10n.t("They follow the full conversation word for word."),
    },
    {
      how: "leave",
      label: `$(repo-forked) ${l10n.t("Leave them in a branch")}`,
      detail: l10n.t("The conversation goes back to the moment before the compression."),
    },
  ] as const;
  return (
    await window.showQuickPick(choices, {
      title: l10n.t("Undo compression"),
      placeHolder: l10n.t("What becomes of what was said since?"),
    })
  )?.how;
}

const RECENT_TOPICS = "hermes.recentTopics";
const KEPT_TOPICS = 10;

/** What is typed, or a topic that was typed before; empty for a compression without focus. */
async function askFocus(state: Memento): Promise<string | undefined> {
  const recent = state.get<readonly string[]>(RECENT_TOPICS, []);
  const known = (typed: string) =>
    recent.filter((topic) => topic !== typed).map((topic) => ({ topic, label: topic, description: l10n.t("recent") }));
  const offer = (typed: string) => [
    typed === ""
      ? { topic: "", label: `$(fold) ${l10n.t("No focus")}`, description: l10n.t("everything alike") }
      : { topic: typed, label: typed, description: "" },
    ...known(typed),
  ];
  const words = {
    title: l10n.t("Compress context with focus"),
    placeholder: l10n.t("What must stay in full detail? For example: the failing discount test"),
  };
  const topic = (await pickLive(words, (typed) => Promise.resolve(offer(typed.trim()))))?.topic;
  if (topic) await state.update(RECENT_TOPICS, [topic, ...recent.filter((one) => one !== topic)].slice(0, KEPT_TOPICS));
  return topic;
}
