import { isObject } from "./json";

/**
 * A sentence for people, as a value: an English text with named placeholders, and the values that fill them. Core never
 * builds a finished sentence; the edge renders it once, in the reader's language, and journals keep the value: a type
 * and not an interface, so that it counts as JSON.
 */
export type Sentence = {
  readonly text: string;
  readonly values: Readonly<Record<string, SentenceValue>>;
};

/**
 * A value may be a sentence itself, or a list, which each language joins in its own way. Strings are names, or the
 * words of a provider, a model or an extension.
 */
export type SentenceValue = string | number | Sentence | readonly SentenceValue[];

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Tail}`
  ? Name | Placeholders<Tail>
  : never;

type ValuesOf<Name extends string> = [Name] extends [never] ? [] : [Readonly<Record<Name, SentenceValue>>];

/** Text that is written out in the code. Anything computed could not be found in a bundle, and does not compile. */
type Written<Text extends string> = Text extends unknown
  ? Record<never, never> extends Record<Text, unknown>
    ? never
    : Text
  : never;

/**
 * The one way to make a sentence. The compiler holds the values to the placeholders. A long text is a list of parts,
 * which a space joins; the bundles have it as one.
 */
export function sentence<const Text extends string>(
  text: Written<Text> | readonly Written<Text>[],
  ...[values]: ValuesOf<Placeholders<Text>>
): Sentence {
  return { text: joined(text), values: values ?? {} };
}

/** The sentence for one or for many; both texts may use `{count}`, and each has its own translation. */
export function counted<const One extends string, const Many extends string>(
  count: number,
  one: Written<One> | readonly Written<One>[],
  many: Written<Many> | readonly Written<Many>[],
  ...[values]: ValuesOf<Exclude<Placeholders<One | Many>, "count">>
): Sentence {
  return { text: joined(count === 1 ? one : many), values: { ...values, count } };
}

/** The words of others as a sentence: of a provider, of an engine or tool from outside, of an old journal. */
export const verbatim = (words: string): Sentence => ({ text: "{words}", values: { words } });

/** For places where code written by others may answer with plain text. */
export const toSentence = (said: Sentence | string): Sentence => (typeof said === "string" ? verbatim(said) : said);

/** For values that were read from a journal. */
export function isSentence(value: unknown): value is Sentence {
  if (!isObject(value) || typeof value["text"] !== "string" || !isObject(value["values"])) return false;
  return Object.keys(value).length === 2 && Object.values(value["values"]).every(isSentenceValue);
}

/** The text of a language for an English one; the English one itself where there is none. */
export type Translate = (text: string) => string;

/** Translated like any other text: Chinese lists have a comma of their own. */
export const LIST_SEPARATOR = ", ";

/** A sentence in the reader's language; English unless told otherwise. Numbers look alike in English and Chinese. */
export function renderSentence(said: SentenceValue, translate: Translate = (text) => text): string {
  if (typeof said === "string") return said;
  if (typeof said === "number") return said.toLocaleString("en-US");
  if (isList(said)) return said.map((one) => renderSentence(one, translate)).join(translate(LIST_SEPARATOR));
  return translate(said.text).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(said.values, name) ? said.values[name] : undefined;
    return value === undefined ? whole : renderSentence(value, translate);
  });
}

const joined = (text: string | readonly string[]): string => (typeof text === "string" ? text : text.join(" "));

function isSentenceValue(value: unknown): value is SentenceValue {
  if (Array.isArray(value)) return value.every(isSentenceValue);
  return typeof value === "string" || typeof value === "number" || isSentence(value);
}

/** TypeScript does not narrow a readonly list with `Array.isArray`. */
const isList = (value: Sentence | readonly SentenceValue[]): value is readonly SentenceValue[] => Array.isArray(value);
