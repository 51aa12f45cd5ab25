import { checkAnthropic } from "./anthropic-check";
import type { Face, NumberedAnswer, SealedPart, WireEvent } from "./face";
import type { Json } from "./json";
import { objectsOf, textOf } from "./json";
import { promptBlock } from "./prompt";
import type { CacheAccount } from "./prompt-cache";
import type { ReplyStop } from "./reply";
import { pieces, stopOf } from "./reply";

const STOP: Readonly<Record<ReplyStop, string>> = {
  end: "end_turn",
  tools: "tool_use",
  length: "max_tokens",
  refused: "refusal",
  "window-full": "model_context_window_exceeded",
};

const ERROR_TYPE: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};

export const anthropicFace: Face = {
  protocol: "anthropic-messages",
  path: "/v1/messages",
  check: checkAnthropic,
  prompt,
  outputTokens: (body) => Number(body["max_tokens"]),
  usage,
  events,
  whole,
  failure: (status, message) => ({
    type: "error",
    error: { type: ERROR_TYPE[status] ?? "api_error", message },
    request_id: "req_1",
  }),
  failureEvent: (type, message) => ({ event: "error", data: { type: "error", error: { type, message } } }),
  tooLong: (prompt, window) => `prompt is too long: ${prompt} tokens > ${window} maximum`,
  outputTooLarge: (prompt, output, window) =>
    `input length and \`max_tokens\` exceed context limit: ${prompt} + ${output} > ${window}, ` +
    "decrease input length or `max_tokens` and try again",
};

function prompt(body: Json) {
  const system =
    typeof body["system"] === "string" ? [{ type: "text", text: body["system"] }] : objectsOf(body["system"]);
  return [
    ...objectsOf(body["tools"]).map((tool) => promptBlock("tools", tool)),
    ...system.map((block) => promptBlock("system", block)),
    ...objectsOf(body["messages"]).flatMap((message) => {
      const content =
        typeof message["content"] === "string"
          ? [{ type: "text", text: message["content"] }]
          : objectsOf(message["content"]);
      return content.map((block) => promptBlock("messages", block, textOf(message["role"])));
    }),
  ];
}

function usage(account: CacheAccount, outputTokens: number): Json {
  return {
    input_tokens: account.fresh,
    cache_read_input_tokens: account.read,
    cache_creation_input_tokens: account.written5m + account.written1h,
    cache_creation: { ephemeral_5m_input_tokens: account.written5m, ephemeral_1h_input_tokens: account.written1h },
    output_tokens: outputTokens,
  };
}

function events(reply: NumberedAnswer, reported: unknown): readonly WireEvent[] {
  const started = { ...(reported as Json | null), output_tokens: 1 };
  return [
    named({
      type: "message_start",
      message: { ...envelope(reply), content: [], stop_reason: null, usage: reported === null ? undefined : started },
    }),
    named({ type: "ping" }),
    ...reply.parts.flatMap(partEvents),
    named({
      type: "message_delta",
      delta: { stop_reason: STOP[stopOf(reply.answer)], stop_sequence: null },
      ...(reported !== null && { usage: reported }),
    }),
    named({ type: "message_stop" }),
  ];
}

function partEvents(part: SealedPart, index: number): readonly WireEvent[] {
  const deltas =
    part.type === "text"
      ? pieces(part.text).map((text) => ({ type: "text_delta", text }))
      : part.type === "thinking"
        ? [
            ...pieces(part.text).map((thinking) => ({ type: "thinking_delta", thinking })),
            { type: "signature_delta", signature: part.seal },
          ]
        : pieces(part.input).map((json) => ({ type: "input_json_delta", partial_json: json }));
  return [
    named({ type: "content_block_start", index, content_block: emptyBlock(part) }),
    ...deltas.map((delta) => named({ type: "content_block_delta", index, delta })),
    named({ type: "content_block_stop", index }),
  ];
}

function emptyBlock(part: SealedPart): Json {
  if (part.type === "text") return { type: "text", text: "" };
  if (part.type === "thinking") return { type: "thinking", thinking: "", signature: "" };
  return { type: "tool_use", id: part.id, name: part.name, input: {} };
}

function whole(reply: NumberedAnswer, reported: unknown): Json {
  const content = reply.parts.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text };
    if (part.type === "thinking") return { type: "thinking", thinking: part.text, signature: part.seal };
    return { type: "tool_use", id: part.id, name: part.name, input: JSON.parse(part.input) as unknown };
  });
  return { ...envelope(reply), content, stop_reason: STOP[stopOf(reply.answer)], usage: reported };
}

const envelope = (reply: NumberedAnswer): Json => ({
  id: reply.id,
  type: "message",
  role: "assistant",
  model: reply.model,
  stop_sequence: null,
});
const named = (data: Json): WireEvent => ({ event: textOf(data["type"]), data });
