import type OpenAI from "openai";
import type { MessageId } from "../../conversation/ids";
import type { AssistantMessage, ImagePart, Message, TextPart } from "../../conversation/message";
import { summaryText, userContent } from "../../conversation/render";
import { hasVisibleContent, isBlank, wireTurns } from "../../conversation/wire-turns";
import type { ModelRequest, ToolSchema } from "../provider";
import type { Content } from "../wire/content";
import { CONTINUE_REQUEST, imageUrl, resultContent, sendable } from "../wire/content";
import { replayOf } from "../wire/replay";
import type { ChatDialect } from "./dialect";

type Body = OpenAI.Chat.ChatCompletionCreateParamsStreaming;
type Param = OpenAI.Chat.ChatCompletionMessageParam;
type Assistant = OpenAI.Chat.ChatCompletionAssistantMessageParam;
type Call = OpenAI.Chat.ChatCompletionMessageFunctionToolCall;
type Part = OpenAI.Chat.ChatCompletionContentPart;

/** A message of this wire and the messages it came from. */
interface OwnedParam {
  readonly owners: readonly MessageId[];
  readonly param: Param;
}

export function encodeRequest(request: ModelRequest, dialect: ChatDialect): Body {
  return {
    model: request.model.model,
    stream: true,
    stream_options: { include_usage: true },
    [dialect.outputField]: request.outputTokens,
    ...(dialect.conversationKey === "prompt_cache_key" && { prompt_cache_key: request.conversationKey }),
    ...encodeEffort(request, dialect),
    ...(request.tools.length > 0 && { tools: request.tools.map(encodeTool) }),
    messages: endedByUser([...encodeSystem(request, dialect), ...encodeMessages(request, dialect)]),
  };
}

/** Routers pass the wish on under a name of their own. */
function encodeEffort({ effort }: ModelRequest, { effortField }: ChatDialect): object {
  if (effort === undefined) return {};
  return effortField === "reasoning" ? { reasoning: { effort } } : { reasoning_effort: effort };
}

const endedByUser = (messages: Param[]): Param[] =>
  messages.at(-1)?.role === "assistant" ? [...messages, { role: "user", content: CONTINUE_REQUEST }] : messages;

/**
 * One system message: several templates refuse a second. The note stands last, so the prefix before it stays the same.
 */
function encodeSystem(request: ModelRequest, dialect: ChatDialect): Param[] {
  const texts = [request.system, request.systemNote ?? ""].filter((text) => !isBlank(text));
  if (texts.length === 0) return [];
  const isMarked =
    dialect.cacheControl === "parts" && request.breakpoints.some((breakpoint) => breakpoint.after === "system");
  if (!isMarked) return [{ role: "system", content: texts.join("\n\n") }];
  return [
    {
      role: "system",
      content: texts.map((text, index) =>
        index === 0 ? withMark({ type: "text", text }, request) : { type: "text", text },
      ),
    },
  ];
}

const encodeTool = (tool: ToolSchema): OpenAI.Chat.ChatCompletionFunctionTool => ({
  type: "function",
  function: { name: tool.name, description: tool.description, parameters: { ...tool.parameters } },
});

function encodeMessages(request: ModelRequest, dialect: ChatDialect): Param[] {
  const owned = wireTurns(request.messages, hasVisibleContent).flatMap((turn) =>
    turn.role === "user" ? encodeUserTurn(turn.messages, request) : [encodeAssistantTurn(turn.messages, request)],
  );
  if (dialect.cacheControl === "none") return owned.map(({ param }) => param);
  const marked = markedParams(owned, request);
  return owned.map(({ param }) => (marked.has(param) ? markParam(param, request) : param));
}

/**
 * Results first, each its own message; then pictures they brought (results carry text only here) and the user's words
 * as one.
 */
