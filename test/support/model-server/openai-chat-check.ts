import type { Json } from "./json";
import { demand, isObject, objectsOf, textOf } from "./json";

const ROLES = ["system", "developer", "user", "assistant", "tool"];

/** The Chat Completions rules, plus those of the strictest chat templates: one system message, alternating roles. */
export function checkChat(body: Json): void {
  demand(textOf(body["model"]) !== "", "you must provide a model parameter");
  demand(
    !(body["max_tokens"] !== undefined && body["max_completion_tokens"] !== undefined),
    "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
  );
  checkTools(body["tools"]);
  const messages = objectsOf(body["messages"]);
  demand(
    messages.some((message) => message["role"] !== "system"),
    "[] is too short - 'messages'",
  );
  messages.forEach((message, index) => checkMessage(message, index, messages));
  checkPairs(messages);
}

function checkTools(tools: unknown): void {
  demand(tools === undefined || objectsOf(tools).length > 0, "[] is too short - 'tools'");
  objectsOf(tools).forEach((tool, index) => {
    const definition = tool["function"];
    demand(
      tool["type"] === "function" && isObject(definition),
      `Missing required parameter: 'tools[${index}].function'.`,
    );
    if (!isObject(definition)) return;
    demand(/^[a-zA-Z0-9_-]{1,64}$/.test(textOf(definition["name"])), `Invalid 'tools[${index}].function.name'`);
    demand(
      isObject(definition["parameters"]) && definition["parameters"]["type"] === "object",
      `Invalid schema for function '${textOf(definition["name"])}'`,
    );
  });
}

function checkMessage(message: Json, index: number, messages: readonly Json[]): void {
  const role = textOf(message["role"]);
  const at = `messages[${index}]`;
  demand(ROLES.includes(role), `Invalid value: '${role}'. Supported values are: ${ROLES.join(", ")}. (${at}.role)`);
  if (role === "system" || role === "developer") demand(index === 0, "System message must be at the beginning.");
  const previous = messages[index - 1]?.["role"];
  if (role === "user" || role === "assistant")
    demand(previous !== role, "Conversation roles must alternate user/assistant/user/assistant/...");
  if (role === "assistant") return checkAssistant(message, at);
  checkContent(message["content"], role, at);
}

function checkAssistant(message: Json, at: string): void {
  const calls = message["tool_calls"];
  demand(calls === undefined || objectsOf(calls).length > 0, `[] is too short - '${at}.tool_calls'`);
  demand(
    calls !== undefined || textOf(message["content"]) !== "" || objectsOf(message["content"]).length > 0,
    `${at}: assistant message must have either content or tool_calls`,
  );
  for (const call of objectsOf(calls)) {
    const definition = call["function"];
    demand(
      textOf(call["id"]) !== "" &&
        call["type"] === "function" &&
        isObject(definition) &&
        typeof definition["arguments"] === "string",
      `Invalid ${at}.tool_calls`,
    );
  }
}

function checkContent(content: unknown, role: string, at: string): void {
  if (typeof content === "string") return demand(content !== "", `${at}.content must not be empty`);
  const parts = objectsOf(content);
  demand(parts.length > 0, `Invalid type for '${at}.content': expected one of a string or array of objects`);
  for (const part of parts) {
    const type = textOf(part["type"]);
    demand(
      type === "text" || (type === "image_url" && role === "user"),
      `Invalid content type '${type}' in ${at}. image_url is only supported by certain roles.`,
    );
    if (type === "text") demand(textOf(part["text"]) !== "", `${at}.content: text must not be empty`);
  }
}

function checkPairs(messages: readonly Json[]): void {
  let waiting: string[] = [];
  messages.forEach((message, index) => {
    if (message["role"] === "tool") {
      const id = textOf(message["tool_call_id"]);
      demand(
        waiting.includes(id),
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message " +
          `with 'tool_calls'. (messages[${index}])`,
      );
      waiting = waiting.filter((other) => other !== id);
      return;
    }
    demand(waiting.length === 0, unanswered(waiting));
    waiting = objectsOf(message["tool_calls"]).map((call) => textOf(call["id"]));
  });
  demand(waiting.length === 0, unanswered(waiting));
}

const unanswered = (callIds: readonly string[]): string =>
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
  `The following tool_call_ids did not have response messages: ${callIds.join(", ")}`;
