import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { ModelRequest } from "../provider";

/** Recorded coding sessions run at 2.7 to 2.9 characters a token. */
const CHARS_PER_TOKEN = 2.8;

/**
 * Size of a request to within a third: enough to tell a full window from a small request that failed for another
 * reason.
 */
export function roughTokens(request: ModelRequest): number {
  const tools = request.tools.reduce(
    (sum, tool) => sum + tool.description.length + JSON.stringify(tool.parameters).length,
    0,
  );
  const messages = request.messages.reduce(
    (sum, message) => sum + messageText(message).length + argumentChars(message),
    0,
  );
  return Math.ceil((request.system.length + tools + messages) / CHARS_PER_TOKEN);
}

const argumentChars = (message: Message): number =>
  message.role === "assistant"
    ? message.parts.reduce((sum, part) => sum + (part.type === "tool-call" ? part.inputJson.length : 0), 0)
    : 0;
