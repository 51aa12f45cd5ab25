import { l10n } from "vscode";
import { callId as toCallId, messageId as toMessageId, requestId as toRequestId } from "../../core/host";
import { messageLines } from "../../presenter/words/conversation-text";
import { requestText } from "../../presenter/words/request-text";
import { say } from "../base/language";
import type { HostContext } from "../host/host-context";
import { readOriginals } from "./originals";

/** Opens the result of a tool call in full, where the chat shows its beginning and end. */
export async function openResult({ hermes, documents }: HostContext, callId: string): Promise<void> {
  const id = hermes.agent.session;
  const messages = id === undefined ? [] : (await hermes.sessions.read(id)).messages;
  const result = messages.findLast((message) => message.role === "tool" && message.callId === toCallId(callId));
  if (!result) throw new Error(l10n.t("This call has no result yet."));
  const found = await hermes.sessions.findMessage(result.id);
  await documents.open(`${callId}.md`, messageLines(found?.message ?? result, say));
}

export async function openMessage({ hermes, documents }: HostContext, messageId: string): Promise<void> {
  const found = await hermes.sessions.findMessage(toMessageId(messageId));
  if (!found) throw new Error(l10n.t("This message is not in any session."));
  await documents.open("message.md", messageLines(found.message, say));
}

export async function openRequest({ hermes, documents, views }: HostContext, requestId: string): Promise<void> {
  const request = hermes.agent.requestOf(toRequestId(requestId));
  if (!request) throw new Error(l10n.t("Only the newest requests are kept in full."));
  const number = 1 + views.presenter.inspector().timeline.findLastIndex((bar) => bar.requestId === requestId);
  const title = l10n.t("Request {number} to {model}", { number, model: request.model.label });
  await documents.open(title, requestText(request, say));
}

/** Opens the original messages behind a node of the lossless engine. */
export async function expandNode({ hermes, documents }: HostContext, id: string): Promise<void> {
  const text = await readOriginals(hermes.agent.engine, id);
  if (text === undefined) throw new Error(l10n.t("The engine does not have the original messages of this node."));
  await documents.open(`${id}.md`, text);
}
