/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** An object of unknown origin: gateways leave fields out or fill them oddly, so nothing is taken for granted. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Objects proper: neither null nor a list. */
export function isObject(value: JsonValue | undefined): value is JsonObject;
export function isObject(value: unknown): value is UnknownObject;
export function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** No honest file nests this deep, and printing a deeper value again overflows the stack. */
const MAX_JSON_DEPTH = 500;

/** True for JSON text that nests beyond every honest use; text that is not JSON may give either answer. */
export function isTooDeep(text: string, maxDepth = MAX_JSON_DEPTH): boolean {
  if (text.length <= 2 * maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === BRACKET || code === BRACE) depth++;
    else if (code === BRACKET_END || code === BRACE_END) depth--;
    if (depth > maxDepth) return true;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BRACKET_END = 0x5d;
const BRACE_END = 0x7d;

/** The place of the closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
  return at;
}

/**
 * The value of a JSON text; undefined where the text is not JSON, as with arguments a model broke off, or nests beyond
 * every honest use.
 */
export function parseJson(text: string): JsonValue | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    // The parser's own result type is untyped; JSON text can hold nothing but a JsonValue.
    return JSON.parse(text) as JsonValue;
  } catch {
    // Being no JSON is one of the two answers.
    return undefined;
  }
}

export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

export const objectOf = (value: unknown): UnknownObject => (isObject(value) ? value : {});
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const listOf = (value: unknown): readonly UnknownObject[] =>
  Array.isArray(value) ? value.filter((one) => isObject(one)) : [];

/** A token count: anything that is not a finite positive number counts 0. */
export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;

/** Freezes a JSON value with everything in it, so that what was checked is what is used. */
export function freezeDeep<Value extends JsonValue>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((inner) => void freezeDeep(inner));
    Object.freeze(value);
  }
  return value;
}
