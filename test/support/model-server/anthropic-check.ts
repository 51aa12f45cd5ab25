import type { SealBook } from "./face";
import type { Json } from "./json";
import { demand, isObject, listOf, objectsOf, textOf } from "./json";

const MAX_BREAKPOINTS = 4;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const BLOCK_ROLES: Readonly<Record<string, readonly string[]>> = {
  text: ["user", "assistant"],
  image: ["user"],
  tool_result: ["user"],
  tool_use: ["assistant"],
  thinking: ["assistant"],
  redacted_thinking: ["assistant"],
};

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  "model",
  "max_tokens",
  "stream",
  "tools",
  "tool_choice",
  "system",
  "messages",
  "thinking",
  "metadata",
  "stop_sequences",
  "temperature",
  "top_p",
  "top_k",
  "service_tier",
  "output_config",
  "cache_control",
]);

/** Every rule of the Messages API that a careless client might break. */
export function checkAnthropic(body: Json, seals: SealBook): void {
  for (const field of Object.keys(body)) demand(KNOWN_FIELDS.has(field), `${field}: Extra inputs are not permitted`);
  demand(textOf(body["model"]) !== "", "model: Field required");
  demand(
    Number.isInteger(body["max_tokens"]) && Number(body["max_tokens"]) > 0,
    "max_tokens: Input should be greater than or equal to 1",
  );
  checkTools(body["tools"]);
  checkSystem(body["system"]);
  const messages = objectsOf(body["messages"]);
  demand(messages.length > 0, "messages: at least one message is required");
  demand(messages[0]?.["role"] === "user", 'messages: first message must use the "user" role');
  demand(
    messages.at(-1)?.["role"] === "user",
    "This model does not support assistant message prefill. The conversation must end with a user message.",
  );
  messages.forEach((message, index) => checkMessage(message, messages[index - 1], `messages.${index}`, seals));
  checkPairs(messages);
  checkMarks(body, messages);
}

function checkTools(tools: unknown): void {
  const names = new Set<string>();
  objectsOf(tools).forEach((tool, index) => {
    const name = textOf(tool["name"]);
    demand(TOOL_NAME.test(name), `tools.${index}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    demand(!names.has(name), "tools: Tool names must be unique.");
    names.add(name);
    const schema = tool["input_schema"];
    demand(isObject(schema) && schema["type"] === "object", `tools.${index}.input_schema.type: Field required`);
  });
}

function checkSystem(system: unknown): void {
  if (system === undefined || typeof system === "string") return;
  objectsOf(system).forEach((block, index) => {
    demand(block["type"] === "text", `system.${index}.type: Input should be 'text'`);
    demand(textOf(block["text"]) !== "", `system.${index}: text content blocks must be non-empty`);
  });
}

function checkMessage(message: Json, previous: Json | undefined, at: string, seals: SealBook): void {
  const role = textOf(message["role"]);
  demand(role === "user" || role === "assistant", `${at}.role: Input should be 'user' or 'assistant'`);
  demand(
    previous?.["role"] !== role,
    'messages: roles must alternate between "user" and "assistant", but found multiple consecutive ' +
      "messages of one role",
  );
  const content = message["content"];
  if (typeof content === "string")
    return demand(content.trim() !== "", `${at}: all messages must have non-empty content`);
  const blocks = objectsOf(content);
  demand(blocks.length > 0, `${at}: all messages must have non-empty content`);
  blocks.forEach((block, index) => checkBlock(block, role, `${at}.content.${index}`, seals));
  const lastResult = blocks.findLastIndex((block) => block["type"] === "tool_result");
  const firstOther = blocks.findIndex((block) => block["type"] !== "tool_result");
  demand(
    lastResult < 0 || firstOther < 0 || firstOther > lastResult,
    `${at}: tool_result blocks must come before other content`,
  );
}

function checkBlock(block: Json, role: string, at: string, seals: SealBook): void {
  const type = textOf(block["type"]);
  demand(BLOCK_ROLES[type]?.includes(role) ?? type !== "", `${at}.type: '${type}' is not allowed in a ${role} message`);
  if (type === "text")
    demand(textOf(block["text"]).trim() !== "", `${at}: text content blocks must contain non-whitespace text`);
  if (type === "image")
    demand(textOf((block["source"] as Json | undefined)?.["data"]) !== "", `${at}.source.data: Field required`);
  if (type === "tool_use") demand(isObject(block["input"]), `${at}.tool_use.input: Input should be a valid dictionary`);
  if (type === "tool_result") checkResult(block, at);
  if (type === "thinking") {
    const signed = seals.owns(textOf(block["signature"]), textOf(block["thinking"]));
    demand(signed, `${at}: Invalid \`signature\` in \`thinking\` block`);
  }
  if (type === "thinking" || type === "redacted_thinking")
    demand(block["cache_control"] === undefined, `${at}.cache_control: Extra inputs are not permitted`);
}

function checkResult(block: Json, at: string): void {
  for (const part of objectsOf(block["content"])) {
    if (part["type"] === "text") demand(textOf(part["text"]) !== "", `${at}: text content blocks must be non-empty`);
  }
}

/** Each call must be answered exactly once, in the next message, and nothing else may be answered. */
function checkPairs(messages: readonly Json[]): void {
  messages.forEach((message, index) => {
    const calls = idsOf(message, "tool_use", "id");
    const results = idsOf(messages[index + 1], "tool_result", "tool_use_id");
    if (message["role"] === "assistant") {
      const missing = calls.filter((id) => !results.includes(id));
      demand(
        missing.length === 0,
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately ` +
          `after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding ` +
          "`tool_result` block in the next message.",
      );
      demand(new Set(calls).size === calls.length, "messages: `tool_use` ids must be unique");
    }
    const extra = message["role"] === "assistant" ? results.filter((id) => !calls.includes(id)) : [];
    demand(
      extra.length === 0,
      `messages.${index + 1}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ` +
        `${extra.join(", ")}. Each \`tool_result\` block must have a corresponding \`tool_use\` block ` +
        "in the previous message.",
    );
    demand(new Set(results).size === results.length, "messages: each tool_use must have a single result");
  });
}

const idsOf = (message: Json | undefined, type: string, key: string): readonly string[] =>
  objectsOf(message?.["content"])
    .filter((block) => block["type"] === type)
    .map((block) => textOf(block[key]));

function checkMarks(body: Json, messages: readonly Json[]): void {
  const blocks = [
    ...objectsOf(body["tools"]),
    ...objectsOf(body["system"]),
    ...messages.flatMap((message) => objectsOf(message["content"])),
  ];
  const marks = [...blocks, ...blocks.flatMap((block) => listOf(block["content"]).filter(isObject))].filter(
    (block) => block["cache_control"] !== undefined,
  );
  demand(
    marks.length <= MAX_BREAKPOINTS,
    `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`,
  );
  let sawShort = false;
  for (const { cache_control: control } of marks) {
    demand(isObject(control) && control["type"] === "ephemeral", "cache_control.type: Input should be 'ephemeral'");
    const ttl = isObject(control) ? (control["ttl"] ?? "5m") : "5m";
    demand(ttl === "5m" || ttl === "1h", "cache_control.ttl: Input should be '5m' or '1h'");
    demand(
      !(sawShort && ttl === "1h"),
      "cache_control: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
    );
    sawShort ||= ttl === "5m";
  }
}
