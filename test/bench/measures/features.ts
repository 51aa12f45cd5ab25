import type { Message } from "../../../src/core/conversation/message";
import { summaryText, visibleContent } from "../../../src/core/conversation/render";

/**
 * What a message shows, as features: whole lines, names, and keys with their values. Written for the measurements
 * alone: an engine that shared this code would be judged by its own idea of what matters.
 */
export type Feature = `line ${string}` | `name ${string}` | `fact ${string}`;

/** Shorter lines (`}`, `return;`) recur everywhere and say nothing about where they came from. */
const LEAST_LINE_CHARS = 16;

export function featuresOf(message: Message): ReadonlySet<Feature> {
  const known = featuresByMessage.get(message);
  if (known !== undefined) return known;
  const features = featuresIn(shownText(message));
  featuresByMessage.set(message, features);
  return features;
}

const featuresByMessage = new WeakMap<Message, ReadonlySet<Feature>>();

export function featuresIn(text: string): ReadonlySet<Feature> {
  const features = new Set<Feature>();
  for (const raw of text.split("\n")) {
    for (const line of formsOf(raw)) if (line.length >= LEAST_LINE_CHARS) features.add(`line ${line}`);
    for (const fact of factsIn(raw)) features.add(`fact ${fact}`);
    for (const name of namesIn(raw)) features.add(`name ${name}`);
  }
  return features;
}

/** Lines of any length, for edits: an edit needs its old text to the letter. */
export const linesIn = (text: string): readonly string[] => text.split("\n").flatMap((line) => formsOf(line));

/** A line as it is, and without what listings and lists put before it: a number, a bullet. */
function formsOf(raw: string): readonly string[] {
  const line = raw.trim();
  const [, unnumbered] = /^\d{1,6}(?:→|\t|[|:] ?| {2,})(.*)$/.exec(line) ?? [];
  const [, listed] = /^[-*] (.*)$/.exec(line) ?? [];
  return [line, ...(unnumbered === undefined ? [] : [unnumbered.trim()]), ...(listed === undefined ? [] : [listed])];
}

/** Paths, symbols of several words, codes, versions, hashes, numbers of four digits and more. */
const NAME = /[\w./@$-]*(?:[a-z][A-Z]|[_./-]\w|\d)[\w./@$-]*/g;
const LONGEST_NAME_CHARS = 160;

function* namesIn(line: string): Generator<string> {
  for (const [found] of line.matchAll(NAME)) {
    const name = found.replace(/^[.\-/@$]+(?=\w)|[.\-/]+$/g, "");
    if (name.length < 4 || name.length > LONGEST_NAME_CHARS || !isTelling(name)) continue;
    yield name;
    const file = name.slice(name.lastIndexOf("/") + 1);
    if (file !== name && file.length >= 4 && isTelling(file)) yield file;
  }
}

/** Single words and small numbers are no names. */
const isTelling = (name: string): boolean =>
  /[a-z][A-Z]|[A-Za-z]_|_[A-Za-z]|\/\w|\w\.[A-Za-z]{1,5}$|[A-Za-z].*\d|\d.*[A-Za-z]/.test(name) ||
  /^\d{4,}$/.test(name);

/** `key = value`, `key: value`, `"key": "value"`, where the value has a digit or is in quotation marks. */
const FACT = /([A-Za-z_][\w.-]{2,40})["'`]?\s{0,2}[:=]\s{0,2}(["'`]?)([^\s"'`,;(){}[\]]{2,60})/g;

function* factsIn(line: string): Generator<string> {
  for (const [, key, quote, value] of line.matchAll(FACT))
    if (quote !== "" || /\d/.test(value ?? "")) yield `${key}=${value}`;
}

/** Everything of a message that a model reads, with arguments as their writer meant them. */
export function shownText(message: Message): string {
  switch (message.role) {
    case "user":
      return [...texts(message.content), ...(message.attachment === undefined ? [] : [message.attachment])].join("\n");
    case "assistant":
      return message.parts
        .flatMap((part) =>
          part.type === "text" ? [part.text] : part.type === "tool-call" ? stringsIn(part.inputJson) : [],
        )
        .join("\n");
    case "tool":
      return texts(visibleContent(message.body)).join("\n");
    case "summary":
      return summaryText(message);
  }
}

const texts = (content: readonly { readonly type: string; readonly text?: string }[]): readonly string[] =>
  content.flatMap((part) => (part.text === undefined ? [] : [part.text]));

function stringsIn(json: string): readonly string[] {
  const found: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === "string" || typeof value === "number") found.push(String(value));
    });
    return found;
  } catch {
    return [json];
  }
}
