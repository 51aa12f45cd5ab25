import type { JsonObject } from "../../base/json";
import { parseJsonObject } from "../../base/json";
import { unreachable } from "../../base/unreachable";
import type { AssistantPart, Message } from "../../conversation/message";
import { summaryText, userContent } from "../../conversation/render";
import { hasVisibleContent, isBlank, wireTurns } from "../../conversation/wire-turns";
import type { ModelRequest, ToolSchema } from "../provider";
import type { Content } from "../wire/content";
import { CONTINUE_REQUEST, resultContent, sendable } from "../wire/content";

/** A request as VS Code takes it, in plain values: the host turns them into the classes of the API. */
export interface LmRequest {
  readonly messages: readonly LmMessage[];
  readonly tools: readonly ToolSchema[];
}

export interface LmMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly LmPart[];
}

export type LmPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly callId: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: "result"; readonly callId: string; readonly text: string };

/** The API knows no system role: instructions stand first, as the user's. */
export function encodeRequest(request: ModelRequest): LmRequest {
  const system = [request.system, request.systemNote ?? ""].filter((text) => !isBlank(text)).join("\n\n");
  const turns = wireTurns(request.messages, hasVisibleContent).map(
    ({ role, messages }): LmMessage => ({ role, parts: partsOf(messages, request) }),
  );
  const messages: readonly LmMessage[] = system === "" ? turns : [userText(system), ...turns];
  return {
    messages: messages.at(-1)?.role === "assistant" ? [...messages, userText(CONTINUE_REQUEST)] : messages,
    tools: request.tools,
  };
}

const userText = (text: string): LmMessage => ({ role: "user", parts: [{ type: "text", text }] });

/** Results first: the call before them waits for exactly those. */
function partsOf(messages: readonly Message[], request: ModelRequest): readonly LmPart[] {
  const parts = messages.flatMap((message) => encodeMessage(message, request));
  return [...parts.filter(({ type }) => type === "result"), ...parts.filter(({ type }) => type !== "result")];
}

function encodeMessage(message: Message, request: ModelRequest): readonly LmPart[] {
  switch (message.role) {
    case "user":
      return textParts(sendable(userContent(message), request.model));
    case "summary":
      return [{ type: "text", text: summaryText(message) }];
    case "assistant":
      return message.parts.flatMap(encodePart);
    case "tool": {
      const text = plainText(resultContent(message, request.model));
      return [{ type: "result", callId: message.callId, text: message.failed ? `ERROR: ${text}` : text }];
    }
    default:
      return unreachable(message);
  }
}

function encodePart(part: AssistantPart): readonly LmPart[] {
  switch (part.type) {
    case "text":
      return isBlank(part.text) ? [] : [{ type: "text", text: part.text }];
    case "tool-call":
      return [{ type: "call", callId: part.callId, name: part.name, input: inputOf(part.inputJson) }];
    case "opaque":
      return isBlank(part.gist) ? [] : [{ type: "text", text: part.gist }];
    // What other models thought is not for this one, and this API has no place for it.
    case "thinking":
      return [];
    default:
      return unreachable(part);
  }
}

const textParts = (content: Content): readonly LmPart[] =>
  content.flatMap((part) => (part.type === "text" ? [{ type: "text" as const, text: part.text }] : []));

const plainText = (content: Content): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

/** The API wants an object. What the model garbled stays readable under one key, so that it can correct itself. */
function inputOf(inputJson: string): JsonObject {
  if (isBlank(inputJson)) return {};
  return parseJsonObject(inputJson) ?? { malformed_input: inputJson };
}
