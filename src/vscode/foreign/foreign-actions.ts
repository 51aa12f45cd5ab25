import { commands, env, l10n, ProgressLocation, window } from "vscode";
import type { ForeignCompaction, ForeignFile, ForeignSession } from "../../core/foreign/session";
import { asRecorded, checkCompaction, estimateMessagesTokens, foreignModel } from "../../core/host";
import { agentName } from "../../presenter/foreign/agent-names";
import { describeCheck } from "../../presenter/foreign/compaction-words";
import type { ForeignView } from "../../presenter/foreign/events";
import { describeUnknown } from "../../presenter/foreign/unknown-words";
import { changedMessages, conversationText } from "../../presenter/words/conversation-text";
import type { ViewMessage } from "../../protocol/messages";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { openSession, storeSession } from "../host/kept-sessions";
import { isForeignItem } from "../views/foreign-items";
import { continuedMessages, pickContinuedPart } from "./continue-picker";
import { openForeignRequest } from "./foreign-request";

/** Beyond this the whole texts take too long to compare; single messages are compared instead. */
const WHOLE_DIFF_CHARS = 400_000;

/** The question that has to be answered before anything of another agent is read. */
export async function findForeignSessions({ foreign, refreshTrees }: HostContext): Promise<void> {
  const look = l10n.t("Look");
  const never = l10n.t("Do Not Look");
  const answer = await window.showInformationMessage(
    l10n.t("Look for sessions of other agents?"),
    {
      modal: true,
      detail: l10n.t(
        "Hermes reads the session files of other agents on this computer. They are never changed, and nothing is sent.",
      ),
    },
    look,
    never,
  );
  if (answer === undefined) return;
  await foreign.sessions.answer(answer === look ? "given" : "refused");
  refreshTrees();
}

/** Reads a session with a progress note that can stop it. */
export async function readWithProgress({ foreign }: HostContext, file: ForeignFile): Promise<ForeignSession> {
  return window.withProgress(
    {
      location: ProgressLocation.Window,
      title: l10n.t("Reading the session of {agent}…", { agent: agentName(file.agent) }),
    },
    () => foreign.sessions.read(file, new AbortController().signal),
  );
}

export const viewOf = (session: ForeignSession): ForeignView => ({
  session,
  modelOf: foreignModel,
  checks: session.compactions.map((compaction) => checkCompaction(session, compaction)),
});

/** The transcript; `item` is a row of the sessions tree. */
export async function openForeignSession(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file === undefined) return;
  host.foreign.panels.open(viewOf(await readWithProgress(host, file)), "chat");
}

export async function inspectForeignSession(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file === undefined) return;
  const session = await readWithProgress(host, file);
  host.foreign.panels.open(viewOf(session), "inspector");
  // The transcript says it in a row of its own.
  for (const text of describeUnknown(session)) void window.showInformationMessage(say(text));
}

/** Before and after a compaction of another agent, in the diff editor, with what it lost in the title. */
export async function diffForeignCompaction(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file === undefined) return;
  const session = await readWithProgress(host, file);
  const chosen = await pickCompaction(session);
  if (chosen !== undefined) await showCompaction(host, session, chosen);
}

async function showCompaction(
  { documents }: HostContext,
  session: ForeignSession,
  compaction: ForeignCompaction,
): Promise<void> {
  const check = describeCheck(checkCompaction(session, compaction), say);
  const title = l10n.t("{agent}: before ↔ after compaction ({check})", { agent: agentName(session.agent), check });
  const [seenBefore, seenAfter] = [asRecorded(compaction.before), asRecorded(compaction.after)];
  const [before, after] = [seenBefore, seenAfter].map((messages) => conversationText(messages, say));
  if ((before ?? "").length + (after ?? "").length > WHOLE_DIFF_CHARS)
    return documents.compareAll(
      title,
      changedMessages(seenBefore, seenAfter, say).map((change) => ({
        ...change,
        name: `${change.title}.md`,
      })),
    );
  await documents.compare(
    title,
    { name: `${l10n.t("before")}.md`, text: before ?? "" },
    { name: `${l10n.t("after")}.md`, text: after ?? "" },
  );
}

async function pickCompaction(session: ForeignSession): Promise<ForeignCompaction | undefined> {
  if (session.compactions.length === 0) throw new Error(l10n.t("This session has not been compacted yet."));
  if (session.compactions.length === 1) return session.compactions[0];
  const items = session.compactions.map((compaction, index) => ({
    label: l10n.t("Compaction {number}", { number: index + 1 }),
    description: new Date(compaction.at).toLocaleString(),
    detail: describeCheck(checkCompaction(session, compaction), say),
    compaction,
  }));
  return (await window.showQuickPick(items, { title: l10n.t("Compare a compaction") }))?.compaction;
}

/** Turns a foreign session into one of ours, and offers to compress it where it does not fit. */
export async function continueForeignSession(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file === undefined) return;
  const session = await readWithProgress(host, file);
  const part = await pickContinuedPart(session);
  if (part === undefined) return;
  const messages = continuedMessages(session, part);
  const id = await storeSession(host, { title: session.title, messages });
  await openSession(host, id);
  const threshold = host.views.presenter.inspector().context.gauge.thresholdTokens;
  if (threshold === 0 || estimateMessagesTokens(messages) < threshold) return;
  const preview = l10n.t("Preview Compression");
  const answer = await window.showInformationMessage(
    l10n.t("This session is larger than the threshold of the selected model. Compress it before you continue."),
    preview,
  );
  if (answer === preview) await commands.executeCommand("hermes.previewCompression");
}

/** Shows in the status bar how full the window of this session is, while its agent works. */
export async function followForeignSession(host: HostContext, item?: unknown): Promise<void> {
  const file = await fileOf(host, item);
  if (file !== undefined) host.foreign.meter.follow(file);
}

/** Messages of the pages of foreign sessions: only those that show something. */
export async function receiveFromForeign(host: HostContext, view: ForeignView, message: ViewMessage): Promise<void> {
  if (message.type === "diff-compression") {
    const index = Number(message.id.split(":").at(-1));
    const compaction = view.session.compactions[index];
    if (compaction !== undefined) await showCompaction(host, view.session, compaction);
  }
  if (message.type === "open-request") await openForeignRequest(host, view.session, message.requestId);
  if (message.type === "copy") await env.clipboard.writeText(message.text);
  const wanted =
    message.type === "open-message" ? message.messageId : message.type === "open-summary" ? message.id : undefined;
  const found = view.session.messages.find(
    ({ id, role }) => id === wanted || (wanted !== undefined && role === "summary"),
  );
  if (found !== undefined) await host.documents.open("message.md", conversationText(asRecorded([found]), say));
}

/** The session of a tree row, or one that the user picks. */
export async function fileOf({ foreign }: HostContext, item: unknown): Promise<ForeignFile | undefined> {
  if (isForeignItem(item)) return item.entry.file;
  const { signal } = new AbortController();
  const entries = (
    await Promise.all(foreign.sessions.agents.map((agent) => foreign.sessions.list(agent, signal)))
  ).flat();
  const items = entries
    .toSorted((a, b) => b.file.modifiedAt - a.file.modifiedAt)
    .map(({ file, title, workspace }) => ({
      label: title,
      description: agentName(file.agent),
      detail: workspace,
      file,
    }));
  const title = l10n.t("Sessions of other agents");
  return (await window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.file;
}
