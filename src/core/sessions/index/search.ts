import { takeStart } from "../../base/text";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { readableText } from "../../conversation/text/original";
import { redactMessage } from "../../redact/redacted-message";

/** What search looks through; a result is found by the name of its tool as well. */
export const searchableText = (message: Message): string =>
  message.role === "tool" ? `${message.toolName} ${readableText(message)}` : readableText(message);

/** The beginning says what a message is about, and models of meaning read little more. */
const MEANING_CHARS = 2_000;

/** What is sent to be embedded: words of people and models, without secrets. Empty for results. */
export function meaningfulText(message: Message): string {
  if (message.role === "tool") return "";
  const clean = redactMessage(message);
  return takeStart(clean.role === "assistant" ? messageText(clean) : readableText(clean), MEANING_CHARS).trim();
}
