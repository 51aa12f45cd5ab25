import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import { unreachable } from "../../base/unreachable";
import { callId, messageId } from "../ids";
import type {
  AssistantMessage,
  AssistantPart,
  ImagePart,
  ImageType,
  Message,
  SummaryMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
} from "../message";
import { messageText, parseSummary, summaryText, visibleContent } from "../render";
import { placeSummary } from "../wire-order";
import { hasAnthropicBlocks, readAnthropicEntry } from "./anthropic-content";

/** A transcript that is no list of chat messages. The message names the entry. */
export class TranscriptError extends SentenceError {
  override readonly name = "TranscriptError";
}

/**
 * OpenAI chat or Anthropic messages as a conversation. System texts are no part of one and are left out; orphan,
 * duplicate, unanswered and empty entries come along as they are. Results are paired with the calls right before them,
 * because recorded sessions reuse call ids. Message ids follow from the index, so an import can be repeated.
 */
export function importTranscript(openAiMessages: readonly unknown[]): Message[] {
  if (!Array.isArray(openAiMessages)) throw new TranscriptError(sentence("A transcript is a list of chat messages."));
  const messages: Message[] = [];
  let waiting: readonly ToolCallPart[] = [];
  openAiMessages.forEach((entry: unknown, index) => {
    for (const message of importEntry(entry, index, waiting)) {
      if (message.role === "tool") waiting = waiting.filter((call) => call.callId !== message.callId);
      else waiting = message.role === "assistant" ? message.parts.filter((part) => part.type === "tool-call") : [];
      messages.push(message);
    }
  });
  return messages;
}

type Entry = Readonly<Record<string, unknown>>;

function importEntry(entry: unknown, index: number, waiting: readonly ToolCallPart[]): readonly Message[] {
  if (!isEntry(entry))
    throw new TranscriptError(sentence("Message {index} of the transcript is not an object.", { index }));
  switch (entry["role"]) {
    case "system":
    case "developer":
      return [];
    case "user":
      return hasAnthropicBlocks(entry["content"])
        ? importAnthropic("user", entry, index, waiting)
        : [importUser(entry, index)];
    case "assistant":
      return hasAnthropicBlocks(entry["content"])
        ? importAnthropic("assistant", entry, index, waiting)
        : [importAssistant(entry, index)];
    case "tool":
    case "function":
      return [importResult(entry, index, waiting)];
    default:
      throw new TranscriptError(
        sentence("Message {index} of the transcript has the unknown role {role}.", {
          index,
          role: JSON.stringify(entry["role"]) ?? "undefined",
        }),
      );
  }
}

/** Anthropic puts calls, results, thinking, and pictures into the content; read as text, they would mean nothing. */
function importAnthropic(
  role: "user" | "assistant",
  entry: Entry,
  index: number,
  waiting: readonly ToolCallPart[],
): readonly Message[] {
  const model = typeof entry["model"] === "string" ? entry["model"] : "unknown";
  return readAnthropicEntry(
    {
      role,
      content: entry["content"],
      id: `m${index}`,
      origin: { protocol: "anthropic-messages", provider: "imported", model },
    },
    (id) => waiting.find((call) => call.callId === id)?.name ?? "unknown",
  );
}

function importUser(entry: Entry, index: number): Message {
  const id = messageId(`m${index}`);
  const content = importContent(entry["content"]);
  return importSummary(content, id) ?? { role: "user", id, content };
}

function importSummary(content: readonly (TextPart | ImagePart)[], id: Message["id"]): Message | undefined {
  const only = content.length === 1 ? content[0] : undefined;
  const parsed = only?.type === "text" ? parseSummary(only.text) : undefined;
  return parsed && { role: "summary", id, covers: [], ...parsed };
}

function importAssistant(entry: Entry, index: number): Message {
  const id = messageId(`m${index}`);
  const texts = importContent(entry["content"]).filter((part) => part.type === "text");
  const calls = importCalls(entry, index);
  const summary = calls.length === 0 ? importSummary(texts, id) : undefined;
  if (summary) return summary;
  const model = typeof entry["model"] === "string" ? entry["model"] : "unknown";
  const message: AssistantMessage = {
    role: "assistant",
    id,
    origin: { protocol: "openai-chat", provider: "imported", model },
    parts: [...importThinking(entry), ...texts, ...calls],
  };
  return message;
}

