import { readFile, stat } from "node:fs/promises";
import { unreachable } from "../../base/unreachable";
import type { ImageType } from "../../conversation/message";

export type FileContent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly mediaType: ImageType; readonly base64: string }
  | { readonly kind: "binary"; readonly bytes: number }
  | { readonly kind: "too-large"; readonly bytes: number }
  | { readonly kind: "folder" }
  | { readonly kind: "special" }
  | { readonly kind: "missing" };

/** A file is read and decoded as a whole, in a tenth of a second; larger ones are for `terminal` and `search_files`. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Providers refuse larger images. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Git looks for a NUL byte in as many bytes. */
const BINARY_PROBE_BYTES = 8_000;

export async function readContent(path: string): Promise<FileContent> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return { kind: "missing" };
  if (stats.isDirectory()) return { kind: "folder" };
  if (!stats.isFile()) return { kind: "special" };
  if (stats.size > MAX_FILE_BYTES) return { kind: "too-large", bytes: stats.size };
  const bytes = await readFile(path);
  const mediaType = imageTypeOf(bytes);
  if (mediaType !== undefined && bytes.length <= MAX_IMAGE_BYTES)
    return { kind: "image", mediaType, base64: bytes.toString("base64") };
  return decodeText(bytes);
}

export function decodeText(bytes: Uint8Array): FileContent {
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return { kind: "binary", bytes: bytes.length };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // Not UTF-8: showing replacement characters would invite an edit that destroys the file.
    return { kind: "binary", bytes: bytes.length };
  }
}

function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const head = bytes.subarray(0, 12).toString("latin1");
  if (head.startsWith("\x89PNG\r\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF8")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : undefined;
}

/** Describes every kind of content that is not text. */
export function describeContent(content: Exclude<FileContent, { kind: "text" | "image" }>, shown: string): string {
  switch (content.kind) {
    case "missing":
      return `${shown} does not exist. Use list_files or search_files to find the right path.`;
    case "folder":
      return `${shown} is a folder. Use list_files to see what is in it.`;
    case "special":
      return `${shown} is not a regular file.`;
    case "too-large":
      return (
        `${shown} is too large to read (${content.bytes} bytes). ` +
        "Use search_files, or terminal with head, tail or sed."
      );
    case "binary":
      return (
        `${shown} is a binary file (${content.bytes} bytes), so its text cannot be shown. ` +
        "Use terminal to inspect it if needed."
      );
    default:
      return unreachable(content);
  }
}
