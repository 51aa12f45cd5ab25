import { rememberByText } from "../../../../base/text";
import { simplified } from "./plain-words";
import { THESAURUS } from "./thesaurus";

/** What a text speaks of, in a form that can be compared across wordings and between English and Chinese. */
export interface Concepts {
  /** Names of code, commands, files and products as they are written, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Words, as rows of the thesaurus or as stems. */
  readonly words: ReadonlySet<string>;
  /** Pairs of Chinese characters that the thesaurus does not know: comparable with Chinese only. */
  readonly pairs: ReadonlySet<string>;
}

/** Texts are short: sentences, and lines of outputs. */
export const conceptsOf = rememberByText((told: string): Concepts => {
  const text = told.replace(PARTED, "$1$2");
  const names = new Set<string>();
  const words = new Set<string>();
  for (const [token] of text.matchAll(TOKEN)) {
    if (UNIT.test(token)) continue;
    const isName = NAME_SIGNS.test(token);
    if (isName) names.add(token.toLowerCase().replace(/^[.$-]+|[.:/-]+$/g, ""));
    for (const part of partsOf(token)) {
      if (STOP.has(part)) continue;
      const stem = stemOf(part);
      if (stem.length < 2) continue;
      const rows = ROWS.get(stem);
      if (rows === undefined) words.add(stem);
      else for (const row of rows) words.add(row);
    }
  }
  return { names, words, pairs: HAN.test(text) ? chineseIn(simplified(text), words) : NONE };
});

/** "roll back" and "rollback", "time out" and "timeout". */
const PARTED =
  /\b(roll|set|log|back|clean|time|fall|start|shut|sign|turn|check)(?:s|ed|ing)? (back|up|out|in|down|off)\b/gi;
const NONE: ReadonlySet<string> = new Set();
const HAN = /[一-鿿]/;
/** "90 MB" is about what is measured, not about MB. */
const UNIT = /^(?:[kmgt]i?b(?:ps)?|[mnµ]s|k?hz|mhz|ghz|px|dpi)$/i;
const TOKEN = /[A-Za-z_$][\w$]*(?:[-.:/][\w$]+)*/g;
const NAME_SIGNS = /[_$/]|[a-z][A-Z]|[A-Za-z]\d|[A-Za-z][.:]+[A-Za-z]|^[A-Z]{2,}$|[a-z]-[a-z]/;

const partsOf = (token: string): readonly string[] =>
  token
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .filter((part) => part.length > 1)
    .map((part) => part.toLowerCase());

/** Forms that no ending tells. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  [
    "kept keep|left leave|written write|wrote write|ran run|running run|built build|sent send|held hold|broken broke|",
    "withdrawn withdraw|withdrew withdraw|chosen choose|frozen freeze|froze freeze|hidden hide|shown show",
  ]
    .join("")
    .split("|")
    .map((pair): [string, string] => {
      const [form = "", word = ""] = pair.split(" ");
      return [form, word];
    }),
);

/** "migration" and "migrate" are the same thing, and so are "array" and "arrays". */
const stemOf = (word: string): string =>
  (IRREGULAR.get(word) ?? word)
    .replace(/(?<=[a-z]{3}[^suie])s$/, "")
    .replace(/(?<=[a-z]{4})(?:ations?|ions?|ings?|ies|ied|ers?|ed|es|ly|s|e|y|al|ment)$/, "")
    .replace(/(?<=[a-z]{2})(?:s)$/, "")
    .replace(/(?<=[aeiou])([bdgklmnprt])\1$/, "$1");

const rowsByWord = (accepts: (word: string) => boolean, form: (word: string) => string) => {
  const rows = new Map<string, string[]>();
  for (const line of THESAURUS) {
    const [id = "", ...others] = line.split(" ");
    for (const word of [id, ...others].filter(accepts))
      rows.set(form(word), [...(rows.get(form(word)) ?? []), `=${id}`]);
  }
  return rows;
};
const ROWS: ReadonlyMap<string, readonly string[]> = rowsByWord((word) => !HAN.test(word), stemOf);
const CHINESE: ReadonlyMap<string, readonly string[]> = rowsByWord(
  (word) => HAN.test(word),
  (word) => word,
);
const LONGEST_WORD = 5;

/** The longest words that the thesaurus knows, from left to right; the rest as pairs of characters. */
function chineseIn(text: string, words: Set<string>): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const [run] of text.matchAll(/[一-鿿]+/g))
    for (let at = 0; at < run.length; ) {
      const length = lengthAt(run, at);
      if (length === 0) {
        const pair = run.slice(at, at + 2);
        if (pair.length === 2 && !GRAMMAR.test(pair)) pairs.add(pair);
        at++;
        continue;
      }
      for (const row of CHINESE.get(run.slice(at, at + length)) ?? []) words.add(row);
      at += length;
    }
  return pairs;
}

function lengthAt(run: string, at: number): number {
  for (let length = LONGEST_WORD; length > 0; length--) if (CHINESE.has(run.slice(at, at + length))) return length;
  return 0;
}

/** Characters of grammar: a pair with one of them tells nothing. */
const GRAMMAR =
  /[的了是在和与并且把将被给对从到由于以之其也都就还又很再这那个们吗呢吧啊着过来去上下里中有没不未无一二两三四五六七八九十说要会能可得为等及或但而却则所最更]/;

const STOP = new Set(
  [
    "the and for was are has its all any not now per via with from that this were have been than then only just about ",
    "over under after before into onto out each both more most least less same other another there them they when ",
    "where ",
    "which while will would should could can may might must shall is be it in on of to at by as an or if so no do did ",
    "does done had he she we you your our their his her my me us who what how why up down off still yet also too very ",
    "much many few some such own here again ever never always being but because until though although however these ",
    "those itself them themselves let lets get gets got getting go goes went gone going come comes came make makes ",
    "made ",
    "xx take takes took taken put puts give gives gave given set sets",
  ]
    .join("")
    .split(" "),
);

/** How much of one text another speaks of: names weigh more than words. */
export function sharedWeight(one: Concepts, other: Concepts): number {
  const count = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
    const [small, large] = a.size < b.size ? [a, b] : [b, a];
    let found = 0;
    for (const item of small) if (large.has(item)) found++;
    return found;
  };
  return (
    NAME_WEIGHT * count(one.names, other.names) + count(one.words, other.words) + count(one.pairs, other.pairs) / 2
  );
}

const NAME_WEIGHT = 3;

const ENGLISH_OF: ReadonlyMap<string, readonly string[]> = new Map(
  THESAURUS.flatMap((line) => {
    const words = line.split(" ");
    const english = words.filter((word) => !HAN.test(word));
    return [[`=${words[0] ?? ""}`, english] as const];
  }),
);

/** English words for each Chinese word that the thesaurus knows. */
export function englishIn(text: string): readonly (readonly string[])[] {
  const rows = new Set<string>();
  chineseIn(simplified(text), rows);
  return [...rows].map((row) => ENGLISH_OF.get(row) ?? []).filter((words) => words.length > 0);
}
