import type { Memento } from "vscode";
import { l10n, window } from "vscode";
import { counted } from "../../core/base/sentence";
import type { SessionId } from "../../core/conversation/ids";
import { sessionId } from "../../core/host";
import { messageText } from "../../core/index";
import type { SessionHeader } from "../../core/sessions/lineage/session";
import { changedMessages, conversationText } from "../../presenter/words/conversation-text";
import { readTexts } from "../base/kept-state";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { pickLive } from "./pickers/live-pick";

/** VS Code compares changed regions letter by letter and gives up after 5 s; this many take it well under one. */
const WHOLE_DIFF_CHARS = 30_000;
/** A line of a minified file would fill the composer. */
const LINE_CHARS = 400;

export async function compress(host: HostContext, focusTopic = ""): Promise<void> {
  openSessionOf(host);
  await host.chat.reveal();
  if (host.hermes.agent.busy) showThatItWaits();
  await host.hermes.agent.compress(focusTopic === "" ? {} : { focusTopic });
}

/** What runs may take minutes, and nothing else would show that the command was heard. */
function showThatItWaits(): void {
  window.showInformationMessage(
    l10n.t("The context is compressed as soon as the running turn has ended. Stop the turn to compress it now."),
  );
}

/** Without a topic, the user is asked for one. */
export async function compressWithFocus(host: HostContext, topic?: unknown): Promise<void> {
  openSessionOf(host);
  const focus = typeof topic === "string" ? topic.trim() : await askFocus(host.context.workspaceState);
  if (focus !== undefined) await compress(host, focus);
}

/** `id` is the session a compression made; by default the newest one. Undoes later compressions with it. */
export async function undoCompression(host: HostContext, id?: unknown): Promise<void> {
  const { hermes } = host;
  const undone = await continuationsSince(host, typeof id === "string" ? sessionId(id) : openSessionOf(host));
  const later = await Promise.all(undone.map((one) => hermes.sessions.laterTurns(one)));
  const how = await askLaterTurns(later.flat().length);
  for (const _ of how === undefined ? [] : undone) await hermes.agent.undoCompression(how);
}

/** `id` is the session a compression made; by default the newest one. */
export async function diffCompression(host: HostContext, id?: unknown): Promise<void> {
  const { documents, hermes } = host;
  const child = await hermes.sessions.read(typeof id === "string" ? sessionId(id) : openSessionOf(host));
  const { parentId, relation } = child.header;
  if (parentId === null || relation !== "continuation")
    throw new Error(l10n.t("This session has not been compressed yet."));
  const later = await hermes.sessions.laterTurns(child.header.id);
  const parent = await hermes.sessions.read(parentId);
  const seed = child.messages.slice(0, child.messages.length - later.length);
  const title = l10n.t("{title}: before ↔ after compression", { title: child.title });
  const changes = changedMessages(parent.messages, seed, say);
  const chars = changes.reduce((sum, { before = "", after = "" }) => sum + before.length + after.length, 0);
  if (chars > WHOLE_DIFF_CHARS)
    return documents.compareAll(
      title,
      changes.map((change) => ({ ...change, name: `${change.title}.md` })),
    );
  await documents.compare(
    title,
    { name: `${l10n.t("before")}.md`, text: conversationText(parent.messages, say) },
    { name: `${l10n.t("after")}.md`, text: conversationText(seed, say) },
  );
}

/** Puts the newest line that named the lost item before the compression into the composer. */
export async function putBackLost({ hermes, chatPage }: HostContext, id: string, item: string): Promise<void> {
  const { header } = await hermes.sessions.read(sessionId(id));
  const before = header.parentId === null ? [] : (await hermes.sessions.read(header.parentId)).messages;
  const line =
    before.flatMap((message) => messageText(message).split("\n")).findLast((one) => one.includes(item)) ?? item;
  chatPage.post({
    type: "compose",
    text: `${l10n.t("From before the compression: {line}", { line: line.trim().slice(0, LINE_CHARS) })}\n`,
    how: "append",
  });
}