function importThinking(entry: Entry): readonly AssistantPart[] {
  for (const field of ["reasoning_content", "reasoning"] as const) {
    const text = entry[field];
    if (typeof text === "string" && text !== "")
      return [{ type: "thinking", text, seal: { kind: "chat-reasoning", field } }];
  }
  const thinking = entry["thinking"];
  return typeof thinking === "string" && thinking !== "" ? [{ type: "thinking", text: thinking }] : [];
}

function importCalls(entry: Entry, index: number): readonly ToolCallPart[] {
  const calls =
    entry["tool_calls"] ??
    (isEntry(entry["function_call"]) ? [{ id: entry["function_call"]["name"], function: entry["function_call"] }] : []);
  if (!Array.isArray(calls))
    throw new TranscriptError(
      sentence("Message {index} of the transcript has tool_calls that are not a list.", { index }),
    );
  return calls.map((call: unknown, position): ToolCallPart => {
    const fn = isEntry(call) ? (call["function"] ?? call["custom"]) : undefined;
    if (!isEntry(call) || !isEntry(fn) || typeof fn["name"] !== "string")
      throw new TranscriptError(
        sentence("Message {index} of the transcript has a tool call (number {position}) without a function name.", {
          index,
          position,
        }),
      );
    const id = typeof call["id"] === "string" ? call["id"] : `call_${index}_${position}`;
    return {
      type: "tool-call",
      callId: callId(id),
      name: fn["name"],
      inputJson: asText(fn["arguments"] ?? fn["input"] ?? ""),
    };
  });
}

function importResult(entry: Entry, index: number, waiting: readonly ToolCallPart[]): ToolMessage {
  const statedId = entry["tool_call_id"];
  const statedName = typeof entry["name"] === "string" ? entry["name"] : undefined;
  const call =
    typeof statedId === "string"
      ? waiting.find((one) => one.callId === statedId)
      : waiting.find((one) => statedName === undefined || one.name === statedName);
  return {
    role: "tool",
    id: messageId(`m${index}`),
    callId: typeof statedId === "string" ? callId(statedId) : (call?.callId ?? callId(`call_${index}`)),
    toolName: call?.name ?? statedName ?? "unknown",
    failed: entry["is_error"] === true,
    body: { kind: "full", content: importContent(entry["content"]) },
  };
}

function importContent(content: unknown): readonly (TextPart | ImagePart)[] {
  if (content === null || content === undefined || content === "") return [];
  if (!Array.isArray(content)) return [{ type: "text", text: asText(content) }];
  return content.map(importPart).filter((part) => part.type === "image" || part.text !== "");
}

function importPart(part: unknown): TextPart | ImagePart {
  if (!isEntry(part)) return { type: "text", text: asText(part ?? "") };
  if (part["type"] === "image_url") return importImage(part["image_url"]);
  const text = part["text"] ?? part["refusal"];
  return { type: "text", text: typeof text === "string" ? text : asText(part) };
}

/** Pictures that are only linked stay links: core does not fetch. */
function importImage(image: unknown): TextPart | ImagePart {
  const url = isEntry(image) ? image["url"] : image;
  const [, mediaType, base64] = (typeof url === "string" ? dataUrl.exec(url) : undefined) ?? [];
  if (!isImageType(mediaType) || base64 === undefined)
    return { type: "text", text: `[image: ${asText(url ?? "missing")}]` };
  return { type: "image", mediaType, base64 };
}

const dataUrl = /^data:([a-z]+\/[a-z]+);base64,(.*)$/s;
const imageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"] satisfies ImageType[];
const isImageType = (text: string | undefined): text is ImageType => text !== undefined && imageTypes.includes(text);

const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));

/** A message as OpenAI chat puts it. */
export interface ChatMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string | null | readonly ChatPart[];
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
}

type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * A conversation as OpenAI chat messages. Chat results hold text only, so their pictures follow as one user
 * message behind the whole round. Empty messages are left out; a summary takes the role its neighbors leave free.
 */
