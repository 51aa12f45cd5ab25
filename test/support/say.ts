import type { Sentence } from "../../src/core/base/sentence";
import { isSentence, renderSentence } from "../../src/core/base/sentence";

/** The same value with every sentence in it in English, so that a test can name it by its words. Four levels deep. */
export type InEnglish<Value, Depth extends readonly unknown[] = [1, 2, 3, 4]> = Value extends
  | string
  | number
  | boolean
  | null
  | undefined
  | ((...args: never[]) => unknown)
  ? Value
  : Value extends Sentence
    ? string
    : Depth extends [unknown, ...infer Rest]
      ? { readonly [Key in keyof Value]: InEnglish<Value[Key], Rest> }
      : Value;

export function inEnglish<Value>(value: Value): InEnglish<Value>;
export function inEnglish(value: unknown): unknown {
  if (isSentence(value)) return renderSentence(value);
  if (Array.isArray(value)) return value.map((item: unknown) => inEnglish(item));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inEnglish(part)]));
}
