import { unreachable } from "../base/unreachable";
import type { Message, SummaryMessage } from "./message";
import { userContent } from "./render";
import { placeSummary } from "./wire-order";

/** Messages that share one turn on the wire: results and the user's words are one voice, the model's the other. */
export interface WireTurn {
  readonly role: "user" | "assistant";
  readonly messages: readonly Message[];
}

/**
 * The conversation as alternating turns. A summary speaks for the side `placeSummary` gives it, except that a restated
 * request is never put into the model's mouth.
 * Messages that would encode to nothing (`hasContent` says so) are left out before sides are chosen.
 */
export function wireTurns(
  messages: readonly Message[],
  hasContent: (message: Message) => boolean = hasVisibleContent,
): readonly WireTurn[] {
  const sent = messages.filter(hasContent);
  const turns: { role: WireTurn["role"]; messages: Message[] }[] = [];
  sent.forEach((message, index) => {
    const last = turns.at(-1);
    const role = message.role === "summary" ? summarySide(message, last?.role, sent[index + 1]) : sideOf(message);
    if (last?.role === role) last.messages.push(message);
    else turns.push({ role, messages: [message] });
  });
  return turns;
}

/**
 * Whether anything of a message reaches a model that cannot open its seals. A tool result always does: its call waits
 * for it.
 */
export function hasVisibleContent(message: Message): boolean {
  switch (message.role) {
    case "user":
      return userContent(message).some((part) => part.type === "image" || !isBlank(part.text));
    case "assistant":
      return message.parts.some(
        (part) => part.type === "tool-call" || part.type === "opaque" || (part.type === "text" && !isBlank(part.text)),
      );
    case "tool":
    case "summary":
      return true;
    default:
      return unreachable(message);
  }
}

export const isBlank = (text: string): boolean => text.trim() === "";

function summarySide(
  message: SummaryMessage,
  before: WireTurn["role"] | undefined,
  next: Message | undefined,
): WireTurn["role"] {
  if (message.restatedRequest !== undefined) return "user";
  return placeSummary(before, next && sideOf(next)) === "assistant" ? "assistant" : "user";
}

const sideOf = (message: Message): WireTurn["role"] => (message.role === "assistant" ? "assistant" : "user");
