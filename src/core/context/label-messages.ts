import { subjectOf } from "../conversation/call-subject";
import type { Message } from "../conversation/message";
import { unreachable } from "../conversation/message";
import { messageText } from "../conversation/render";
import { callsByResult } from "./exchanges";

/** One line of a list. */
const LABEL_CHARS = 80;

/** A result is known by what was asked for; its own first line says little, and nothing where it lies on disk. */
export function labelMessages(messages: readonly Message[]): (message: Message) => string {
  const calls = callsByResult(messages);
  return (message) => labelOf(message, message.role === "tool" ? subjectOf(calls.get(message)?.inputJson ?? "") : "");
}

function labelOf(message: Message, subject: string): string {
  const text = shortenLine(subject === "" ? messageText(message) : subject);
  switch (message.role) {
    case "user":
      return text === "" ? "(image)" : text;
    case "summary":
      return "Summary of earlier turns";
    case "tool":
      return `${message.toolName}: ${text}`;
    case "assistant": {
      const calls = message.parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : []));
      return text === "" ? calls.join(", ") : text;
    }
    default:
      return unreachable(message);
  }
}

/** The first line, with a sign where it goes on. */
export function shortenLine(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length > LABEL_CHARS ? `${line.slice(0, LABEL_CHARS)}…` : line;
}
