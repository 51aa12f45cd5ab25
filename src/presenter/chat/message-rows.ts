import { unreachable } from "../../core/base/unreachable";
import { ownWords } from "../../core/conversation/attached";
import type { AssistantMessage, Message, UserMessage } from "../../core/conversation/message";
import { messageText } from "../../core/conversation/render";
import { estimatePartTokens } from "../../core/tokens/estimate";
import type { Row, TextRow, TextState, ToolRow, UserRow } from "../../protocol/chat";
import { finishToolRow, startToolRow, stopToolRow } from "./tool-row";

/** A longer paste is read in an editor, not in a sidebar. */
const USER_CHARS = 20_000;

/** Rows of a recorded conversation, each result in the row of its call. Paired by position: call ids may repeat. */
export function rowsOfConversation(messages: readonly Message[]): readonly Row[] {
  const rows: Row[] = [];
  const openAt = new Map<string, number>();
  for (const message of messages) {
    if (message.role !== "tool") {
      for (const row of rowsOfMessage(message)) {
        if (row.kind === "tool") openAt.set(row.callId, rows.length);
        rows.push(row);
      }
      continue;
    }
    const at = openAt.get(message.callId);
    const row = at === undefined ? undefined : rows[at];
    if (at !== undefined && row?.kind === "tool") rows[at] = finishToolRow(row, message);
  }
  return rows.map((row) => (row.kind === "tool" ? stopToolRow(row) : row));
}

export function rowsOfMessage(message: Exclude<Message, { role: "tool" }>): readonly Row[] {
  switch (message.role) {
    case "user":
      return [userRow(message)];
    case "assistant":
      return rowsOfReply(message);
    case "summary":
      return [
        {
          kind: "context",
          id: message.id,
          change: { type: "summary", messageId: message.id, covers: message.covers.length },
        },
      ];
    default:
      return unreachable(message);
  }
}

export function rowsOfReply(message: AssistantMessage): readonly (TextRow | ToolRow)[] {
  return message.parts.flatMap((part, index): (TextRow | ToolRow)[] => {
    if (part.type === "tool-call") return [startToolRow(message.id, part)];
    const text = part.type === "opaque" ? part.gist : part.text;
    if (text === "") return [];
    const kind = part.type === "thinking" ? "thinking" : "reply";
    return [{ kind, id: `${message.id}/${index}`, messageId: message.id, text, state: replyState(message) }];
  });
}

export const replyState = (message: AssistantMessage): TextState => message.interrupted ?? "done";

function userRow(message: UserMessage): UserRow {
  const text = message.spill === undefined ? ownWords(message) : messageText(message);
  const attached = message.content.flatMap((part) =>
    part.type === "text" && part.attached !== undefined ? [{ ...part.attached, tokens: estimatePartTokens(part) }] : [],
  );
  const images = message.content.filter((part) => part.type === "image").length;
  return {
    kind: "user",
    id: message.id,
    messageId: message.id,
    text: text.slice(0, USER_CHARS),
    chars: text.length,
    images,
    ...(attached.length > 0 && { attached }),
  };
}
