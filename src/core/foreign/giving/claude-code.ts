import type { JsonObject, JsonValue } from "../../base/json";
import { parseJson, parseJsonObject, textOf } from "../../base/json";
import { unreachable } from "../../base/unreachable";
import type { ImagePart, Message, TextPart } from "../../conversation/message";
import { visibleContent } from "../../conversation/render";
import type { GivenSession, GivingOrder } from "./given-session";
import { givenSummary } from "./given-session";

/**
 * A session file of Claude Code. Thinking is left out: what comes before it has changed, so its signature is void. A
 * summary is written as the agent writes its own: a boundary, and the text behind it.
 */
export function giveToClaudeCode(order: GivingOrder): GivenSession {
  const id = order.newId();
  const common = { ...headOf(order.original.head), isSidechain: false, cwd: order.workspace, sessionId: id };
  const records: JsonObject[] = [];
  let parentUuid: string | null = null;
  const add = (record: JsonObject): void => {
    const uuid = order.newId();
    const timestamp = new Date(order.now + records.length).toISOString();
    records.push({ parentUuid, ...common, ...record, uuid, timestamp });
    parentUuid = uuid;
  };
  for (const message of joinResults(order.messages)) recordsOf(message, order).forEach(add);
  return {
    id,
    path: `${order.original.path.replace(/[^/\\]+$/, "")}${id}.jsonl`,
    text: records.map((record) => `${JSON.stringify(record)}\n`).join(""),
    command: `claude --resume ${id}`,
  };
}

/** Version and origin, as the original states them; without them the agent treats a file as one of another program. */
function headOf(lines: readonly string[]): JsonObject {
  const record = lines.map(parseJsonObject).find((one) => textOf(one?.["version"]) !== "");
  const kept = ["userType", "entrypoint", "version", "gitBranch"].filter((key) => record?.[key] !== undefined);
  return Object.fromEntries(kept.map((key) => [key, record?.[key] ?? null]));
}

type Turn = Exclude<Message, { role: "tool" }> | { readonly role: "results"; readonly results: readonly Message[] };

/** Results of one round belong into one message. */
function joinResults(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (message.role !== "tool") turns.push(message);
    else if (last?.role === "results") turns.splice(-1, 1, { role: "results", results: [...last.results, message] });
    else turns.push({ role: "results", results: [message] });
  }
  return turns;
}

function recordsOf(turn: Turn, order: GivingOrder): readonly JsonObject[] {
  switch (turn.role) {
    case "user":
      return [userRecord(turn.content.map(blockOf))];
    case "results":
      return [userRecord(turn.results.flatMap((message) => (message.role === "tool" ? [resultOf(message)] : [])))];
    case "summary":
      return [
        {
          type: "system",
          subtype: "compact_boundary",
          content: "Conversation compacted",
          isMeta: false,
          level: "info",
          compactMetadata: { trigger: "manual", preTokens: 0 },
        },
        { ...userRecord(givenSummary(turn, order)), isCompactSummary: true, isVisibleInTranscriptOnly: true },
      ];
    case "assistant": {
      const content = turn.parts.flatMap((part): readonly JsonObject[] => {
        if (part.type === "text") return [{ type: "text", text: part.text }];
        if (part.type !== "tool-call") return [];
        return [{ type: "tool_use", id: part.callId, name: part.name, input: parseJson(part.inputJson) ?? {} }];
      });
      return content.length === 0 ? [] : [assistantRecord(content, turn.origin.model, order.newId())];
    }
    default:
      return unreachable(turn);
  }
}

const userRecord = (content: JsonValue): JsonObject => ({ type: "user", message: { role: "user", content } });

const assistantRecord = (content: readonly JsonObject[], model: string, id: string): JsonObject => ({
  type: "assistant",
  message: {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: content.some((block) => block["type"] === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  },
});

const resultOf = (message: Extract<Message, { role: "tool" }>): JsonObject => ({
  type: "tool_result",
  tool_use_id: message.callId,
  content: visibleContent(message.body).map(blockOf),
  ...(message.failed && { is_error: true }),
});

const blockOf = (part: TextPart | ImagePart): JsonObject =>
  part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.base64 } };
