import type { AuditRecord } from "../../core/agent/turn/audit-record";
import { unreachable } from "../../core/base/unreachable";
import { ownWords } from "../../core/conversation/attached";
import type { AssistantMessage, Message, ToolMessage, UserMessage } from "../../core/conversation/message";
import { messageText } from "../../core/conversation/render";
import { estimateMessageTokens, estimatePartTokens } from "../../core/tokens/estimate";
import type { Row, TextRow, TextState, ToolRow, UserRow } from "../../protocol/chat";
import type { Say } from "../words/say";
import { savedTokens } from "./context-change";
import type { CallEnd } from "./tool-row";
import { finishToolRow, startToolRow, stopToolRow, withRun } from "./tool-row";

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
    rows.push(...savedOutput(message));
  }
  return rows.map((row) => (row.kind === "tool" ? stopToolRow(row) : row));
}

/**
 * Rows with what was recorded of the runs of their calls. Matched from the end: records reach further back than the
 * messages of a session that was compressed, and call ids may repeat.
 */
export function withRuns(rows: readonly Row[], audit: readonly AuditRecord[], say: Say): readonly Row[] {
  const ends = new Map<string, CallEnd[]>();
  for (const record of audit)
    if (record.kind === "ended") ends.set(record.callId, [...(ends.get(record.callId) ?? []), record]);
  if (ends.size === 0) return rows;
  return rows
    .toReversed()
    .map((row) => {
      const end = row.kind === "tool" ? ends.get(row.callId)?.pop() : undefined;
      return row.kind === "tool" && end !== undefined ? withRun(row, end, say) : row;
    })
    .toReversed();
}

/** Where the text of a result is on disk: the card that said so when it was saved. */
function savedOutput(message: ToolMessage): readonly Row[] {
  const { id, body } = message;
  if (body.kind !== "spilled") return [];
  const { spill, totalChars, preview } = body;
  const sizes = savedTokens(totalChars, preview.length, estimateMessageTokens(message));
  return [{ kind: "context", id: `spill-${id}`, change: { type: "spilled", from: "result", spill, ...sizes } }];
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
