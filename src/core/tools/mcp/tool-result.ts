import type { ImagePart, ImageType, TextPart } from "../../conversation/message";
import type { ToolOutcome } from "../tool";

/** What a server answered, checked piece by piece: it is foreign data, whatever its types promise. */
export function readToolResult(answer: unknown): ToolOutcome {
  const result = isRecord(answer) ? answer : {};
  const parts = Array.isArray(result["content"]) ? result["content"].map(readPart) : [];
  const structured =
    parts.length === 0 && result["structuredContent"] !== undefined
      ? [textPart(JSON.stringify(result["structuredContent"], null, 2))]
      : [];
  const content = [...parts, ...structured];
  return { content: content.length === 0 ? [textPart("(no output)")] : content, failed: result["isError"] === true };
}

function readPart(part: unknown): TextPart | ImagePart {
  if (!isRecord(part)) return textPart("[content of an unknown kind]");
  if (part["type"] === "text" && typeof part["text"] === "string") return textPart(part["text"]);
  if (part["type"] === "image" && typeof part["data"] === "string" && isImageType(part["mimeType"]))
    return { type: "image", mediaType: part["mimeType"], base64: part["data"] };
  if (part["type"] === "resource" && isRecord(part["resource"])) {
    const { text, uri } = part["resource"];
    return textPart(typeof text === "string" ? text : `[binary resource ${String(uri)}, not shown]`);
  }
  if (part["type"] === "resource_link") return textPart(`[resource ${String(part["uri"])}]`);
  return textPart(`[${String(part["type"])} content, not shown]`);
}

const textPart = (text: string): TextPart => ({ type: "text", text });
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isImageType = (value: unknown): value is ImageType =>
  value === "image/png" || value === "image/jpeg" || value === "image/gif" || value === "image/webp";
