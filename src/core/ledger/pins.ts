import type { MessageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { messageText } from "../conversation/render";
import type { LineRange, Pin } from "./ledger";

/** Pins are a set by what they hold; pinning twice changes nothing. */
export function addPin(pins: readonly Pin[], pin: Pin): readonly Pin[] {
  return pins.some((known) => samePin(known, pin)) ? pins : [...pins, pin];
}

export const removePin = (pins: readonly Pin[], pin: Pin): readonly Pin[] =>
  pins.some((known) => samePin(known, pin)) ? pins.filter((known) => !samePin(known, pin)) : pins;

/** A pin for a message or some of its lines, with their words exactly as they are. */
export function pinMessage(messages: readonly Message[], id: MessageId, lines?: LineRange): Pin | undefined {
  const message = messages.find((candidate) => candidate.id === id);
  const whole = message === undefined ? "" : messageText(message);
  const text = lines === undefined ? whole : linesOf(whole, lines);
  if (text.trim() === "") return undefined;
  return { kind: "message", messageId: id, text, ...(lines !== undefined && { lines }) };
}

const linesOf = (text: string, { from, to }: LineRange): string =>
  text
    .split("\n")
    .slice(from - 1, to)
    .join("\n");

function samePin(a: Pin, b: Pin): boolean {
  if (a.kind === "message") return b.kind === "message" && a.messageId === b.messageId && isSameRange(a.lines, b.lines);
  if (a.kind === "file") return b.kind === "file" && a.path === b.path;
  return b.kind === "instruction" && a.text === b.text;
}

const isSameRange = (a: LineRange | undefined, b: LineRange | undefined): boolean =>
  a?.from === b?.from && a?.to === b?.to;

/** What a pin is about, in few words: the id of a message, a path, or an instruction. */
export function pinName(pin: Pin): string {
  if (pin.kind === "message") return pin.messageId;
  return pin.kind === "file" ? pin.path : pin.text;
}
