import { shortenLine } from "../conversation/text/label-messages";
import type { KnownEntry, KnownKind } from "./known-entry";

/** A line for a model; the message has the rest. */
const LINE_CHARS = 240;

export interface KnowledgeQuery {
  readonly text: string;
  readonly kind?: KnownKind;
}

/**
 * The entries that fit a query, best first: those with the whole query in their subject, then those with more of its
 * words, then the newest. A query without words names a kind alone.
 */
export function searchKnowledge(entries: readonly KnownEntry[], query: KnowledgeQuery): readonly KnownEntry[] {
  const wanted = query.text.trim().toLowerCase();
  const words = [...new Set(wordsIn(query.text))];
  return entries
    .filter(({ kind }) => query.kind === undefined || kind === query.kind)
    .map((entry, age) => ({ entry, age, score: scoreOf(entry, wanted, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.age - a.age)
    .map(({ entry }) => entry);
}

const WHOLE_QUERY = 100;
const SAME_SUBJECT = 1_000;

function scoreOf(entry: KnownEntry, wanted: string, words: readonly string[]): number {
  if (words.length === 0) return 1;
  const subject = entry.subject.toLowerCase();
  const about = new Set(
    wordsIn(`${entry.subject} ${entry.kind} ${entry.state} ${"attempt" in entry ? entry.attempt : ""}`),
  );
  const found = words.filter((word) => about.has(word)).length;
  return (subject === wanted ? SAME_SUBJECT : 0) + (subject.includes(wanted) ? WHOLE_QUERY : 0) + found;
}

/** Names are split as people remember them: `parseDate` by both of its words, a path by its folders. */
const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** An entry on one line, as a model reads it. */
export function describeEntry(entry: KnownEntry): string {
  const last = entry.sources.at(-1)?.messageId ?? "";
  const place = entry.mentions > 1 ? `${entry.mentions} messages, last ${last}` : `message ${last}`;
  return `${entry.kind} ${shortenLine(entry.subject, LINE_CHARS)}: ${stateInWords(entry)} (${place})`;
}

function stateInWords(entry: KnownEntry): string {
  switch (entry.kind) {
    case "command": {
      const exit = entry.exitCode === null ? entry.state : `exit ${entry.exitCode}`;
      return entry.tests === undefined ? exit : `${exit}, ${entry.tests}`;
    }
    case "error":
      return `${entry.state}, from ${shortenLine(entry.attempt)}`;
    case "decision":
      return `${entry.state}, told by the ${entry.maker}`;
    case "task":
      return `${entry.state} ${entry.origin}`;
    case "file":
      return entry.state;
  }
}