export function exportTranscript(messages: readonly Message[]): ChatMessage[] {
  const rounds = withImagesAfterRounds(messages.filter((message) => !isEmpty(message)));
  const exported: ChatMessage[] = [];
  let lead = "";
  rounds.forEach((item, index) => {
    if (item.role !== "summary") {
      exported.push(lead === "" ? item : withLead(item, lead));
      lead = "";
      return;
    }
    const text = summaryText(item);
    const place = placeSummary(exported.at(-1)?.role, wireRole(rounds[index + 1]));
    if (place === "into-after") lead = lead === "" ? text : `${lead}\n\n${text}`;
    else if (place === "into-before")
      exported.splice(-1, 1, ...exported.slice(-1).map((before) => withTrail(before, text)));
    else exported.push({ role: place, content: text });
  });
  return exported;
}

/** One message by itself; a summary speaks as the user and pictures of a result are not included. */
export function exportMessage(message: Message): ChatMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: chatContent(message.content) };
    case "summary":
      return { role: "user", content: summaryText(message) };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: resultText(message) };
    case "assistant":
      return exportAssistant(message);
    default:
      return unreachable(message);
  }
}

function exportAssistant(message: AssistantMessage): ChatMessage {
  const text = messageText(message);
  const calls = message.parts
    .filter((part) => part.type === "tool-call")
    .map(
      (part): ChatCall => ({
        id: part.callId,
        type: "function",
        function: { name: part.name, arguments: part.inputJson },
      }),
    );
  return calls.length === 0
    ? { role: "assistant", content: text }
    : { role: "assistant", content: text === "" ? null : text, tool_calls: calls };
}

function withImagesAfterRounds(messages: readonly Message[]): readonly (ChatMessage | SummaryMessage)[] {
  const items: (ChatMessage | SummaryMessage)[] = [];
  let pictures: ChatPart[] = [];
  const endRound = () => {
    if (pictures.length > 0) items.push({ role: "user", content: pictures });
    pictures = [];
  };
  for (const message of messages) {
    if (message.role !== "tool") endRound();
    items.push(message.role === "summary" ? message : exportMessage(message));
    if (message.role === "tool") pictures.push(...resultPictures(message));
  }
  endRound();
  return items;
}

function resultPictures(message: ToolMessage): readonly ChatPart[] {
  const images = visibleContent(message.body).filter((part) => part.type === "image");
  return images.length === 0
    ? []
    : [{ type: "text", text: `Image from ${message.toolName} (${message.callId}):` }, ...images.map(chatPart)];
}

function resultText(message: ToolMessage): string {
  const text = messageText(message);
  const pictures = visibleContent(message.body).some((part) => part.type === "image");
  return text.trim() === "" && pictures ? "(image, see below)" : text;
}

/** Results stay even when empty: their call needs an answer. */
function isEmpty(message: Message): boolean {
  if (message.role === "tool" || message.role === "summary") return false;
  if (message.role === "user") return message.content.every((part) => part.type === "text" && part.text.trim() === "");
  return messageText(message).trim() === "" && !message.parts.some((part) => part.type === "tool-call");
}

const wireRole = (item: ChatMessage | SummaryMessage | undefined) =>
  item === undefined || item.role === "summary" ? undefined : item.role;

const withLead = (message: ChatMessage, lead: string): ChatMessage =>
  Array.isArray(message.content)
    ? { ...message, content: [{ type: "text", text: lead }, ...message.content] }
    : { ...message, content: joined(lead, message.content) };

const withTrail = (message: ChatMessage, trail: string): ChatMessage =>
  Array.isArray(message.content)
    ? { ...message, content: [...message.content, { type: "text", text: trail }] }
    : { ...message, content: joined(message.content, trail) };

const joined = (...texts: readonly ChatMessage["content"][]): string =>
  texts.filter((text) => typeof text === "string" && text !== "").join("\n\n");

function chatContent(content: readonly (TextPart | ImagePart)[]): ChatMessage["content"] {
  const only = content.length === 1 ? content[0] : undefined;
  return only?.type === "text"
    ? only.text
    : content.filter((part) => part.type === "image" || part.text !== "").map(chatPart);
}

const chatPart = (part: TextPart | ImagePart): ChatPart =>
  part.type === "text"
    ? { type: "text", text: part.text }
    : { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.base64}` } };
