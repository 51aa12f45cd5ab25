import type { AssistantPart, Message } from "../conversation/message";
import { unreachable } from "../conversation/message";
import { messageText } from "../conversation/render";

/** Everything of a message that can be asked for later: what was said, and what tools were called with. */
export function originalText(message: Message): string {
  return message.role === "assistant" ? message.parts.map(partText).filter((text) => text !== "").join("\n") : messageText(message);
}

/** What search looks through; a summary repeats what the originals say, so it is found by its hand-off only. */
export const searchableText = (message: Message): string =>
  message.role === "summary" ? message.text : message.role === "tool" ? `${message.toolName} ${originalText(message)}` : originalText(message);

function partText(part: AssistantPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "thinking":
      return "";
    case "opaque":
      return part.gist;
    case "tool-call":
      return `${part.name} ${part.inputJson}`;
    default:
      return unreachable(part);
  }
}
