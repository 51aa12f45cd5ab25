import { isObject } from "../../base/json";
import type { ImagePart, ImageType, TextPart } from "../../conversation/message";
import type { ToolOutcome } from "../tool";

/** Reads the answer of a server, checked piece by piece: it is foreign data, whatever its types promise. */
export function readToolResult(answer: unknown): ToolOutcome {
  const result = isObject(answer) ? answer : {};
  const listed = Array.isArray(result["content"]) ? result["content"] : [];
  const parts = listed.slice(0, MAX_PARTS).map(readPart);
  if (listed.length > MAX_PARTS) parts.push(textPart(`[${listed.length - MAX_PARTS} more parts, not shown]`));
  const structured =
    parts.length === 0 && result["structuredContent"] !== undefined
      ? [textPart(printData(result["structuredContent"]))]
      : [];
  const content = [...parts, ...structured];
  return { content: content.length === 0 ? [textPart("(no output)")] : content, failed: result["isError"] === true };
}

/** No model reads more pieces in one result. */
const MAX_PARTS = 500;
/** Providers refuse larger images. */
const MAX_IMAGE_CHARS = 7 * 1024 * 1024;

function printData(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    // Nested deeper than the stack: no honest result is.
    return "[structured content, nested too deeply to show]";
  }
}

function readPart(part: unknown): TextPart | ImagePart {
  if (!isObject(part)) return textPart("[content of an unknown kind]");
  if (part["type"] === "text" && typeof part["text"] === "string") return textPart(part["text"]);
  if (part["type"] === "image" && typeof part["data"] === "string" && isImageType(part["mimeType"]))
    if (part["data"].length > MAX_IMAGE_CHARS) return textPart("[image too large to show]");
    else return { type: "image", mediaType: part["mimeType"], base64: part["data"] };
  if (part["type"] === "resource" && isObject(part["resource"])) {
    const { text, uri } = part["resource"];
    return textPart(typeof text === "string" ? text : `[binary resource ${String(uri)}, not shown]`);
  }
  if (part["type"] === "resource_link") return textPart(`[resource ${String(part["uri"])}]`);
  return textPart(`[${String(part["type"])} content, not shown]`);
}

const textPart = (text: string): TextPart => ({ type: "text", text });
const isImageType = (value: unknown): value is ImageType =>
  value === "image/png" || value === "image/jpeg" || value === "image/gif" || value === "image/webp";
