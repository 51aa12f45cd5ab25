import type OpenAI from "openai";
import { unreachable } from "../../base/unreachable";
import type {
  AssistantMessage,
  AssistantPart,
  ImagePart,
  Message,
  TextPart,
  ThinkingPart,
} from "../../conversation/message";
import { summaryText, userContent } from "../../conversation/render";
import { hasVisibleContent, isBlank, wireTurns } from "../../conversation/wire-turns";
import type { ModelRequest, ToolSchema } from "../provider";
import { CONTINUE_REQUEST, imageUrl, resultContent, sendable } from "../wire/content";
import type { Replay } from "../wire/replay";
import { replayOf } from "../wire/replay";
import type { ResponsesDialect } from "./dialect";

type Body = OpenAI.Responses.ResponseCreateParamsStreaming;
type Item = OpenAI.Responses.ResponseInputItem;
type InputContent = OpenAI.Responses.ResponseInputText | OpenAI.Responses.ResponseInputImage;

export function encodeRequest(request: ModelRequest, dialect: ResponsesDialect): Body {
  const instructions = [request.system, request.systemNote ?? ""].filter((text) => !isBlank(text)).join("\n\n");
  return {
    model: request.model.model,
    stream: true,
    store: false,
    ...(dialect.outputLimit === "sent" && { max_output_tokens: request.outputTokens }),
    ...(request.model.thinking !== "none" && { include: ["reasoning.encrypted_content"] }),
    ...(request.effort !== undefined && { reasoning: { effort: request.effort } }),
    prompt_cache_key: request.conversationKey,
    ...(instructions !== "" && { instructions }),
    ...(request.tools.length > 0 && { tools: request.tools.map(encodeTool) }),
    input: encodeInput(request),
  };
}

function encodeInput(request: ModelRequest): Item[] {
  const turns = wireTurns(request.messages, hasVisibleContent);
  const items = turns.flatMap((turn) => turn.messages.flatMap((message) => encodeMessage(message, turn.role, request)));
  const closing: Item = { type: "message", role: "user", content: [{ type: "input_text", text: CONTINUE_REQUEST }] };
  return turns.at(-1)?.role === "assistant" ? [...items, closing] : items;
}

const encodeTool = (tool: ToolSchema): OpenAI.Responses.FunctionTool => ({
  type: "function",
  name: tool.name,
  description: tool.description,
  parameters: { ...tool.parameters },
  strict: false,
});

function encodeMessage(message: Message, side: "user" | "assistant", request: ModelRequest): readonly Item[] {
  switch (message.role) {
    case "user":
      return [
        { type: "message", role: "user", content: sendable(userContent(message), request.model).map(encodeContent) },
      ];
    case "summary":
      return [
        side === "user"
          ? { type: "message", role: "user", content: [{ type: "input_text", text: summaryText(message) }] }
          : { type: "message", role: "assistant", content: summaryText(message) },
      ];
    case "tool": {
      const content = resultContent(message, request.model);
      const told = message.failed ? [{ type: "text" as const, text: "ERROR:" }, ...content] : content;
      return [{ type: "function_call_output", call_id: message.callId, output: told.map(encodeContent) }];
    }
    case "assistant":
      return encodeAssistant(message, request);
    default:
      return unreachable(message);
  }
}

/**
 * Items keep the order the model gave them, and reasoning goes back only together with what followed it. Without the
 * reasoning the ids must go too: the server refuses an item it remembers as reasoned about.
 */
function encodeAssistant(message: AssistantMessage, request: ModelRequest): readonly Item[] {
  const replay = replayOf(message, request);
  const lastSpoken = message.parts.findLastIndex((part) => part.type !== "thinking");
  return message.parts.slice(0, lastSpoken + 1).flatMap((part) => encodePart(part, replay));
}

function encodePart(part: AssistantPart, replay: Replay): readonly Item[] {
  switch (part.type) {
    case "thinking":
      return replay === "sealed" ? encodeReasoning(part) : [];
    case "text":
      return isBlank(part.text) ? [] : [encodeText(part, replay)];
    case "tool-call":
      return [
        {
          type: "function_call",
          call_id: part.callId,
          name: part.name,
          arguments: part.inputJson,
          ...(replay === "sealed" && part.seal && { id: part.seal.itemId }),
        },
      ];
    case "opaque":
      // The item is the provider's own, handed back as it came; its shape is theirs to know.
      return replay !== "foreign"
        ? [part.block as unknown as Item]
        : [encodeText({ type: "text", text: part.gist }, "foreign")];
    default:
      return unreachable(part);
  }
}

/** With `store: false` the server remembers nothing, so only an item that carries its encrypted state may return. */
function encodeReasoning(part: ThinkingPart): readonly Item[] {
  if (part.seal?.kind !== "responses-reasoning" || part.seal.encrypted === null) return [];
  return [
    {
      type: "reasoning",
      id: part.seal.itemId,
      summary: part.seal.summary.map((text) => ({ type: "summary_text" as const, text })),
      encrypted_content: part.seal.encrypted,
    },
  ];
}

function encodeText(part: TextPart, replay: Replay): Item {
  if (replay !== "sealed" || part.seal === undefined) return { type: "message", role: "assistant", content: part.text };
  return {
    type: "message",
    role: "assistant",
    id: part.seal.itemId,
    status: "completed",
    content: [{ type: "output_text", text: part.text, annotations: [] }],
    ...(part.seal.phase !== null && { phase: part.seal.phase }),
  };
}

const encodeContent = (part: TextPart | ImagePart): InputContent =>
  part.type === "text"
    ? { type: "input_text", text: part.text }
    : { type: "input_image", detail: "auto", image_url: imageUrl(part) };
