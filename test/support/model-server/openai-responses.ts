import type { Face, NumberedAnswer, SealBook, SealedPart, WireEvent } from "./face";
import type { Json } from "./json";
import { demand, isObject, objectsOf, textOf } from "./json";
import { promptBlock } from "./prompt";
import type { CacheAccount } from "./prompt-cache";
import { pieces, stopOf } from "./reply";

export const responsesFace: Face = {
  protocol: "openai-responses",
  path: "/v1/responses",
  check,
  prompt,
  outputTokens: (body) => (typeof body["max_output_tokens"] === "number" ? body["max_output_tokens"] : undefined),
  usage,
  events,
  whole,
  failure: (status, message) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_exceeded" : status >= 500 ? "server_error" : "invalid_request_error",
      param: "input",
      code: /context window/.test(message) ? "context_length_exceeded" : null,
    },
  }),
  failureEvent: (type, message) => ({
    event: "error",
    data: { type: "error", code: type, message, param: null, sequence_number: 1 },
  }),
  tooLong: () => "Your input exceeds the context window of this model. Please adjust your input and try again.",
  outputTooLarge: (promptTokens, output, window) =>
    `max_output_tokens is too large: ${output}. This model's context window is ${window} tokens and ` +
    `your input has ${promptTokens} tokens.`,
};

function check(body: Json, seals: SealBook): void {
  demand(textOf(body["model"]) !== "", "Missing required parameter: 'model'.");
  objectsOf(body["tools"]).forEach((tool, index) => {
    demand(
      tool["type"] === "function" && textOf(tool["name"]) !== "",
      `Missing required parameter: 'tools[${index}].name'.`,
    );
    demand(
      isObject(tool["parameters"]) && tool["parameters"]["type"] === "object",
      `Invalid schema for function '${textOf(tool["name"])}'`,
    );
  });
  const input = objectsOf(body["input"]);
  demand(input.length > 0, "Missing required parameter: 'input'.");
  input.forEach((item, index) => checkItem(item, index, seals));
  checkPairs(input);
  input.forEach((item, index) => {
    if (item["type"] !== "reasoning") return;
    const next = input[index + 1];
    const owned =
      next !== undefined &&
      (next["type"] === "function_call" || next["type"] === "reasoning" || next["role"] === "assistant");
    demand(owned, `Item '${textOf(item["id"])}' of type 'reasoning' was provided without its required following item.`);
  });
}

function checkItem(item: Json, index: number, seals: SealBook): void {
  const at = `input[${index}]`;
  switch (item["type"]) {
    case "message":
      return checkMessage(item, at);
    case "reasoning":
      return demand(
        seals.owns(textOf(item["encrypted_content"]), summaryOf(item)),
        `The encrypted content for item ${textOf(item["id"])} could not be verified.`,
      );
    case "function_call":
      demand(
        textOf(item["call_id"]) !== "" && textOf(item["name"]) !== "",
        `Missing required parameter: '${at}.call_id'.`,
      );
      return demand(typeof item["arguments"] === "string", `Invalid type for '${at}.arguments': expected a string.`);
    case "function_call_output":
      return demand(
        typeof item["output"] === "string" ? true : objectsOf(item["output"]).length > 0,
        `Invalid value for '${at}.output'.`,
      );
    default:
      return demand(false, `Invalid value: '${textOf(item["type"])}' (${at}.type).`);
  }
}

function checkMessage(item: Json, at: string): void {
  const role = textOf(item["role"]);
  demand(["user", "assistant", "system", "developer"].includes(role), `Invalid value: '${role}' (${at}.role).`);
  if (typeof item["content"] === "string")
    return demand(item["content"] !== "", `Invalid value for '${at}.content': empty string.`);
  const allowed = role === "assistant" ? ["output_text", "refusal"] : ["input_text", "input_image"];
  const parts = objectsOf(item["content"]);
  demand(parts.length > 0, `Invalid value for '${at}.content': empty array.`);
  parts.forEach((part, index) =>
    demand(
      allowed.includes(textOf(part["type"])),
      `Invalid value: '${textOf(part["type"])}'. Supported values are: ${allowed.join(", ")}. ` +
        `(${at}.content[${index}])`,
    ),
  );
}

