import { l10n, window } from "vscode";
import type { MessageId } from "../../core/conversation/ids";
import { callId as toCallId, messageId as toMessageId, requestId as toRequestId } from "../../core/host";
import type { LineRange } from "../../core/ledger/ledger";
import { messageLines } from "../../presenter/words/conversation-text";
import { requestText } from "../../presenter/words/request-text";
import { sayError } from "../../presenter/words/say";
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

/** Pins words of the user, which every summary must keep. */
export async function pinText({ hermes }: HostContext, text: string): Promise<void> {
  if (text.trim() === "") throw new Error(l10n.t("Add the text to pin: /pin <text that every summary must keep>."));
  await hermes.agent.pin({ kind: "instruction", text: text.trim() });
}

/** Pins a message. One that is too large for the room of pins is offered in part or as a reference. */
export async function pinMessage({ hermes }: HostContext, id: MessageId): Promise<void> {
  try {
    await hermes.agent.pin(id);
  } catch (error) {
    if (!(error instanceof Error) || !("choices" in error)) throw error;
    const [range, reference] = [l10n.t("Pin Some Lines…"), l10n.t("Keep a Reference")];
    const chosen = await window.showWarningMessage(sayError(error, say), { modal: true }, range, reference);
    if (chosen === reference) await hermes.agent.pin({ kind: "reference", messageId: id });
    const lines = chosen === range ? await askLines() : undefined;
    if (lines !== undefined) await hermes.agent.pin({ kind: "range", messageId: id, lines });
  }
}

async function askLines(): Promise<LineRange | undefined> {
  const text = await window.showInputBox({
    title: l10n.t("Lines to pin"),
    prompt: l10n.t("The first and the last line, for example 10-40"),
    validateInput: (value) => (readLineRange(value) ? undefined : l10n.t("Enter two line numbers, for example 10-40.")),
  });
  return text === undefined ? undefined : readLineRange(text);
}

function readLineRange(text: string): LineRange | undefined {
  const [, from = 0, to = 0] = (/^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(text) ?? []).map(Number);
  return from >= 1 && to >= from ? { from, to } : undefined;
}
