import { l10n } from "vscode";
import type { NoticeAction } from "../core/agent/events";
import type { ImagePart } from "../core/conversation/message";
import { callId as toCallId, messageId as toMessageId, requestId as toRequestId } from "../core/index";
import { messageLines } from "../presenter/conversation-text";
import type { SlashCommand } from "../protocol";
import { createCompressionActions } from "./compression-actions";
import { createEditorActions } from "./editor-actions";
import { selectEngine } from "./engine-picker";
import { createGreeting } from "./greeting";
import { createModelActions } from "./model-actions";
import { readOriginals } from "./originals";
import { createOutputActions } from "./output-actions";
import type { Parts } from "./parts";
import { createPreviewActions } from "./preview-actions";
import { createSessionActions } from "./session-actions";

export type Actions = ReturnType<typeof createActions>;

/** Everything a person can set going, from a command or from a page alike. */
export function createActions(parts: Parts) {
  const plain = {
    ...createSessionActions(parts),
    ...createCompressionActions(parts),
    ...createPreviewActions(parts),
    ...createOutputActions(parts),
    ...createModelActions(parts),
    ...createEditorActions(parts),
    ...createTurnActions(parts),
    ...createGreeting(parts),
  };
  const { inspector } = parts;
  const slashes: Readonly<Record<SlashCommand, (argument: string) => unknown>> = {
    compress: (topic) => plain.compress(topic),
    preview: (topic) => plain.previewCompression(topic === "" ? null : topic),
    undo: () => plain.undoCompression(),
    new: () => plain.newSession(),
    resume: () => plain.resumeSession(),
    search: (query) => plain.searchSessions(query),
    branch: () => plain.branchSession(),
    inspector: () => inspector.reveal(),
    usage: () => plain.showUsage(),
    insights: () => plain.showUsage(),
    model: () => plain.selectModel(),
    export: () => plain.exportSession(),
    import: () => plain.importSession(),
    help: () => plain.openWalkthrough(),
    pin: (text) => plain.pinText(text),
  };
  const acts: Readonly<Record<NoticeAction, () => unknown>> = {
    "compress-and-retry": async () => (await plain.compress(), plain.goOn()),
    "compress-with-focus": () => plain.compressWithFocus(),
    "new-session": () => plain.newSession(),
    "larger-model": () => plain.selectModel(),
    "evict-largest": () => inspector.reveal("context"),
    "add-key": () => plain.setApiKey(),
    continue: () => plain.goOn(),
    retry: () => plain.goOn(),
    "open-settings": () => plain.openSettings("hermes"),
    "retry-compression": () => plain.compress(),
    "deterministic-summary": () => plain.compressByRecord(),
    "open-last-session": () => plain.resume(plain.sessionElsewhere()),
    "branch-last-session": () => plain.branchSession(plain.sessionElsewhere()),
    "choose-engine": () => selectEngine(parts),
  };
  return {
    ...plain,
    slash: (command: SlashCommand, argument: string) => slashes[command](argument.trim()),
    act: (action: NoticeAction) => acts[action](),
  };
}

/** What people do within a session: say, stop, look at what was said. */
function createTurnActions({ hermes, chatPage, documents, refreshTrees }: Parts) {
  const send = async (text: string, images: readonly ImagePart[]) => {
    await hermes.agent.send({ text, images });
    refreshTrees();
  };

  return {
    send,
    goOn: () => send(l10n.t("Go on."), []),
    stop: () => hermes.agent.stop(),
    compose: (text: string) => chatPage.say({ type: "compose", text, how: "append" }),
    async openResult(callId: string) {
      const id = hermes.agent.session;
      const messages = id === undefined ? [] : (await hermes.sessions.read(id)).messages;
      const result = messages.findLast((message) => message.role === "tool" && message.callId === toCallId(callId));
      if (!result) throw new Error(l10n.t("This call has no result yet."));
      const found = await hermes.sessions.findMessage(result.id);
      await documents.open(`${callId}.md`, messageLines(found?.message ?? result, l10n.t));
    },
    async pinText(text: string) {
      if (text.trim() === "") throw new Error(l10n.t("Say what to pin: /pin <words that every summary must keep>."));
      await hermes.agent.pin({ kind: "instruction", text: text.trim() });
    },
    async openRequest(requestId: string) {
      const request = hermes.agent.requestOf(toRequestId(requestId));
      if (!request) throw new Error(l10n.t("Only the newest requests are kept whole."));
      await documents.open(`${l10n.t("request {0}", requestId)}.json`, JSON.stringify(request, null, 2));
    },
    /** The originals behind a node of the lossless engine. */
    async expandNode(id: string) {
      const text = await readOriginals(hermes.agent.engine, id);
      if (text === undefined) throw new Error(l10n.t("The engine has no originals for this node."));
      await documents.open(`${id}.md`, text);
    },
    async openMessage(messageId: string) {
      const found = await hermes.sessions.findMessage(toMessageId(messageId));
      if (!found) throw new Error(l10n.t("This message is not in any session."));
      await documents.open("message.md", messageLines(found.message, l10n.t));
    },
  };
}
