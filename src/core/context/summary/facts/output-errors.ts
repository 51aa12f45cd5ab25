import type { Message } from "../../../conversation/message";
import { messageText } from "../../../conversation/render";
import { findErrorLines } from "../../../conversation/text/error-lines";
import { showsContent } from "../../../conversation/text/tool-kind";

/** More than any window has room for. */
const MOST_ERRORS = 500;

/** What commands and tools reported as errors, each once, the newest last; whether they succeeded in the end or not. */
export function outputErrorsOf(messages: readonly Message[]): readonly string[] {
  const errors = new Set<string>();
  for (const message of messages) {
    if (message.role !== "tool" || showsContent(message)) continue;
    for (const { line } of findErrorLines(messageText(message))) {
      errors.delete(line);
      errors.add(line);
    }
  }
  return [...errors].slice(-MOST_ERRORS);
}
