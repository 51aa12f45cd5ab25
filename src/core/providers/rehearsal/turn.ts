import { parseJsonObject } from "../../base/json";
import { callsByResult } from "../../conversation/exchanges";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";

/** A call of the newest turn with its result. */
export interface Done {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly failed: boolean;
}

/** The newest turn: what was asked for, and what was done about it so far. */
export interface RehearsedTurn {
  readonly ask: string;
  readonly done: readonly Done[];
  /** Whether the conversation has had an answer before. */
  readonly place: "first" | "later";
}

export function newestTurn(messages: readonly Message[]): RehearsedTurn {
  const start = messages.findLastIndex(
    (message) => message.role === "user" || (message.role === "summary" && message.restatedRequest !== undefined),
  );
  const opening = messages[start];
  const later = messages.slice(start + 1);
  const calls = callsByResult(later);
  return {
    place: messages.slice(0, start).some(({ role }) => role === "assistant" || role === "summary") ? "later" : "first",
    ask:
      opening?.role === "summary" ? (opening.restatedRequest ?? "") : opening === undefined ? "" : messageText(opening),
    done: later.flatMap((message) =>
      message.role !== "tool"
        ? []
        : [
            {
              tool: message.toolName,
              args: parseJsonObject(calls.get(message)?.inputJson ?? "") ?? {},
              text: messageText(message),
              failed: message.failed,
            },
          ],
    ),
  };
}
