import { callId, messageId } from "../../src/core/conversation/ids";
import type {
  AssistantMessage,
  AssistantPart,
  Message,
  Origin,
  SummaryMessage,
  ToolBody,
  ToolMessage,
  UserMessage,
} from "../../src/core/conversation/message";

export const claude: Origin = { protocol: "anthropic-messages", provider: "anthropic", model: "claude-x" };
export const gpt: Origin = { protocol: "openai-responses", provider: "openai", model: "gpt-x" };
export const deepseek: Origin = { protocol: "openai-chat", provider: "deepseek", model: "ds-x" };

let next = 0;
const id = () => messageId(`m${next++}`);

export const user = (text: string): UserMessage => ({ role: "user", id: id(), content: [{ type: "text", text }] });
export const says = (...parts: (string | AssistantPart)[]): AssistantMessage => saysAs(claude, ...parts);
export const saysAs = (origin: Origin, ...parts: (string | AssistantPart)[]): AssistantMessage => ({
  role: "assistant",
  id: id(),
  origin,
  parts: parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
});
export const call = (name: string, inputJson = "{}", key = name): AssistantPart => ({
  type: "tool-call",
  callId: callId(key),
  name,
  inputJson,
});
export const result = (name: string, text: string, key = name): ToolMessage =>
  withBody(name, { kind: "full", content: [{ type: "text", text }] }, key);
export const failure = (name: string, text: string, key = name): ToolMessage => ({
  ...result(name, text, key),
  failed: true,
});
export const withBody = (name: string, body: ToolBody, key = name): ToolMessage => ({
  role: "tool",
  id: id(),
  callId: callId(key),
  toolName: name,
  failed: false,
  body,
});
export const summary = (text: string, covers: SummaryMessage["covers"] = []): SummaryMessage => ({
  role: "summary",
  id: id(),
  text,
  covers,
});

/** One line per message: enough to see the shape of a conversation, without unstable details. */
export const shape = (messages: readonly Message[]): string =>
  messages.map((message, index) => `${String(index).padStart(2, "0")} ${line(message)}`).join("\n");

function line(message: Message): string {
  switch (message.role) {
    case "user":
      return `user       ${message.content
        .map((part) => (part.type === "text" ? part.text.slice(0, 40) : `<${part.mediaType}>`))
        .join(" ")}`;
    case "summary":
      return `summary    ${message.text.slice(0, 40)}`;
    case "tool":
      return `tool       ${message.toolName} ${message.body.kind}${message.failed ? " failed" : ""}`;
    case "assistant":
      return `assistant  ${message.parts.map(partShape).join(" + ")}`;
  }
}

function partShape(part: AssistantPart): string {
  switch (part.type) {
    case "tool-call":
      return `${part.name}(${part.inputJson})`;
    case "text":
      return part.text.slice(0, 40);
    default:
      return `<${part.type}>`;
  }
}
