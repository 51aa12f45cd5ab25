import type { Message } from "../message";
import { messageText } from "../render";
import { argumentText } from "./arguments";

/**
 * The words of a message as they were first said: for people and results their text, byte for byte; for the
 * assistant its text and then its calls with the very argument bytes. Thinking is left out: it belongs to the
 * model that thought it and is no record of what happened. A summary (of another engine) is its bare hand-off.
 */
export const originalText = (message: Message): string => textWith(message, (inputJson) => inputJson);

/**
 * The same words as a reader takes them, for finding and quoting: the arguments of calls without the escapes of JSON.
 */
export const readableText = (message: Message): string => textWith(message, argumentText);

function textWith(message: Message, read: (inputJson: string) => string): string {
  if (message.role === "summary") return message.text;
  const text = messageText(message);
  if (message.role !== "assistant") return text;
  const calls = message.parts.flatMap((part) =>
    part.type === "tool-call" ? [`[call ${part.name}] ${read(part.inputJson)}`] : [],
  );
  return [...(text === "" ? [] : [text]), ...calls].join("\n");
}
