import type { Face, NumberedAnswer, WireEvent } from "./face";
import type { Json } from "./json";
import { objectsOf, textOf } from "./json";
import { checkChat } from "./openai-chat-check";
import { promptBlock } from "./prompt";
import type { CacheAccount } from "./prompt-cache";
import type { ReplyStop } from "./reply";
import { pieces, stopOf } from "./reply";

const STOP: Readonly<Record<ReplyStop, string>> = {
  end: "stop",
  tools: "tool_calls",
  length: "length",
  refused: "content_filter",
  "window-full": "length",
};

export const chatFace: Face = {
  protocol: "openai-chat",
  path: "/v1/chat/completions",
  check: checkChat,
  prompt,
  outputTokens: (body) => numberOf(body["max_completion_tokens"]) ?? numberOf(body["max_tokens"]),
  usage,
  events,
  whole,
  failure: (status, message) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_exceeded" : status >= 500 ? "server_error" : "invalid_request_error",
      param: null,
      code: /maximum context length/.test(message) ? "context_length_exceeded" : null,
    },
  }),
  failureEvent: (type, message) => ({ data: { error: { type, message } } }),
  tooLong: (promptTokens, window) =>
    `This model's maximum context length is ${window} tokens. However, your messages resulted in ` +
    `${promptTokens} tokens. Please reduce the length of the messages.`,
  outputTooLarge: (promptTokens, output, window) =>
    `This model's maximum context length is ${window} tokens. However, you requested ` +
    `${promptTokens + output} tokens (${promptTokens} in the messages, ${output} in the completion). ` +
    "Please reduce the length of the messages or completion.",
};

function prompt(body: Json) {
  return [
    ...objectsOf(body["tools"]).map((tool) => promptBlock("tools", tool)),
    ...objectsOf(body["messages"]).map((message) =>
      promptBlock(message["role"] === "system" ? "system" : "messages", inParts(message)),
    ),
  ];
}

/** Plain text and a single part with that text are the same prompt. */
const inParts = (message: Json): Json =>
  typeof message["content"] === "string"
    ? { ...message, content: [{ type: "text", text: message["content"] }] }
    : message;

function usage(account: CacheAccount, outputTokens: number): Json {
  const written = account.written5m + account.written1h;
  const promptTokens = account.fresh + account.read + written;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: outputTokens,
    total_tokens: promptTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: account.read, ...(written > 0 && { cache_write_tokens: written }) },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

function events(reply: NumberedAnswer, reported: unknown): readonly WireEvent[] {
  const deltas = [
    { role: "assistant", content: "" },
    ...reply.parts.flatMap((part): readonly Json[] => {
      if (part.type === "text") return pieces(part.text).map((content) => ({ content }));
      if (part.type === "thinking") return pieces(part.text).map((text) => ({ reasoning_content: text }));
      const index = reply.parts.filter((other) => other.type === "call").indexOf(part);
      return [
        { tool_calls: [{ index, id: part.id, type: "function", function: { name: part.name, arguments: "" } }] },
        ...pieces(part.input).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
      ];
    }),
  ];
  return [
    ...deltas.map((delta) => chunk(reply, [{ index: 0, delta, finish_reason: null }])),
    chunk(reply, [{ index: 0, delta: {}, finish_reason: STOP[stopOf(reply.answer)] }]),
    ...(reported === null ? [] : [{ data: { ...(chunk(reply, []).data as Json), usage: reported } }]),
    { data: "[DONE]" },
  ];
}

function whole(reply: NumberedAnswer, reported: unknown): Json {
  const texts = (type: "text" | "thinking") =>
    reply.parts.map((part) => (part.type === type ? part.text : "")).join("");
  const calls = reply.parts.flatMap((part) =>
    part.type === "call"
      ? [{ id: part.id, type: "function", function: { name: part.name, arguments: part.input } }]
      : [],
  );
  const message = {
    role: "assistant",
    content: texts("text") || null,
    ...(texts("thinking") !== "" && { reasoning_content: texts("thinking") }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: reply.id,
    object: "chat.completion",
    created: 0,
    model: reply.model,
    choices: [{ index: 0, message, finish_reason: STOP[stopOf(reply.answer)] }],
    usage: reported,
  };
}

const chunk = (reply: NumberedAnswer, choices: readonly Json[]): WireEvent => ({
  data: { id: reply.id, object: "chat.completion.chunk", created: 0, model: textOf(reply.model), choices },
});
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
