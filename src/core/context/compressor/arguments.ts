import type { JsonValue } from "../../conversation/message";

/** Leaves up to this long cost little and often are the point of the call (paths, queries, commands). */
const LONG_LEAF_CHARS = 200;
/** Enough of the beginning to recognize what was written. */
const KEPT_LEAF_CHARS = 80;
/** Deeper nesting than any real tool has; walking on would let a hostile argument exhaust the stack. */
const DEEPEST_LEVEL = 64;

const MARK_OPEN = "⟦hermes removed ";
const MARK_CLOSE = " characters of this old argument from context; this note was never part of the content⟧";

/** The same arguments with long text cut out and said so; unchanged where nothing is saved or nothing can be read. */
export function shortenArguments(inputJson: string): string {
  if (inputJson.length <= LONG_LEAF_CHARS) return inputJson;
  const value = parseJson(inputJson);
  if (value === undefined) return inputJson;
  const shorter = JSON.stringify(shortenLeaves(value, 0));
  return shorter.length < inputJson.length ? shorter : inputJson;
}

export function parseJson(text: string): JsonValue | undefined {
  try {
    // The parser's own result type is untyped; JSON text can be nothing else than a JsonValue.
    return JSON.parse(text) as JsonValue;
  } catch {
    // Models do write broken arguments; they stay as they are.
    return undefined;
  }
}

function shortenLeaves(value: JsonValue, level: number): JsonValue {
  if (typeof value === "string") return shortenLeaf(value);
  if (value === null || typeof value !== "object" || level >= DEEPEST_LEVEL) return value;
  if (isList(value)) return value.map((item) => shortenLeaves(item, level + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortenLeaves(item, level + 1)]));
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

function shortenLeaf(text: string): string {
  if (text.length <= LONG_LEAF_CHARS || text.endsWith(MARK_CLOSE)) return text;
  const kept = text.slice(0, safeCut(text, KEPT_LEAF_CHARS));
  const marked = `${kept}${MARK_OPEN}${(text.length - kept.length).toLocaleString("en-US")}${MARK_CLOSE}`;
  return marked.length < text.length ? marked : text;
}

/** Never between the two halves of a character outside the basic plane. */
export function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
