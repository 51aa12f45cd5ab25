import type { MessageId } from "../../../conversation/ids";
import { readableText } from "../../../conversation/text/original";
import { compilePattern } from "../../../pattern/compile";
import type { Original, OriginalStore } from "../../recall/originals";

export interface SearchQuery {
  readonly pattern: string;
  readonly mode: "regex" | "text";
  readonly limit: number;
  readonly sort: "relevance" | "newest" | "oldest";
  /** Only messages this accepts; scope and time are decided by the caller. */
  accepts(original: Original): boolean;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** Messages that match in all; more than `matches` where the limit cut them. */
  readonly total: number;
  readonly searched: "all" | "newest-only";
}

interface SearchMatch {
  readonly id: MessageId;
  readonly position: number;
  /** Offset of the first hit in the original text, for the snippet and for expanding around it. */
  readonly at: number;
  readonly hits: number;
}

/** Steps of the pattern matcher in one search; about a fifth of a second, newest messages first. */
const MOST_STEPS = 6_000_000;
const MOST_WORDS = 24;
/** Of a frequent word the first hits tell as much as all of them. */
const MOST_COUNTED_HITS = 50;

export function searchOriginals(store: OriginalStore, query: SearchQuery): SearchResult {
  const originals = store.originals().filter((original) => query.accepts(original));
  if (query.mode === "regex") return ranked(...byPattern(originals, query.pattern), query);
  const phrase = byPhrase(originals, query.pattern);
  return ranked(phrase.length > 0 ? phrase : byWords(originals, query.pattern), "all", query);
}

function byPattern(
  originals: readonly Original[],
  source: string,
): readonly [readonly SearchMatch[], SearchResult["searched"]] {
  const pattern = compilePattern(source);
  const found: SearchMatch[] = [];
  let steps = 0;
  for (const { message, position } of originals.toReversed()) {
    let offset = 0;
    for (const line of readableText(message).split("\n")) {
      const match = pattern.find(line, MOST_STEPS - steps);
      steps += match.spent;
      if (match.start >= 0) {
        found.push({ id: message.id, position, at: offset + match.start, hits: 1 });
        break;
      }
      if (steps > MOST_STEPS) return [found, "newest-only"];
      offset += line.length + 1;
    }
  }
  return [found, "all"];
}

function byPhrase(originals: readonly Original[], phrase: string): readonly SearchMatch[] {
  if (phrase.trim() === "") return [];
  const literal = new RegExp(escapePattern(phrase), "gi");
  return originals.flatMap(({ message, position }) => {
    const text = readableText(message);
    const at = text.search(literal);
    return at < 0 ? [] : [{ id: message.id, position, at, hits: countHits(text, literal) }];
  });
}

function countHits(text: string, literal: RegExp): number {
  let hits = 0;
  for (const _ of text.matchAll(literal)) if (++hits >= MOST_COUNTED_HITS) break;
  return hits;
}

/** Any of the words, rare ones first: asking for all of them finds next to nothing. */
function byWords(originals: readonly Original[], query: string): readonly SearchMatch[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const any = new RegExp(words.map(escapePattern).join("|"), "gi");
  const found = originals.flatMap(({ message, position }) => {
    const places = new Map<string, number>();
    for (const match of readableText(message).matchAll(any)) {
      const word = match[0].toLowerCase();
      if (!places.has(word)) places.set(word, match.index);
      if (places.size === words.length) break;
    }
    return places.size === 0 ? [] : [{ id: message.id, position, places }];
  });
  const frequency = new Map<string, number>();
  for (const { places } of found) for (const word of places.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + originals.length / (frequency.get(word) ?? 1));
  return found.map(({ id, position, places }) => {
    const rarest = [...places].toSorted(([a], [b]) => rarity(b) - rarity(a))[0];
    return {
      id,
      position,
      at: rarest?.[1] ?? 0,
      hits: [...places.keys()].reduce((sum, word) => sum + rarity(word), 0),
    };
  });
}

/**
 * Words and the parts of camelCase and snake_case names, longest first so that the whole name is tried before its
 * parts.
 */
function wordsOf(query: string): readonly string[] {
  const whole = query.match(/[A-Za-z0-9_]{2,}|(?:(?![A-Za-z0-9])[\p{L}\p{N}]){2,}/gu) ?? [];
  const parts = whole.flatMap((word) => word.split(/_|(?<=[a-z0-9])(?=[A-Z])/)).filter((part) => part.length >= 3);
  return [...new Set([...whole, ...parts, ...whole.flatMap(pairsOf)].map((word) => word.toLowerCase()))]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS);
}

/** Scripts without spaces have no words to take apart; pairs of neighboring characters are the usual substitute. */
const SPACELESS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{3,}$/u;

function pairsOf(word: string): readonly string[] {
  const chars = SPACELESS.test(word) ? [...word] : [];
  return chars.slice(1).map((char, index) => `${chars[index] ?? ""}${char}`);
}

function ranked(
  found: readonly SearchMatch[],
  searched: SearchResult["searched"],
  { sort, limit }: SearchQuery,
): SearchResult {
  const newest = found.toSorted((a, b) => b.position - a.position);
  const ordered = sort === "newest" ? newest : sort === "oldest" ? newest.toReversed() : byRelevance(found, newest);
  return { matches: ordered.slice(0, limit), total: found.length, searched };
}

/**
 * Where a thing is said most, where it came up last and where it came up first are three different good
 * answers, and the query does not say which one is wanted: they alternate.
 */
function byRelevance(found: readonly SearchMatch[], newest: readonly SearchMatch[]): readonly SearchMatch[] {
  const densest = found.toSorted((a, b) => b.hits - a.hits || b.position - a.position);
  const oldest = newest.toReversed();
  const turns = new Set<SearchMatch>();
  for (let index = 0; index < found.length; index++) {
    for (const list of [densest, newest, oldest]) {
      const match = list[index];
      if (match !== undefined) turns.add(match);
    }
  }
  return [...turns];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
