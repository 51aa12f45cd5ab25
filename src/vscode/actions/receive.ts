import { l10n } from "vscode";
import type { NoticeAction } from "../../core/agent/events";
import { callId, messageId, sessionId } from "../../core/host";
import type { SlashCommand, ViewMessage } from "../../protocol/messages";
import { attach, offerMentions } from "../attachments/add-to-chat";
import { imageTokens, resendMessage, sendMessage, takeFromQueue } from "../attachments/send";
import { applyCode } from "../editing/apply-code";
import { findForeignSessions } from "../foreign/foreign-actions";
import type { HostContext } from "../host/host-context";
import { openSession } from "../host/kept-sessions";
import { mendWorkspaceState, showWorkspaceState } from "../host/window-state";
import { showKnowledge } from "../views/known-view";
import { compress, compressWithFocus, diffCompression, openSummary, putBackLost, undoCompression } from "./compression";
import { copy, insertCode, openFile, openLink, openSettings, openWalkthrough, showEdit } from "./editor";
import { deletePast, openPast, renamePast, showHistory } from "./history-actions";
import { offerLesson, takeLesson } from "./lesson/lesson";
import { compareSummary, openLineage } from "./lineage";
import { expandNode, openMessage, openRequest, openResult } from "./messages";
import { selectModel, setApiKey, showUsage } from "./models";
import { openOutput } from "./outputs";
import { openDelegate, steerDelegate } from "./pickers/delegates";
import { selectEngine } from "./pickers/engine-picker";
import { pinLines, pinMessage, pinText } from "./pickers/pin-picker";
import { restore } from "./pickers/restore-picker";
import { showSkills } from "./pickers/skill-picker";
import { keepChanges, showChanges, undoChanges, undoEdit, undoHunk, undoTurn } from "./review/changes";
import { openPlan, setControls, startPlan } from "./review/plans";
import {
  branchSession,
  exportSession,
  importSessionFile,
  newSession,
  resumeSession,
  searchSessions,
  showVersion,
} from "./sessions";

/** Runs the action that a message of a page asks for. */
export async function receive(host: HostContext, message: ViewMessage): Promise<void> {
  // The table has an entry for exactly this type; TypeScript cannot see that through the index.
  const act = MESSAGES[message.type] as (host: HostContext, message: ViewMessage) => unknown;
  await act(host, message);
}

/** `Extract` would miss messages that share one shape under several types. */
type Matching<Message, Type> = Message extends { readonly type: infer Own }
  ? Type extends Own
    ? Message
    : never
  : never;
type MessageOf<Type extends ViewMessage["type"]> = Matching<ViewMessage, Type>;
type MessageTable = {
  readonly [Type in ViewMessage["type"]]: (host: HostContext, message: MessageOf<Type>) => unknown;
};

