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
  const text = (subject === "" ? messageText(message) : subject).trim().split("\n", 1)[0]?.slice(0, LABEL_CHARS) ?? "";
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
