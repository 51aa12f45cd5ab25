import type { MessageId } from "../conversation/ids";
import type { Message, PinnedText, SummaryMessage } from "../conversation/message";
import { messageText } from "../conversation/render";
import { shortenLine } from "../conversation/text/label-messages";
import type { Pin } from "./ledger";

/**
 * The conversation with every pin in it, byte for byte: a pin whose message is still there as it was is left alone, the
 * others stand beside the summary, outside its text, where no summarizer, budget, or redaction reaches them.
 * `summaryId` names the message that carries them where there is no summary.
 */
export function carryPins(
  messages: readonly Message[],
  pins: readonly Pin[],
  summaryId?: MessageId,
): readonly Message[] {
  const shown = new Map(messages.map((message) => [message.id, message]));
  const carried = pins.flatMap((pin) => (isShown(pin, shown) ? [] : pinnedText(pin)));
  const index = messages.findIndex((message) => message.role === "summary");
  const summary = messages[index];
  if (summary?.role === "summary")
    return messages.with(index, withPinned(summary, carried)).map((message) => withoutFiles(message, pins));
  if (carried.length === 0 || summaryId === undefined) return messages;
  return [{ role: "summary", id: summaryId, text: NO_SUMMARY, covers: [], pins: carried }, ...messages];
}

const NO_SUMMARY = "Earlier messages were removed from the context. The user pinned the texts below.";

function isShown(pin: Pin, shown: ReadonlyMap<MessageId, Message>): boolean {
  const message = pin.kind === "message" ? shown.get(pin.messageId) : undefined;
  return message !== undefined && pin.kind === "message" && messageText(message).includes(pin.text);
}

/** A pinned file as it is attached to a message. */
export const pinnedFileBlock = (path: string, text: string): string => `${openingOf(path)}${text}${CLOSING}`;

const CLOSING = "\n</pinned-file>";

const openingOf = (path: string): string => `<pinned-file path="${path}">\n`;

/** What stands beside the summary is not repeated with a message that stays. */
function withoutFiles(message: Message, pins: readonly Pin[]): Message {
  if (message.role !== "user" || !message.attachment?.includes("<pinned-file ")) return message;
  const { attachment: whole, ...rest } = message;
  const attachment = pins
    .flatMap((pin) => (pin.kind === "file" ? [openingOf(pin.path)] : []))
    .reduce(withoutBlock, whole)
    .trim();
  return attachment === "" ? rest : { ...rest, attachment };
}

function withoutBlock(text: string, opening: string): string {
  const start = text.indexOf(opening);
  const end = start < 0 ? -1 : text.indexOf(CLOSING, start);
  return end < 0 ? text : text.slice(0, start).trimEnd() + text.slice(end + CLOSING.length);
}

/** The newest place that shows the file shows it as it is: attached to a message, or beside the summary. */
export function isFileShown(messages: readonly Message[], path: string, text: string): boolean {
  for (const message of messages.toReversed()) {
    if (message.role === "user" && message.attachment?.includes(openingOf(path)))
      return message.attachment.includes(pinnedFileBlock(path, text));
    const carried = message.role === "summary" ? message.pins?.find(({ name }) => name === `file ${path}`) : undefined;
    if (carried !== undefined) return carried.text === text;
  }
  return false;
}

function withPinned(summary: SummaryMessage, pins: readonly PinnedText[]): SummaryMessage {
  const { pins: _before, ...rest } = summary;
  return pins.length === 0 ? rest : { ...rest, pins };
}

export function pinnedText(pin: Pin): readonly PinnedText[] {
  if (pin.kind === "file") return pin.text === undefined ? [] : [{ name: `file ${pin.path}`, text: pin.text }];
  if (pin.kind === "instruction") return [{ name: "instruction", text: pin.text }];
  if (pin.skill !== undefined) return [{ name: pin.skill, text: pin.text, skill: pin.skill }];
  const lines = pin.lines === undefined ? "" : `, lines ${pin.lines.from}-${pin.lines.to}`;
  return [{ name: `${shortenLine(pin.text)}${lines}`, text: pin.text }];
}
