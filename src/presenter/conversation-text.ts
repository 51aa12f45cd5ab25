import { unreachable } from "../core/conversation/message";
import type { AssistantPart, Message } from "../core/conversation/message";
import { messageText } from "../core/conversation/render";

/** A conversation as a text to read and compare: the same message always gives the same lines. */
export const conversationText = (messages: readonly Message[]): string => messages.map(messageLines).join("\n\n");

export function messageLines(message: Message): string {
  switch (message.role) {
    case "user":
      return `## User\n\n${messageText(message)}`;
    case "summary":
      return `## Summary of ${message.covers.length} messages\n\n${messageText(message)}`;
    case "tool":
      return `## Result of ${message.toolName}${message.failed ? " (failed)" : ""}\n\n${messageText(message)}`;
    case "assistant":
      return `## Assistant\n\n${message.parts.map(partText).filter((text) => text !== "").join("\n\n")}`;
    default:
      return unreachable(message);
  }
}

function partText(part: AssistantPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "thinking":
      return `> ${part.text.replaceAll("\n", "\n> ")}`;
    case "tool-call":
      return `\`${part.name}\` ${part.inputJson}`;
    case "opaque":
      return part.gist;
    default:
      return unreachable(part);
  }
}
