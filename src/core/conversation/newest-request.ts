import { attachedNames, ownWords } from "./attached";
import type { AssistantMessage, Message, UserMessage } from "./message";

/** Index of the newest thing a person asked; a message of images alone counts only where no message has words. */
export function newestRequestIndex(messages: readonly Message[]): number {
  const written = messages.findLastIndex((message) => message.role === "user" && requestText(message) !== "");
  return written >= 0
    ? written
    : messages.findLastIndex((message) => message.role === "user" && message.content.length > 0);
}

/** The newest request in words, be it a message of its own or restated behind an earlier summary. */
export function newestRequestText(messages: readonly Message[]): string | undefined {
  const holder = messages.findLast((message) => askedIn(message) !== "");
  return holder === undefined ? undefined : askedIn(holder);
}

/** The person's words and the names of what they attached: the material itself is not part of what they asked. */
export const requestText = (message: UserMessage): string =>
  [ownWords(message), attachedNames(message)].filter((text) => text !== "").join("\n");

export const hasVisibleText = (message: Message): message is AssistantMessage =>
  message.role === "assistant" && message.parts.some((part) => part.type === "text" && part.text.trim() !== "");

function askedIn(message: Message): string {
  if (message.role === "user") return requestText(message);
  return message.role === "summary" ? (message.restatedRequest ?? "") : "";
}
