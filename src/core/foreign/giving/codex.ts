import type { JsonObject } from "../../base/json";
import { objectOf, parseJsonObject } from "../../base/json";
import { unreachable } from "../../base/unreachable";
import type { ImagePart, Message, TextPart } from "../../conversation/message";
import { messageText, visibleContent } from "../../conversation/render";
import type { GivenSession, GivingOrder } from "./given-session";
import { givenSummary } from "./given-session";

/** A session file of Codex. It begins as the original does; reasoning is left out, because its seal would be void. */
export function giveToCodex(order: GivingOrder): GivenSession {
  const id = order.newId();
  const at = new Date(order.now).toISOString();
  const meta = order.original.head.map(parseJsonObject).find((record) => record?.["type"] === "session_meta");
  // Newer versions number the records, and refuse a file whose last one has no number.
  const isNumbered = meta?.["ordinal"] !== undefined;
  const header = { ...objectOf(meta?.["payload"]), id, session_id: id, timestamp: at, cwd: order.workspace };
  const records = [
    { type: "session_meta", payload: header },
    ...order.messages
      .flatMap((message) => itemsOf(message, order))
      .map((payload) => ({ type: "response_item", payload })),
    // Without an event of the person's words the agent lists the session as empty.
    ...order.messages
      .filter(({ role }) => role === "user")
      .slice(0, 1)
      .map((message) => ({ type: "event_msg", payload: { type: "user_message", message: messageText(message) } })),
  ];
  return {
    id,
    path: order.original.path.replace(/[^/\\]+$/, `rollout-${at.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`),
    text: records
      .map((record, ordinal) => `${JSON.stringify({ timestamp: at, ...(isNumbered && { ordinal }), ...record })}\n`)
      .join(""),
    command: `codex resume ${id}`,
  };
}

function itemsOf(message: Message, order: GivingOrder): readonly JsonObject[] {
  switch (message.role) {
    case "user":
      return [{ type: "message", role: "user", content: message.content.map(inputPart) }];
    case "summary":
      return [{ type: "message", role: "user", content: [{ type: "input_text", text: givenSummary(message, order) }] }];
    case "tool":
      return [{ type: "function_call_output", call_id: message.callId, output: outputOf(message) }];
    case "assistant":
      return message.parts.flatMap((part): readonly JsonObject[] => {
        if (part.type === "text")
          return [{ type: "message", role: "assistant", content: [{ type: "output_text", text: part.text }] }];
        if (part.type !== "tool-call") return [];
        return [{ type: "function_call", name: part.name, arguments: part.inputJson, call_id: part.callId }];
      });
    default:
      return unreachable(message);
  }
}

const outputOf = ({ body }: Extract<Message, { role: "tool" }>): string =>
  visibleContent(body)
    .map((part) => (part.type === "text" ? part.text : "[image]"))
    .join("\n");

const inputPart = (part: TextPart | ImagePart): JsonObject =>
  part.type === "text"
    ? { type: "input_text", text: part.text }
    : { type: "input_image", image_url: `data:${part.mediaType};base64,${part.base64}` };
