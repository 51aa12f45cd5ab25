/** Longer than any identifier worth finding; base64 and minified code must not fill the index. */
const MAX_TERM_CHARS = 64;
/** Ranking flattens out after a few mentions of a word, and a build log repeats its words thousands of times. */
const MAX_MENTIONS = 3;

/** Letters and digits, joined by what joins parts of a path, a qualified name or an address. */
const COMPOUND = /[\p{L}\p{M}\p{N}_$]+(?:[./\\:@-]+[\p{L}\p{M}\p{N}_$]+)*/gu;
const JOINTS = /[./\\:@_$-]+/u;
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts written without spaces; their words are found by pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/** Most words are this, and need no splitting. */
const PLAIN_WORD = /^[a-z0-9]+$/;

/** A text as the full-text index takes it: words, parts of identifiers and pairs of characters, separated by spaces. */
export function indexTerms(text: string): string {
  const compounds = new Map<string, number>();
  const words = new Map<string, number>();
  const terms: string[] = [];
  for (const compound of compoundsIn(text)) {
    if (!PLAIN_WORD.test(compound) && !countMention(compounds, compound)) continue;
    for (const term of termsOf(compound, "text")) if (countMention(words, term)) terms.push(term);
  }
  return terms.join(" ");
}

function countMention(mentions: Map<string, number>, text: string): boolean {
  const count = mentions.get(text) ?? 0;
  mentions.set(text, count + 1);
  return count < MAX_MENTIONS;
}

/** The terms of a question, each once. One that ends in `*` matches every term that starts with it. */
export const queryTerms = (query: string): readonly string[] => [
  ...new Set(compoundsIn(query).flatMap((compound) => termsOf(compound, "query"))),
];

const compoundsIn = (text: string): readonly string[] => fold(text).match(COMPOUND) ?? [];

function termsOf(compound: string, side: "text" | "query"): readonly string[] {
  if (PLAIN_WORD.test(compound)) return compound.length <= MAX_TERM_CHARS ? [compound] : [];
  const terms: string[] = [];
  const runs = compound.match(UNSPACED);
  const words = runs === null ? [compound] : compound.replace(UNSPACED, " ").split(" ");
  for (const word of words) addWord(terms, word);
  for (const run of runs ?? []) addPairs(terms, [...run], side);
  return terms;
}

/** `getUserName` is found as itself and by each of its words, and so is a path by its folders. */
function addWord(terms: string[], word: string): void {
  const parts = word.split(JOINTS).filter((part) => part !== "");
  for (const part of parts) {
    const pieces = part.split(CAMEL);
    for (const piece of pieces) addTerm(terms, piece);
    if (pieces.length > 1) addTerm(terms, part);
  }
  if (parts.length > 1) addTerm(terms, parts.join(""));
}

function addTerm(terms: string[], text: string): void {
  if (text.length > 0 && text.length <= MAX_TERM_CHARS) terms.push(text.toLowerCase());
}

/** The last character stands alone as well, so that a question of one character finds every place as a beginning. */
function addPairs(terms: string[], run: readonly string[], side: "text" | "query"): void {
  for (let index = 0; index + 1 < run.length; index++) terms.push(`${run[index]}${run[index + 1]}`);
  const last = run.at(-1);
  if (last === undefined) return;
  if (side === "text") terms.push(last);
  else if (run.length === 1) terms.push(`${last}*`);
}

/**
 * Width and accents do not matter to who searches: `ｃａｆé` is `cafe`. Kana keep their marks, which tell words apart.
 * Plain ASCII passes through.
 */
function fold(text: string): string {
  return /^[\u0000-\u007f]*$/.test(text)
    ? text
    : text
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "")
        .normalize("NFC");
}

/** How much text around a find a person needs to recognize it. */
const SNIPPET_CHARS = 200;
/** Enough before the find to see what it belongs to. */
const SNIPPET_LEAD_CHARS = 60;

/** One line of the text around the first of the terms that occurs in it as written. */
export function cutSnippet(text: string, query: string): string {
  const haystack = text.toLowerCase();
  const words = query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "")
    .sort((a, b) => b.length - a.length);
  const needles = [query.toLowerCase().trim(), ...words, ...queryTerms(query).map((word) => word.replace("*", ""))];
  const found =
    needles.map((needle) => (needle === "" ? -1 : haystack.indexOf(needle))).find((index) => index >= 0) ?? 0;
  const start = found <= SNIPPET_LEAD_CHARS ? 0 : found - SNIPPET_LEAD_CHARS;
  const cut = text
    .slice(start, start + SNIPPET_CHARS)
    .replace(/\p{Surrogate}/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  return `${start > 0 ? "…" : ""}${cut}${start + SNIPPET_CHARS < text.length ? "…" : ""}`;
}
