import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";

/**
 * The words of a message as they were first said: for people and results their text, byte for byte; for the
 * assistant its text and then its calls with the very argument bytes. Thinking is left out: it belongs to the
 * model that thought it and is no record of what happened. A summary (of another engine) is its bare hand-off.
 */
export function originalText(message: Message): string {
  if (message.role === "summary") return message.text;
  const text = messageText(message);
  if (message.role !== "assistant") return text;
  const calls = message.parts.flatMap((part) => (part.type === "tool-call" ? [`[call ${part.name}] ${part.inputJson}`] : []));
  return [...(text === "" ? [] : [text]), ...calls].join("\n");
}

export function labelOf(message: Message): string {
  if (message.role !== "tool") return `${message.role} ${message.id}`;
  return `${message.failed ? "failed result" : "result"} of ${message.toolName} ${message.id}`;
}