function checkPairs(input: readonly Json[]): void {
  const calls = new Set<string>();
  const answered = new Set<string>();
  for (const item of input) {
    const id = textOf(item["call_id"]);
    if (item["type"] === "function_call") calls.add(id);
    if (item["type"] !== "function_call_output") continue;
    demand(calls.has(id), `No tool call found for function call output with call_id ${id}.`);
    answered.add(id);
  }
  for (const id of calls) demand(answered.has(id), `No tool output found for function call ${id}.`);
}

const summaryOf = (item: Json): string =>
  objectsOf(item["summary"])
    .map((part) => textOf(part["text"]))
    .join("");

function prompt(body: Json) {
  return [
    ...objectsOf(body["tools"]).map((tool) => promptBlock("tools", tool)),
    promptBlock("system", body["instructions"] ?? ""),
    ...objectsOf(body["input"]).map((item) => promptBlock("messages", item)),
  ];
}

function usage(account: CacheAccount, outputTokens: number): Json {
  const inputTokens = account.fresh + account.read + account.written5m + account.written1h;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: account.read },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

function events(reply: NumberedAnswer, reported: unknown): readonly WireEvent[] {
  const last = whole(reply, reported);
  const ended = last["status"] === "completed" ? "response.completed" : "response.incomplete";
  const all: Json[] = [
    { type: "response.created", response: { ...last, status: "in_progress", output: [], usage: null } },
    ...reply.parts.flatMap((part, index) => partEvents(part, index)),
    { type: ended, response: last },
  ];
  return all.map((data, index) => ({ event: textOf(data["type"]), data: { ...data, sequence_number: index } }));
}

function partEvents(part: SealedPart, index: number): readonly Json[] {
  const item = itemOf(part);
  const delta =
    part.type === "text"
      ? "response.output_text.delta"
      : part.type === "thinking"
        ? "response.reasoning_summary_text.delta"
        : "response.function_call_arguments.delta";
  const text = part.type === "call" ? part.input : part.text;
  const opening =
    part.type === "call"
      ? { ...item, arguments: "" }
      : part.type === "text"
        ? { ...item, content: [] }
        : { ...item, summary: [], encrypted_content: null };
  return [
    { type: "response.output_item.added", output_index: index, item: opening },
    ...pieces(text).map((piece) => ({
      type: delta,
      item_id: item["id"],
      output_index: index,
      content_index: 0,
      summary_index: 0,
      delta: piece,
    })),
    { type: "response.output_item.done", output_index: index, item },
  ];
}

function itemOf(part: SealedPart): Json {
  if (part.type === "text")
    return {
      type: "message",
      id: `msg_${part.id}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: part.text, annotations: [] }],
    };
  if (part.type === "thinking")
    return {
      type: "reasoning",
      id: `rs_${part.id}`,
      summary: [{ type: "summary_text", text: part.text }],
      encrypted_content: part.seal,
    };
  return {
    type: "function_call",
    id: `fc_${part.id}`,
    call_id: part.id,
    name: part.name,
    arguments: part.input,
    status: "completed",
  };
}

function whole(reply: NumberedAnswer, reported: unknown): Json {
  const stop = stopOf(reply.answer);
  const cut =
    stop === "length" || stop === "window-full"
      ? "max_output_tokens"
      : stop === "refused"
        ? "content_filter"
        : undefined;
  return {
    id: reply.id,
    object: "response",
    created_at: 0,
    model: reply.model,
    status: cut === undefined ? "completed" : "incomplete",
    incomplete_details: cut === undefined ? null : { reason: cut },
    error: null,
    output: reply.parts.map(itemOf),
    usage: reported,
  };
}