export async function openSummary({ hermes, documents }: HostContext, id: string): Promise<void> {
  const { messages, title } = await hermes.sessions.read(sessionId(id));
  const summary = messages.find(({ role }) => role === "summary");
  if (!summary) throw new Error(l10n.t("This session has no summary."));
  await documents.open(`${l10n.t("Summary of {title}", { title })}.md`, messageText(summary));
}

function openSessionOf({ hermes }: HostContext): SessionId {
  const id = hermes.agent.session;
  if (id === undefined) throw new Error(l10n.t("There is no conversation to compress yet."));
  return id;
}

/** The sessions that compressions made, from the open one back to the wanted one. */
async function continuationsSince(host: HostContext, wanted: SessionId): Promise<readonly SessionId[]> {
  const { sessions } = host.hermes;
  const tip = openSessionOf(host);
  const found: SessionId[] = [];
  for (let id: SessionId | null = tip; id !== null; ) {
    const { header }: Awaited<ReturnType<typeof sessions.read>> = await sessions.read(id);
    if (header.relation !== "continuation") break;
    await refuseUndone(host, header, tip);
    found.push(id);
    if (id === wanted) return found;
    id = header.parentId;
  }
  throw new Error(
    wanted === tip
      ? l10n.t("There is no compression to undo in this session.")
      : l10n.t("This compression is not part of the open session."),
  );
}

/** The copy that an undo left behind continues nothing: the full conversation is a session of its own. */
async function refuseUndone(
  { hermes: { sessions } }: HostContext,
  { parentId }: SessionHeader,
  tip: SessionId,
): Promise<void> {
  const original = parentId === null ? tip : await sessions.compressionTip(parentId);
  if (original === tip) return;
  const { title } = await sessions.read(original);
  throw new Error(
    l10n.t('This compression was undone before. The full conversation is the session "{title}".', { title }),
  );
}

/** Nothing is lost either way: messages after a compression stay in a branch. Undefined: change nothing. */
async function askLaterTurns(count: number): Promise<"leave" | "replay" | undefined> {
  if (count === 0) return "leave";
  const keep = counted(count, "Keep the message sent since then", "Keep the {count} messages sent since then");
  const choices = [
    {
      how: "replay",
      label: `$(debug-continue) ${say(keep)}`,
      detail: l10n.t("They are appended to the full conversation, word for word."),
    },
    {
      how: "leave",
      label: `$(repo-forked) ${l10n.t("Move them to a branch")}`,
      detail: l10n.t("The conversation returns to its state before the compression."),
    },
  ] as const;
  return (
    await window.showQuickPick(choices, {
      title: l10n.t("Undo compression"),
      placeHolder: l10n.t("What should happen to the messages sent since then?"),
    })
  )?.how;
}

const RECENT_TOPICS = "hermes.recentTopics";
const KEPT_TOPICS = 10;

/** A new topic or a recent one; empty for a compression without focus, undefined if the user cancels. */
async function askFocus(state: Memento): Promise<string | undefined> {
  const recent = readTexts(state, RECENT_TOPICS);
  const known = (typed: string) =>
    recent.filter((topic) => topic !== typed).map((topic) => ({ topic, label: topic, description: l10n.t("recent") }));
  const offer = (typed: string) => [
    typed === ""
      ? { topic: "", label: `$(fold) ${l10n.t("No focus")}`, description: l10n.t("all topics treated equally") }
      : { topic: typed, label: typed, description: "" },
    ...known(typed),
  ];
  const words = {
    title: l10n.t("Compress context with focus"),
    placeholder: l10n.t("Topic to keep in full detail, for example: the failing discount test"),
  };
  const topic = (await pickLive(words, (typed) => Promise.resolve(offer(typed.trim()))))?.topic;
  if (topic) await state.update(RECENT_TOPICS, [topic, ...recent.filter((one) => one !== topic)].slice(0, KEPT_TOPICS));
  return topic;
}
