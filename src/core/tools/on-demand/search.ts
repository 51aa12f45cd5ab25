import { takeStart } from "../../base/text";
import type { Tool } from "../tool";

const MOST_FOUND = 5;
const DESCRIPTION_CHARS = 1_000;
const SCHEMA_CHARS = 6_000;

/** A longer query says no more, and every word is held against every tool. */
const MOST_WORDS = 40;

/** The tools that fit a query best: by name first, then by the words of their descriptions. */
export function searchTools(tools: readonly Tool[], query: string): readonly Tool[] {
  const wanted = new Set([...wordsOf(query)].slice(0, MOST_WORDS));
  const exact = query.trim().toLowerCase();
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, wanted, exact) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ tool }) => tool);
}

const EXACT = 1_000;
const IN_NAME = 5;
const IN_DESCRIPTION = 1;
/** "approval" for "approve" is a good guess, but no more than that. */
const RELATED_SHARE = 0.6;

function scoreOf({ name, description }: Tool, wanted: ReadonlySet<string>, exact: string): number {
  if (name.toLowerCase() === exact) return EXACT;
  const inName = wordsOf(name);
  const inDescription = wordsOf(description);
  let score = exact !== "" && name.toLowerCase().includes(exact) ? IN_NAME : 0;
  for (const word of wanted)
    score += Math.max(IN_NAME * matchOf(word, inName), IN_DESCRIPTION * matchOf(word, inDescription));
  return score;
}

function matchOf(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return 1;
  for (const other of words) if (isRelated(word, other)) return RELATED_SHARE;
  return 0;
}

/** Forms of one word begin alike and differ in a short ending: approve, approved, approval; price, pricing. */
const STEM = { leastChars: 4, leastShare: 0.75, mostEnding: 4 } as const;

function isRelated(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < STEM.leastChars || long.length - short.length > STEM.mostEnding) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  return same >= Math.max(STEM.leastChars, short.length * STEM.leastShare) && long.length - same <= STEM.mostEnding;
}

/** Scripts without spaces between words: every pair of signs may be one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u30FC]+/gu;

/** Names are split at their humps, hyphens, and underscores; accents do not matter; a plural finds its singular. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(UNSPACED, (run) => ` ${pairsIn(run).join(" ")} `)
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1)
      .flatMap((word) => (word.length > 3 && word.endsWith("s") ? [word, word.slice(0, -1)] : [word])),
  );

function pairsIn(word: string): readonly string[] {
  const signs = [...word];
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** A found tool, with everything a call needs. */
export function describeTool({ name, description, parameters }: Tool): string {
  const schema = takeStart(JSON.stringify(parameters), SCHEMA_CHARS);
  return `## ${name}\n${takeStart(description, DESCRIPTION_CHARS)}\nArguments: ${schema}`;
}
