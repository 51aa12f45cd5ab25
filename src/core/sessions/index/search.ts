import type { Message } from "../../conversation/message";
import { readableText } from "../../conversation/text/original";

/** What search looks through; a result is found by the name of its tool as well. */
export const searchableText = (message: Message): string =>
  message.role === "tool" ? `${message.toolName} ${readableText(message)}` : readableText(message);
