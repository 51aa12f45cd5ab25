import type { UnknownObject } from "../../base/json";
import { listOf, objectOf, textOf } from "../../base/json";
import { callId, messageId } from "../../conversation/ids";
import type { AssistantPart, ImagePart, Message, Origin, TextPart } from "../../conversation/message";
import type { ConversationBuilder } from "../reading/conversation-builder";
import { readDataUrl } from "../reading/data-url";

interface ItemContext {
  readonly fallbackId: string;
  readonly model: string;
  readonly builder: ConversationBuilder;
}

/** An item of the Responses API as messages. Notes of the program to its model are none. */
export function messagesOfItem(item: UnknownObject, context: ItemContext): readonly Message[] | "unknown" {
  switch (item["type"] ?? "message") {
    case "message":
      return readMessage(item, context);
    case "reasoning":
      return assistant(item, context, readReasoning(item));
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
      return assistant(item, context, [readCall(item)]);
    case "function_call_output":
    case "custom_tool_call_output":
    case "local_shell_call_output":
      return [readResult(item, context)];
    case "web_search_call":
    case "ghost_snapshot":
    case "compaction":
      return [];
    default:
      return "unknown";
  }
}

function readMessage(item: UnknownObject, context: ItemContext): readonly Message[] {
  const parts = contentOf(item["content"]);
  if (item["role"] === "assistant")
    return assistant(
      item,
      context,
      parts.filter((part) => part.type === "text"),
    );
  if (item["role"] !== "user" || parts.length === 0 || parts.every(isNote) || isFromProgram(item)) return [];
  return [{ role: "user", id: idOf(item, context), content: parts }];
}

/** What the program tells the model about the surroundings, under the user's name. */
const NOTE = /^<(environment_context|user_instructions|permissions instructions|skills_instructions|turn_aborted)\b/;
const isNote = (part: TextPart | ImagePart): boolean => part.type === "text" && NOTE.test(part.text);

/** Newer versions record who wrote each part. */
function isFromProgram(item: UnknownObject): boolean {
  const authors = listOf(objectOf(item["internal_chat_message_metadata_passthrough"])["content_item_metadata"]).map(
    (part) => objectOf(part["provenance"])["type"],
  );
  return authors.length > 0 && authors.every((author) => author === "harness" || author === "skills");
}

/** Items of one reply follow each other; the first gives the message its id, and the others join it. */
function assistant(item: UnknownObject, context: ItemContext, parts: readonly AssistantPart[]): readonly Message[] {
  if (parts.length === 0) return [];
  const id = context.builder.replyId ?? idOf(item, context);
  return [{ role: "assistant", id, parts, origin: originOf(context) }];
}

const originOf = ({ model }: ItemContext): Origin => ({ protocol: "openai-responses", provider: "openai", model });
const idOf = (item: UnknownObject, { fallbackId }: ItemContext) => messageId(textOf(item["id"]) || fallbackId);

function readReasoning(item: UnknownObject): readonly AssistantPart[] {
  const summary = listOf(item["summary"]).map((part) => textOf(part["text"]));
  const encrypted = typeof item["encrypted_content"] === "string" ? item["encrypted_content"] : null;
  const text = summary.join("\n\n");
  if (text === "" && encrypted === null) return [];
  const itemId = textOf(item["id"]);
  return [{ type: "thinking", text, seal: { kind: "responses-reasoning", itemId, summary, encrypted } }];
}

function readCall(item: UnknownObject): AssistantPart {
  const input = item["arguments"] ?? item["input"] ?? item["action"] ?? {};
  return {
    type: "tool-call",
    callId: callId(textOf(item["call_id"]) || textOf(item["id"])),
    name: textOf(item["name"]) || "shell",
    inputJson: typeof input === "string" ? asJson(item, input) : JSON.stringify(input),
  };
}

/** A custom tool takes plain text, which is no JSON. */
const asJson = (item: UnknownObject, input: string): string =>
  item["type"] === "custom_tool_call" ? JSON.stringify({ input }) : input;

function readResult(item: UnknownObject, context: ItemContext): Message {
  const id = callId(textOf(item["call_id"]));
  const content = contentOf(item["output"]);
  return {
    role: "tool",
    id: idOf(item, context),
    callId: id,
    toolName: context.builder.nameOf(id),
    failed: content.some((part) => part.type === "text" && FAILED.test(part.text)),
    body: { kind: "full", content },
  };
}

/** The program states the exit code of a command at the beginning of its result. */
const FAILED = /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?(?:Process exited with code|Exit code:) [1-9]/;

function contentOf(content: unknown): readonly (TextPart | ImagePart)[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return listOf(content).flatMap((part): readonly (TextPart | ImagePart)[] => {
    if (typeof part["text"] === "string") return part["text"] === "" ? [] : [{ type: "text", text: part["text"] }];
    const image = readDataUrl(textOf(part["image_url"]));
    return image === undefined ? [{ type: "text", text: JSON.stringify(part) }] : [image];
  });
}
