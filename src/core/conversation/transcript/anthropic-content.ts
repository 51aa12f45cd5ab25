import type { UnknownObject } from "../../base/json";
import { listOf, objectOf, textOf } from "../../base/json";
import { callId, messageId } from "../ids";
import type { AssistantPart, ImagePart, ImageType, Message, Origin, TextPart } from "../message";

/** Messages in Anthropic's form, as Claude Code, Cline, and plain message files record them. */
export interface AnthropicEntry {
  readonly role: "user" | "assistant";
  readonly content: unknown;
  readonly id: string;
  readonly origin: Origin;
}

const BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking"]);

/** Whether content has blocks that only Anthropic's form has; plain text looks the same in every form. */
export const hasAnthropicBlocks = (content: unknown): boolean =>
  listOf(content).some((block) => BLOCKS.has(block["type"]) || (block["type"] === "image" && "source" in block));

/** One entry may hold results and a text of the user; each result becomes a message of its own, results first. */
export function readAnthropicEntry(entry: AnthropicEntry, toolName: (id: string) => string): readonly Message[] {
  const blocks =
    typeof entry.content === "string"
      ? [{ type: "text", text: entry.content } as UnknownObject]
      : listOf(entry.content);
  if (entry.role === "assistant") {
    const parts = blocks.flatMap((block) => readAssistantBlock(block, entry.origin));
    return parts.length === 0 ? [] : [{ role: "assistant", id: messageId(entry.id), parts, origin: entry.origin }];
  }
  const results = blocks.filter((block) => block["type"] === "tool_result");
  const content = blocks.filter((block) => block["type"] !== "tool_result").flatMap(readContentBlock);
  return [
    ...results.map((block, index): Message => {
      const id = textOf(block["tool_use_id"]);
      return {
        role: "tool",
        id: messageId(index === 0 && content.length === 0 ? entry.id : `${entry.id}-${index}`),
        callId: callId(id),
        toolName: toolName(id),
        failed: block["is_error"] === true,
        body: { kind: "full", content: readResultContent(block["content"]) },
      };
    }),
    ...(content.length === 0 ? [] : [{ role: "user", id: messageId(entry.id), content } as const]),
  ];
}

function readAssistantBlock(block: UnknownObject, origin: Origin): readonly AssistantPart[] {
  const type = textOf(block["type"]);
  if (type === "text") return textOf(block["text"]) === "" ? [] : [{ type: "text", text: textOf(block["text"]) }];
  if (type === "thinking") return readThinking(block);
  if (type === "redacted_thinking")
    return [{ type: "thinking", text: "", seal: { kind: "anthropic-redacted", data: textOf(block["data"]) } }];
  if (type === "tool_use")
    return [
      {
        type: "tool-call",
        callId: callId(textOf(block["id"])),
        name: textOf(block["name"]) || "unknown",
        inputJson: JSON.stringify(block["input"] ?? {}),
      },
    ];
  const gist = `[${type || "block"}]`;
  return [{ type: "opaque", protocol: origin.protocol, block: JSON.parse(JSON.stringify(block)), gist }];
}

function readThinking(block: UnknownObject): readonly AssistantPart[] {
  const text = textOf(block["thinking"]);
  const signature = textOf(block["signature"]);
  if (text === "" && signature === "") return [];
  return [
    { type: "thinking", text, ...(signature !== "" && { seal: { kind: "anthropic-signature", signature } as const }) },
  ];
}

const readResultContent = (content: unknown): readonly (TextPart | ImagePart)[] =>
  typeof content === "string" ? textPart(content) : listOf(content).flatMap(readContentBlock);

function readContentBlock(block: UnknownObject): readonly (TextPart | ImagePart)[] {
  if (typeof block["text"] === "string") return textPart(block["text"]);
  const source = objectOf(block["source"]);
  const mediaType = textOf(source["media_type"]);
  if (block["type"] === "image" && isImageType(mediaType) && textOf(source["data"]) !== "")
    return [{ type: "image", mediaType, base64: textOf(source["data"]) }];
  return textPart(JSON.stringify(block));
}

const textPart = (text: string): readonly TextPart[] => (text === "" ? [] : [{ type: "text", text }]);
const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"] satisfies ImageType[];
const isImageType = (text: string): text is ImageType => IMAGE_TYPES.includes(text);