const MESSAGES: MessageTable = {
  ready: async (host, { view }) => {
    if (view === "inspector") showKnowledge(host, host.hermes);
    if (view !== "chat") return;
    showWorkspaceState(host);
    await host.sessionRestorer.restore();
    await offerLesson(host);
  },
  // The channel of the page answers these two by itself.
  resync: () => undefined,
  "rows-before": () => undefined,
  send: (host, message) => sendMessage(host, message),
  resend: (host, message) => resendMessage(host, messageId(message.messageId), message.text),
  "show-version": (host, message) => showVersion(host, sessionId(message.session), messageId(message.messageId)),
  stop: ({ hermes }) => hermes.agent.stop(),
  "mend-workspace": (_, { state }) => mendWorkspaceState(state),
  "retry-now": ({ hermes }) => hermes.agent.retryNow(),
  "send-queued": ({ hermes }) => hermes.agent.schedule.sendQueued(),
  unqueue: (host, { id, purpose }) => takeFromQueue(host, id, purpose),
  "move-queued": ({ hermes }, { id, index }) => hermes.agent.schedule.queue.move(id, index),
  "deliver-queued": ({ hermes }, { id, when }) => hermes.agent.schedule.deliver(id, when),
  slash: (host, { command, argument }) => SLASH_COMMANDS[command](host, argument.trim()),
  act: (host, { action }) => NOTICE_ACTIONS[action](host),
  "answer-approval": ({ questions }, message) => questions.answer(callId(message.callId), message.answer),
  restore: (host, message) => restore(host, { kind: "message", id: messageId(message.messageId), what: message.what }),
  "undo-restore": (host, message) => restore(host, { kind: "restore", id: messageId(message.restoreId) }),

  pin: (host, message) => pinMessage(host, messageId(message.messageId)),
  "pin-lines": (host, message) => pinLines(host, messageId(message.messageId)),
  "remove-pin": ({ hermes }, { name }) => hermes.agent.unpin({ kind: "named", name }),
  unpin: ({ hermes }, message) => hermes.agent.unpin(messageId(message.messageId)),
  "pin-lost": (host, { item }) => pinText(host, item),
  evict: ({ hermes }, message) => hermes.agent.evict(messageId(message.messageId)),
  "put-back": ({ hermes }, message) => hermes.agent.putBack(messageId(message.messageId)),
  "put-back-lost": (host, { id, item }) => putBackLost(host, id, item),

  "diff-compression": (host, { id }) => diffCompression(host, id),
  "undo-compression": (host, { id }) => undoCompression(host, id),
  preview: ({ preview }, { focusTopic, range }) =>
    preview.open({
      ...(focusTopic !== null && { focusTopic }),
      ...(range !== null && { range: { ...range, messageId: messageId(range.messageId) } }),
    }),
  "draft-preview": ({ preview }) => preview.draftSummary(),
  "apply-preview": ({ preview }, { summary }) => preview.apply(summary),
  "leave-preview": ({ preview }) => preview.close(),

  "open-output": (host, message) => openResult(host, message.callId),
  "open-spill": (host, { spill }) => openOutput(host, spill),
  "open-message": (host, message) => openMessage(host, message.messageId),
  "open-request": (host, message) => openRequest(host, message.requestId),
  "open-summary": (host, { id }) => openSummary(host, id),
  "compare-summary": (host, { id }) => compareSummary(host, id),
  "open-lineage": (host, { id }) => openLineage(host, id),
  "expand-node": (host, { id }) => expandNode(host, id),
  "open-inspector": ({ inspector }, { section }) => inspector.reveal(section ?? undefined),
  "show-usage": (host, { days }) => showUsage(host, days),

  "show-history": ({ history }, { query }) => history.list(query),
  "close-history": ({ history }) => history.close(),
  "open-past": (host, message) => openPast(host, message.id, message.messageId),
  "rename-past": (host, { id, title }) => renamePast(host, id, title),
  "delete-past": (host, { id }) => deletePast(host, id),
  "undelete-past": ({ history }) => history.undoDelete(),
  "find-others": (host) => findForeignSessions(host),

  "find-mentions": (host, { query }) => offerMentions(host, query),
  attach: (host, { id, mention }) => attach(host, id, mention),
  detach: ({ attachments }, { id }) => attachments.drop(id),
  "price-image": ({ chatPage }) => chatPage.post({ type: "image-price", tokens: imageTokens() }),
  "show-edit": (host, message) => showEdit(host, message.callId),
  "undo-edit": (host, message) => undoEdit(host, message.callId),
  "show-changes": (host, { path }) => showChanges(host, path),
  "keep-changes": (host, { path }) => keepChanges(host, path),
  "undo-changes": (host, { path }) => undoChanges(host, path),
  "undo-hunk": (host, { path, hunk }) => undoHunk(host, path, hunk),
  "set-controls": (host, { controls }) => setControls(host, controls),
  "undo-turn": (host, message) => undoTurn(host, message.messageId),
  "open-link": (_, { href }) => openLink(href),
  "open-file": (_, { path, line }) => openFile(path, line),
  copy: (_, { text }) => copy(text),
  "insert-code": (_, { text }) => insertCode(text),
  "apply-code": ({ proposals }, { text, info }) => applyCode(proposals, { text, info }),
  "select-model": (host) => selectModel(host),
  "reset-windows": (host) => host.hermes.forgetLearnedWindows(),
  "add-key": (host) => setApiKey(host),
  "open-delegate": (host, { session }) => openDelegate(host, session),
  "stop-delegate": ({ hermes }, { session }) => hermes.delegates.stop(sessionId(session)),
  "steer-delegate": (host, { session }) => steerDelegate(host, session),
  "answer-memory": ({ hermes }, { answer }) => hermes.answerMemory(answer),
  "open-settings": (_, { query }) => openSettings(query),
  "open-walkthrough": () => openWalkthrough(),
  lesson: (host, { action }) => takeLesson(host, action),
};

/** Typed into the composer; the argument is trimmed and may be empty. */
const SLASH_COMMANDS: Readonly<Record<SlashCommand, (host: HostContext, argument: string) => unknown>> = {
  compress: (host, topic) => compress(host, topic),
  preview: ({ preview }, topic) => preview.open(topic === "" ? {} : { focusTopic: topic }),
  undo: (host) => undoCompression(host),
  new: (host) => newSession(host),
  history: (host, query) => showHistory(host, query),
  resume: (host) => resumeSession(host),
  search: (host, query) => searchSessions(host, query),
  branch: (host) => branchSession(host),
  inspector: ({ inspector }) => inspector.reveal(),
  usage: (host) => showUsage(host),
  insights: (host) => showUsage(host),
  model: (host) => selectModel(host),
  export: (host) => exportSession(host),
  import: (host) => importSessionFile(host),
  help: () => openWalkthrough(),
  pin: (host, text) => pinText(host, text),
  skills: (host) => showSkills(host),
};

/** Buttons of notices in the chat. */
const NOTICE_ACTIONS: Readonly<Record<NoticeAction, (host: HostContext) => unknown>> = {
  "compress-and-retry": async (host) => {
    await compress(host);
    await continueReply(host);
  },
  "compress-with-focus": (host) => compressWithFocus(host),
  "new-session": (host) => newSession(host),
  "larger-model": (host) => selectModel(host),
  "evict-largest": ({ inspector }) => inspector.reveal("context"),
  "add-key": (host) => setApiKey(host),
  continue: (host) => continueReply(host),
  retry: (host) => continueReply(host),
  "open-settings": () => openSettings("hermes"),
  "retry-compression": ({ hermes }) => hermes.agent.retryCompression("model"),
  "deterministic-summary": ({ hermes }) => hermes.agent.retryCompression("deterministic"),
  "open-last-session": (host) => openSession(host, host.sessionRestorer.sessionElsewhere()),
  "branch-last-session": (host) => branchSession(host, host.sessionRestorer.sessionElsewhere()),
  "open-plan": (host) => openPlan(host),
  "start-plan": (host) => startPlan(host),
  "choose-engine": (host) => selectEngine(host),
};

const continueReply = ({ hermes }: HostContext) => hermes.agent.send({ text: l10n.t("Continue."), images: [] });