function encodeUserTurn(messages: readonly Message[], request: ModelRequest): readonly OwnedParam[] {
  const results: OwnedParam[] = [];
  const pictures: ImagePart[] = [];
  const words: (TextPart | ImagePart)[] = [];
  const speakers: MessageId[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      const content = resultContent(message, request.model);
      pictures.push(...content.filter((part) => part.type === "image"));
      const text = content
        .map((part) => (part.type === "text" ? part.text : "[image: see the next user message]"))
        .join("\n");
      results.push({
        owners: [message.id],
        param: { role: "tool", tool_call_id: message.callId, content: message.failed ? `ERROR: ${text}` : text },
      });
    } else if (message.role === "summary") {
      words.push({ type: "text", text: summaryText(message) });
      speakers.push(message.id);
    } else if (message.role === "user") {
      words.push(...sendable(userContent(message), request.model));
      speakers.push(message.id);
    }
  }
  const content = [...pictures, ...words];
  return content.length === 0
    ? results
    : [...results, { owners: speakers, param: { role: "user", content: encodeContent(content) } }];
}

function encodeAssistantTurn(messages: readonly Message[], request: ModelRequest): OwnedParam {
  const texts: string[] = [];
  const calls: Call[] = [];
  let reasoning: Record<string, string> = {};
  for (const message of messages) {
    if (message.role === "summary") texts.push(summaryText(message));
    if (message.role !== "assistant") continue;
    texts.push(wordsOf(message));
    calls.push(...callsOf(message));
    if (replayOf(message, request) === "sealed") reasoning = { ...reasoning, ...reasoningOf(message) };
  }
  const text = texts.filter((part) => part !== "").join("\n\n");
  const param: Assistant = {
    role: "assistant",
    content: text === "" ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...reasoning,
  };
  return { owners: messages.map((message) => message.id), param };
}

const wordsOf = (message: AssistantMessage): string =>
  message.parts
    .map((part) => (part.type === "text" && !isBlank(part.text) ? part.text : part.type === "opaque" ? part.gist : ""))
    .join("");

const callsOf = (message: AssistantMessage): readonly Call[] =>
  message.parts.flatMap((part) =>
    part.type === "tool-call"
      ? [{ type: "function" as const, id: part.callId, function: { name: part.name, arguments: part.inputJson } }]
      : [],
  );

/** OpenAI itself takes no reasoning back here; compatible servers want it under the name they sent it by. */
function reasoningOf(message: AssistantMessage): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const part of message.parts) {
    if (part.type !== "thinking" || part.seal?.kind !== "chat-reasoning") continue;
    fields[part.seal.field] = (fields[part.seal.field] ?? "") + part.text;
  }
  return fields;
}

/** Plain text as a string: small servers know nothing else. */
function encodeContent(content: Content): string | Part[] {
  if (content.every((part) => part.type === "text")) return content.map((part) => part.text).join("\n\n");
  return content.map(
    (part): Part =>
      part.type === "text"
        ? { type: "text", text: part.text }
        : { type: "image_url", image_url: { url: imageUrl(part) } },
  );
}

/** For each breakpoint the last message at or before it that can carry a marker; one with calls and no words cannot. */
function markedParams(owned: readonly OwnedParam[], request: ModelRequest): ReadonlySet<Param> {
  const lastOf = new Map(owned.flatMap(({ owners }, index) => owners.map((owner) => [owner, index] as const)));
  const marked = new Set<Param>();
  for (const breakpoint of request.breakpoints) {
    if (breakpoint.after === "system") continue;
    const end = lastOf.get(breakpoint.messageId);
    const place =
      end === undefined
        ? undefined
        : owned.slice(0, end + 1).findLast(({ param }) => param.content !== null && param.content !== undefined);
    if (place !== undefined) marked.add(place.param);
  }
  return marked;
}

/** The marker must sit inside a content part: OpenRouter ignores it on the message. */
function markParam(param: Param, request: ModelRequest): Param {
  const parts: readonly Part[] =
    typeof param.content === "string" ? [{ type: "text", text: param.content }] : ((param.content ?? []) as Part[]);
  const content = parts.map((part, index) => (index === parts.length - 1 ? withMark(part, request) : part));
  // One message type admits these parts for each role; the union as a whole does not know that.
  return { ...param, content } as Param;
}

const withMark = <Marked extends Part>(part: Marked, request: ModelRequest): Marked => ({
  ...part,
  cache_control: request.cacheTtl === "1h" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" },
});
