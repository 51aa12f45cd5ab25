import { SLICE_CHARS, slicesOf } from "../base/slices";
import { redactSecrets } from "./secrets";

/**
 * `redactSecrets` for text of any length: a command or a server may answer with megabytes, which would block the host.
 * Slices end where no secret is: between lines and outside of a key block.
 */
export async function redactInSlices(text: string): Promise<string> {
  if (text.length <= SLICE_CHARS) return redactSecrets(text);
  const redacted: string[] = [];
  for await (const slice of slicesOf(text, findCut)) redacted.push(redactSecrets(slice));
  return redacted.join("");
}

/** A key block that began in this slice is moved to the next one as a whole, unless it fills most of the slice. */
function findCut(slice: string): number {
  const block = slice.lastIndexOf("-----BEGIN ");
  const isOpen = block > slice.length / 2 && slice.indexOf("-----END ", block) < 0;
  if (isOpen) return block;
  const newline = slice.lastIndexOf("\n") + 1;
  return newline > slice.length / 2 ? newline : lastSeparator(slice);
}

/** Minified data has no lines; its pairs end with one of these. */
const SEPARATORS: ReadonlySet<string> = new Set([",", ";", "&", " ", "\t", "\n", "\r"]);

function lastSeparator(slice: string): number {
  for (let at = slice.length; at > slice.length / 2; at--) if (SEPARATORS.has(slice[at - 1] ?? "")) return at;
  return slice.length;
}
