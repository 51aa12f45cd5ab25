import type { MessageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { messageText } from "../conversation/render";
import type { Pin } from "../ledger/ledger";

/** Pins are a set by what they hold; pinning twice changes nothing. */
export function addPin(pins: readonly Pin[], pin: Pin): readonly Pin[] {
  return pins.some((known) => samePin(known, pin)) ? pins : [...pins, pin];
}

export const removePin = (pins: readonly Pin[], pin: Pin): readonly Pin[] =>
  pins.some((known) => samePin(known, pin)) ? pins.filter((known) => !samePin(known, pin)) : pins;

/** A pin for a message, with its words: they are carried by every later summary once the message itself is folded. */
export function pinMessage(messages: readonly Message[], id: MessageId): Pin | undefined {
  const message = messages.find((candidate) => candidate.id === id);
  const text = message === undefined ? "" : messageText(message).trim();
  return text === "" ? undefined : { kind: "message", messageId: id, text };
}

function samePin(a: Pin, b: Pin): boolean {
  if (a.kind === "message") return b.kind === "message" && a.messageId === b.messageId;
  if (a.kind === "file") return b.kind === "file" && a.path === b.path;
  return b.kind === "instruction" && a.text === b.text;
}
