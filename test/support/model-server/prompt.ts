import { createHash } from "node:crypto";
import type { Json } from "./json";
import { isObject } from "./json";

/** One position of a prompt as the cache sees it: its content, its size, and its marker, if any. */
export interface PromptBlock {
  readonly tier: "tools" | "system" | "messages";
  readonly hash: string;
  readonly tokens: number;
  readonly mark?: "5m" | "1h";
}

/** Fixed token count of an image, regardless of its size in bytes. */
const IMAGE_TOKENS = 1_600;
const CHARS_PER_TOKEN = 4;

export function promptBlock(tier: PromptBlock["tier"], block: unknown, owner = ""): PromptBlock {
  const mark = markOf(block);
  const content = JSON.stringify(block, (key, value: unknown) => (key === "cache_control" ? undefined : value)) ?? "";
  const base = { tier, hash: digest(owner + content), tokens: tokensOf(block, content) };
  return mark === undefined ? base : { ...base, mark };
}

export const digest = (text: string): string => createHash("sha1").update(text).digest("base64");

function markOf(block: unknown): "5m" | "1h" | undefined {
  if (!isObject(block)) return undefined;
  const control = block["cache_control"];
  if (isObject(control)) return control["ttl"] === "1h" ? "1h" : "5m";
  const content = block["content"];
  return Array.isArray(content) ? content.map(markOf).findLast((mark) => mark !== undefined) : undefined;
}

function tokensOf(block: unknown, content: string): number {
  const pictures = countPictures(block);
  if (pictures === 0) return Math.ceil(content.length / CHARS_PER_TOKEN);
  const withoutPixels =
    JSON.stringify(block, (key, value: unknown) =>
      key === "data" || key === "url" || key === "image_url" ? undefined : value,
    ) ?? "";
  return pictures * IMAGE_TOKENS + Math.ceil(withoutPixels.length / CHARS_PER_TOKEN);
}

function countPictures(block: unknown): number {
  if (!isObject(block)) return 0;
  const type = block["type"];
  if (type === "image" || type === "image_url" || type === "input_image") return 1;
  const inner = block["content"] ?? block["output"];
  return Array.isArray(inner) ? inner.reduce((sum: number, part: Json) => sum + countPictures(part), 0) : 0;
}
