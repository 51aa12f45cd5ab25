import { identifiersIn } from "../../conversation/identifiers";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import { RECALL_BOUNDS, recallCost } from "../recall-bounds";
import { originalText } from "./original";
import { passageFrom, snippetAround } from "./snippet";
import type { Original } from "./store";
import type { WordIndex } from "./word-index";

/** A line from the past that names something the newest turn speaks of and the model no longer sees. */
export interface RecalledSnippet {
  readonly identifier: string;
  readonly messageId: MessageId;
  readonly text: string;
  /** For people: why this line was brought back. */
  readonly why: string;
}

/** A pasted log names thousands of things; the first ones say what it is about. */
const MOST_IDENTIFIERS = 60;
/** In more messages than this share a name is the subject of the session, and one line about it tells nothing. */
const COMMON_SHARE = 0.3;
const COMMON_MESSAGES = 12;

/** Of one name this many places compete; further ones say the same again. */
const PLACES_PER_NAME = 6;

/**
 * Lines of earlier messages about identifiers in `text` that are not in `active`, what the model sees now.
 * For a person's message as well as for a step of a tool loop; needs nothing but originals and their index.
 */
export function recallSnippets(index: WordIndex, text: string, active: readonly Message[]): readonly RecalledSnippet[] {
  const visible = visibleText(active);
  const shown = new Set(active.map(({ id }) => id));
  const missing = identifiersIn(text, MOST_IDENTIFIERS).filter((identifier) => !visible.includes(identifier.toLowerCase()));
  const found = missing.flatMap((identifier) => {
    const mentions = mentionsOf(index, identifier).filter(({ original }) => !shown.has(original.message.id));
    if (isCommonplace(mentions)) return [];
    return mentions.toSorted((a, b) => b.worth - a.worth || b.original.position - a.original.position).slice(0, PLACES_PER_NAME).map((mention) => ({ identifier, mention, mentions: mentions.length }));
  });
  const mentionsByName = new Map(found.map(({ identifier, mentions }) => [identifier, mentions]));
  const quote = (identifier: string, original: Original, text: string, worth: number) => toLine({ identifier, original, text, worth, missing, mentions: mentionsByName.get(identifier) ?? 1 });
  const single = found.map(({ identifier, mention: { original, at, worth } }) => quote(identifier, original, snippetAround(originalText(original.message), at, RECALL_BOUNDS.lineChars), worth));
  const originals = missing.length < 2 ? [] : [...new Set(found.map(({ mention }) => mention.original))];
  const dense = originals.flatMap((original) => {
    const text = originalText(original.message);
    return denseWindows(text, missing).map(({ name, at }) => quote(name, original, passageFrom(text, at, RECALL_BOUNDS.lineChars), 0));
  });
  return chooseLines([...single, ...dense]);
}

/** A snippet and all the missing names it would bring back. */
interface Line {
  readonly snippet: RecalledSnippet;
  readonly names: readonly string[];
  readonly rarity: number;
  readonly worth: number;
}

interface Quote {
  readonly identifier: string;
  readonly original: Original;
  readonly text: string;
  readonly worth: number;
  readonly missing: readonly string[];
  readonly mentions: number;
}

function toLine({ identifier, original, text, worth, missing, mentions }: Quote): Line {
  const why = `${identifier} is no longer in the context; ${mentions === 1 ? "one earlier message has" : `${mentions} earlier messages have`} it.`;
  return { snippet: { identifier, messageId: original.message.id, text, why }, names: missing.filter((name) => text.includes(name)), rarity: 1 / mentions, worth };
}

const MOST_HITS = 400;
const WINDOWS_PER_MESSAGE = 3;

