import type Anthropic from "@anthropic-ai/sdk";
import { unreachable } from "../../base/unreachable";
import type { MessageId } from "../../conversation/ids";
import type {
  AssistantMessage,
  AssistantPart,
  ImagePart,
  Message,
  TextPart,
  ThinkingPart,
  ToolMessage,
} from "../../conversation/message";
import { summaryText, userContent } from "../../conversation/render";
import { isBlank, wireTurns } from "../../conversation/wire-turns";
import type { CacheTtl, Model } from "../../models/model";
import type { ModelRequest, ToolSchema } from "../provider";
import { CONTINUE_REQUEST, resultContent, sendable } from "../wire/content";
import type { Replay } from "../wire/replay";
import { replayOf } from "../wire/replay";
import { verbatimInput } from "../wire/wire-json";

type Body = Anthropic.MessageCreateParamsStreaming;
type Block = Anthropic.ContentBlockParam;
type Mark = Anthropic.CacheControlEphemeral;

/** A block and the message it came from: several messages share one turn on this wire. */
interface OwnedBlock {
  readonly owner: MessageId;
  readonly block: Block;
}

interface OwnedTurn {
  readonly role: "user" | "assistant";
  readonly blocks: readonly OwnedBlock[];
}

/** The API wants the user to speak first; a conversation cut so that the model would opens with this. */
const OPENING: Anthropic.MessageParam = {
  role: "user",
  content: [{ type: "text", text: "(The conversation continues.)" }],
};
const CLOSING: Anthropic.MessageParam = { role: "user", content: [{ type: "text", text: CONTINUE_REQUEST }] };

export function encodeRequest(request: ModelRequest): Body {
  const system = encodeSystem(request);
  return {
    model: request.model.model,
    max_tokens: request.outputTokens,
    stream: true,
    ...(request.tools.length > 0 && { tools: request.tools.map(encodeTool) }),
    ...(system.length > 0 && { system }),
    ...(request.effort !== undefined && { output_config: { effort: request.effort } }),
    messages: encodeMessages(request),
  };
}

function encodeMessages(request: ModelRequest): Anthropic.MessageParam[] {
  const encoded = new Map(request.messages.map((message) => [message, encodeMessage(message, request)]));
  const turns = wireTurns(request.messages, (message) => (encoded.get(message)?.length ?? 0) > 0).map(
    (turn): OwnedTurn => ({
      role: turn.role,
      blocks: turn.messages.flatMap((message) =>
        (encoded.get(message) ?? []).map((block) => ({ owner: message.id, block })),
      ),
    }),
  );
  const marked = markedBlocks(
    turns.flatMap((turn) => turn.blocks),
    request,
  );
  const mark = markOf(request.cacheTtl);
  const messages = turns.map((turn) => ({
    role: turn.role,
    content: turn.blocks.map(({ block }) => (marked.has(block) ? ({ ...block, cache_control: mark } as Block) : block)),
  }));
  return [
    ...(messages[0]?.role === "assistant" ? [OPENING] : []),
    ...messages,
    ...(messages.at(-1)?.role === "assistant" ? [CLOSING] : []),
  ];
}

function encodeSystem(request: ModelRequest): Anthropic.TextBlockParam[] {
  const isMarked = request.breakpoints.some((breakpoint) => breakpoint.after === "system");
  const cached: Anthropic.TextBlockParam = {
    type: "text",
    text: request.system,
    ...(isMarked && { cache_control: markOf(request.cacheTtl) }),
  };
  return [
    ...(isBlank(request.system) ? [] : [cached]),
    ...(request.systemNote === undefined ? [] : [{ type: "text" as const, text: request.systemNote }]),
  ];
}

const encodeTool = (tool: ToolSchema): Anthropic.Tool => ({
  name: tool.name,
  description: tool.description,
  input_schema: { ...tool.parameters, type: "object" },
});

function encodeMessage(message: Message, request: ModelRequest): readonly Block[] {
  switch (message.role) {
    case "user":
      return sendable(userContent(message), request.model).map(encodeContent);
    case "summary":
      return [{ type: "text", text: summaryText(message) }];
    case "tool":
      return [encodeResult(message, request.model)];
    case "assistant":
      return encodeAssistant(message, request);
    default:
      return unreachable(message);
  }
}

/** Thinking alone is no message: without words or calls behind it the API refuses the turn. */
function encodeAssistant(message: AssistantMessage, request: ModelRequest): readonly Block[] {
  const blocks = message.parts.flatMap((part) => encodePart(part, replayOf(message, request)));
  return blocks.some((block) => !isThinking(block)) ? blocks : [];
}

function encodePart(part: AssistantPart, replay: Replay): Block[] {
  switch (part.type) {
    case "text":
      return isBlank(part.text) ? [] : [{ type: "text", text: part.text }];
    case "tool-call":
      return [{ type: "tool_use", id: part.callId, name: part.name, input: verbatimInput(part.inputJson) }];
    case "opaque":
      // The block is the provider's own, handed back as it came; its shape is theirs to know.
      return replay !== "foreign" ? [part.block as unknown as Block] : [{ type: "text", text: part.gist }];
    case "thinking":
      return replay === "sealed" ? encodeThinking(part) : [];
    default:
      return unreachable(part);
  }
}

/** Unsigned thinking is left out: the API answers a forged or missing signature with 400. */
function encodeThinking(part: ThinkingPart): Block[] {
  if (part.seal?.kind === "anthropic-signature")
    return [{ type: "thinking", thinking: part.text, signature: part.seal.signature }];
  if (part.seal?.kind === "anthropic-redacted") return [{ type: "redacted_thinking", data: part.seal.data }];
  return [];
}

const encodeResult = (message: ToolMessage, model: Model): Anthropic.ToolResultBlockParam => ({
  type: "tool_result",
  tool_use_id: message.callId,
  content: resultContent(message, model).map(encodeContent),
  ...(message.failed && { is_error: true }),
});

const encodeContent = (part: TextPart | ImagePart): Anthropic.TextBlockParam | Anthropic.ImageBlockParam =>
  part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.base64 } };

/** The blocks that carry a marker: the last markable one at or before the end of each message a breakpoint names. */
function markedBlocks(blocks: readonly OwnedBlock[], request: ModelRequest): ReadonlySet<Block> {
  const lastOf = new Map(blocks.map(({ owner }, index) => [owner, index]));
  const marked = new Set<Block>();
  for (const breakpoint of request.breakpoints) {
    if (breakpoint.after === "system") continue;
    const end = lastOf.get(breakpoint.messageId);
    if (end === undefined) continue;
    const place = blocks.slice(0, end + 1).findLast(({ block }) => isMarkable(block));
    if (place !== undefined) marked.add(place.block);
  }
  return marked;
}

const isThinking = (block: Block): boolean => block.type === "thinking" || block.type === "redacted_thinking";
const isMarkable = (block: Block): boolean =>
  block.type === "text" || block.type === "image" || block.type === "tool_use" || block.type === "tool_result";

const markOf = (ttl: CacheTtl): Mark => (ttl === "1h" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" });