/** Where a passage with several missing names begins, the fullest first; a name counts for one passage only. */
function denseWindows(text: string, names: readonly string[]): readonly { readonly name: string; readonly at: number }[] {
  const any = new RegExp(names.toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  const hits: { readonly name: string; readonly at: number }[] = [];
  for (const match of text.matchAll(any)) {
    hits.push({ name: match[0], at: match.index });
    if (hits.length >= MOST_HITS) break;
  }
  const taken = new Set<string>();
  const windows: { readonly name: string; readonly at: number }[] = [];
  while (windows.length < WINDOWS_PER_MESSAGE) {
    const best = fullestWindow(hits.filter(({ name }) => !taken.has(name)));
    const [first] = best;
    if (first === undefined || best.length < 2) break;
    windows.push(first);
    best.forEach(({ name }) => taken.add(name));
  }
  return windows;
}

/** Hits that fit one snippet and have most different names. One pass with two ends. */
function fullestWindow<Hit extends { readonly name: string; readonly at: number }>(hits: readonly Hit[]): readonly Hit[] {
  let best: readonly Hit[] = [];
  let start = 0;
  const counts = new Map<string, number>();
  hits.forEach((hit, end) => {
    counts.set(hit.name, (counts.get(hit.name) ?? 0) + 1);
    for (let first = hits[start]; first !== undefined && hit.at + hit.name.length - first.at > RECALL_BOUNDS.lineChars; first = hits[++start]) {
      const left = (counts.get(first.name) ?? 1) - 1;
      if (left === 0) counts.delete(first.name);
      else counts.set(first.name, left);
    }
    if (counts.size > new Set(best.map(({ name }) => name)).size) best = hits.slice(start, end + 1);
  });
  return best;
}

/** Each next line is the one that brings back most names not yet there, then the rarest; all together stay a small part of the turn. */
function chooseLines(lines: readonly Line[]): readonly RecalledSnippet[] {
  const chosen: RecalledSnippet[] = [];
  const back = new Set<string>();
  let chars = 0;
  while (chosen.length < RECALL_BOUNDS.lines) {
    const news = (line: Line) => line.names.filter((name) => !back.has(name)).length;
    const open = lines.filter((line) => !back.has(line.snippet.identifier) && chars + recallCost(line.snippet) <= RECALL_BOUNDS.chars);
    const [best] = open.toSorted((a, b) => news(b) - news(a) || b.rarity - a.rarity || b.worth - a.worth);
    if (best === undefined) break;
    chosen.push(best.snippet);
    chars += recallCost(best.snippet);
    [best.snippet.identifier, ...best.names].forEach((name) => back.add(name));
  }
  return chosen;
}

interface Mention {
  readonly original: Original;
  readonly at: number;
  readonly worth: number;
}

function mentionsOf(index: WordIndex, identifier: string): readonly Mention[] {
  return index.candidates(identifier).flatMap((original) => {
    const text = originalText(original.message);
    const at = bestPlace(text, identifier);
    return at < 0 ? [] : [{ original, at, worth: worthOf(original.message, lineAt(text, at), identifier) }];
  });
}

const PLACES_LOOKED_AT = 20;

/** The line that defines the name if there is one, else the first that has it. */
function bestPlace(text: string, identifier: string): number {
  const first = text.indexOf(identifier);
  let place = first;
  for (let looked = 0; place >= 0 && looked < PLACES_LOOKED_AT; looked++) {
    if (defines(lineAt(text, place), identifier)) return place;
    place = text.indexOf(identifier, place + identifier.length);
  }
  return first >= 0 ? first : text.toLowerCase().indexOf(identifier.toLowerCase());
}

/** People's words weigh most, then definitions and outcomes; a bare listing least. Of equals the newest wins. */
function worthOf(message: Message, line: string, identifier: string): number {
  const speaker = message.role === "user" ? 3 : message.role === "assistant" ? 2 : 1;
  const telling = defines(line, identifier) ? 2 : 0;
  const bare = line.trim().length <= identifier.length + 4 ? -2 : 0;
  return speaker + telling + bare;
}

function defines(line: string, identifier: string): boolean {
  const at = line.indexOf(identifier);
  return at >= 0 && (/(?:class|function|interface|type|const|let|def|fn|func|struct|enum|trait|var|actor)\s+$/.test(line.slice(Math.max(0, at - 20), at)) || /^["'`]?\s{0,4}(?:[:=]|=>|\(.*\)\s*[:{])/.test(line.slice(at + identifier.length, at + identifier.length + 120)));
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end).slice(0, 2_000);
}

function isCommonplace(mentions: readonly Mention[]): boolean {
  const newest = mentions.at(-1)?.original.position ?? 0;
  return mentions.length > COMMON_MESSAGES && mentions.length > (newest + 1) * COMMON_SHARE;
}

function visibleText(active: readonly Message[]): string {
  return active.map((message) => `${message.role === "assistant" ? originalText(message) : messageText(message)}`).join("\n").toLowerCase();
}
