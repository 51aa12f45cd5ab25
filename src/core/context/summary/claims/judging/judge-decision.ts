import { joinPattern } from "../../../../base/text";
import type { DecisionClaim, Judgment } from "../claim";
import { conceptsOf, sharedWeight } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import type { Passage, Said } from "../record/said";
import { GRAMMAR, plain, saidBy } from "../record/said";

/** Share of a decision's weight that must have been said for it to count as said. */
const LEAST_SHARE = { user: 0.5, anyone: 0.45, passing: 0.3 } as const;

/**
 * Whether the words of a decision were said by the one it is put to. They can be missing for good reasons, so nothing
 * is contradicted.
 */
export function judgeDecision(record: WorkRecord, { maker, content, manner }: DecisionClaim): Judgment {
  if (maker === "user" && tellsOfRefusal(record, content)) return { verdict: "backed" };
  const said = saidBy(record, maker);
  const share = shareSaid(content, said);
  if (share === undefined) return { verdict: "silent" };
  if (manner === "passing" && share >= LEAST_SHARE.passing) return { verdict: "backed" };
  if (share < LEAST_SHARE[maker] || !areNamesSaid(content, said)) return { verdict: "unchecked" };
  // Which way a decision goes is compared apart from what it is about.
  const all = tokensOf(content.replace(KEEPS_CHINESE, " "));
  const tokens = all.filter((token) => isComparable(token, said));
  const best = maker === "user" ? bestPassage(said.passages, tokens) : undefined;
  if (best === undefined) return { verdict: "backed" };
  return isTurned(content, tokens, said.passages, best)
    ? { verdict: "unchecked", messageId: best.message.id }
    : { verdict: "backed", messageId: best.message.id };
}

/** The user did not allow a call: the record has that call. */
const tellsOfRefusal = (record: WorkRecord, content: string): boolean =>
  /\b(?:declin|reject|refus|den[iy]|block|veto)\w*|拒绝|拒|否决|不允许/i.test(simplified(content)) &&
  record.deeds.some(
    ({ refused }) => refused !== undefined && sharedWeight(conceptsOf(content), conceptsOf(refused)) > 0,
  );

/** Names tell one decision from another; a paraphrase keeps them. */
const areNamesSaid = (content: string, said: Said): boolean =>
  tokensOf(content)
    .filter(({ weight, text }) => weight === "name" && !/^\d/.test(text))
    .every((token) => isIn(token, said) || isIn({ ...token, text: token.text.replace(FILE_ENDING, "") }, said));

/** People call `settings.py` "settings". */
const FILE_ENDING = /(?<=^\w{4,})\.[a-z]{1,5}$/;

/** Words about deciding itself, which the one who decides does not say. */
const ABOUT_DECIDING = new Set(
  [
    "user ask want wish prefer decid agree require request say said tell told state final last late now current",
    "change mind word chang allow plan instead only all each both one retract withdraw withdrew once spot",
  ]
    .flatMap((words) => words.split(" "))
    .flatMap((word) => [word, `=${word}`]),
);
const WEIGHTS = { name: 2, number: 2, known: 0.8, word: 1.2, pair: 0.3 } as const;

/** How much of what a decision names was said by its maker; between languages only what can be compared counts. */
function shareSaid(content: string, said: Said): number | undefined {
  const claimed = conceptsOf(content.replace(/\[[^\]]*\]/g, " "));
  const { isEnglish, isChinese } = said;
  const numbers = withDigits(simplified(content)).match(/(?<![\w.])\d+(?:[.,]\d+)*/g) ?? [];
  const parts: (readonly [weight: number, isSaid: boolean])[] = [
    ...[...claimed.names].map((name) => [WEIGHTS.name, isNameSaid(name, said)] as const),
    ...numbers.map((number) => [WEIGHTS.number, said.includes(number.replaceAll(",", ""))] as const),
    ...[...claimed.words]
      .filter((word) => !ABOUT_DECIDING.has(word) && (word.startsWith("=") || isEnglish || /[一-鿿]/.test(content)))
      .map((word) => [word.startsWith("=") ? WEIGHTS.known : WEIGHTS.word, said.speaksOf("words", word)] as const),
    ...(isChinese ? [...claimed.pairs] : []).map((pair) => [WEIGHTS.pair, said.speaksOf("pairs", pair)] as const),
  ];
  const total = parts.reduce((sum, [weight]) => sum + weight, 0);
  const isForeign = /[一-鿿]/.test(content) && !isChinese;
  return total < (isForeign ? LEAST_FOREIGN_WEIGHT : LEAST_WEIGHT)
    ? undefined
    : parts.reduce((sum, [weight, isSaid]) => sum + (isSaid ? weight : 0), 0) / total;
}

/** Less cannot be looked for. */
const LEAST_WEIGHT = 0.8;
/** One word that a thesaurus knows is too little between two languages. */
const LEAST_FOREIGN_WEIGHT = 1.2;

/** A name as it is, or all of its words. */
function isNameSaid(name: string, said: Said): boolean {
  if (said.speaksOf("names", name) || said.includes(name)) return true;
  const parts = [...conceptsOf(name.replace(FILE_ENDING, "").replace(/[^A-Za-z]+/g, " ")).words];
  return parts.length > 0 && parts.every((part) => said.speaksOf("words", part));
}

/** Between languages only names can be compared. */
const isComparable = ({ text, weight }: Token, { hasChinese, hasEnglishWords }: Said): boolean =>
  weight === "name" || (/[一-鿿]/.test(text) ? hasChinese : !hasChinese || hasEnglishWords);

/** The user said the opposite: a name is wanted that was always refused, or the other way round. */
function isTurned(content: string, tokens: readonly Token[], passages: readonly Passage[], best: Passage): boolean {
  const names = tokens.filter(({ weight }) => weight === "name");
  const [claimed, spoken] = [directionOf(content), directionOf(bestSentence(best, tokens))];
  if (claimed !== undefined && spoken !== undefined) return claimed !== spoken;
  if (isDenied(content)) return false;
  if (names.length === 0 && isDenied(bestSentence(best, tokens))) return true;
  const things = names.length > 0 ? names : tokens.filter(({ text }) => text.length >= LEAST_THING_CHARS);
  const said = passages.map(({ words }) => words).join("\n");
  return things.some(({ text }) => {
    const claimed = denialsOf(plain(content), text);
    const spoken = denialsOf(said, text);
    return claimed.length > 0 && spoken.length > 0 && !claimed.some((one) => spoken.includes(one));
  });
}

/** A shorter word is one of grammar. */
const LEAST_THING_CHARS = 5;

const CHANGES = joinPattern(
  [
    String.raw`\b(?:chang(?!eset|elog)|modif|replac|remov|drop|delet|switch|`,
    String.raw`touch|alter|rewrit|renam|break|bump|upgrad|migrat|mov)\w*|`,
    String.raw`\b(?:new|another|different)\b|改|换|換|删|刪|动|動|升级|升級`,
  ],
  "i",
);
const KEEPS =
  /\b(?:keep|kept|leave|leaving|preserv\w*|retain\w*|stay|stays|remain|remains|maintain\w*)\b|保持|保留|维持|維持|继续使用|繼續使用/i;

const KEEPS_CHINESE = /保持|保留|维持|維持|继续使用|繼續使用/g;

/** What is not wanted in place of something else. */
const CONTRAST = /(?:,\s*not|\binstead of|\brather than)\s[^,;.()]*|(?:而不是|而非)[^，；。（）]*/gi;

/** Which way a sentence goes; undefined where its parts go different ways. */
function directionOf(content: string): "change" | "keep" | undefined {
  const directions = new Set(
    content
      .replace(CONTRAST, " ")
      .split(/[,;，；]/)
      .map(directionOfPart)
      .filter((one) => one !== undefined),
  );
  return directions.size === 1 ? [...directions][0] : undefined;
}

/** It wants a change, or wants things left as they are. */
function directionOfPart(text: string): "change" | "keep" | undefined {
  const isChange = CHANGES.test(text);
  if (isChange) return isDenied(text) ? "keep" : "change";
  return KEEPS.test(text) && !isDenied(text) ? "keep" : undefined;
}

/** For each place of a name, whether the words before it deny it. */
function denialsOf(text: string, name: string): readonly ("denied" | "wanted")[] {
  const found: ("denied" | "wanted")[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    found.push(isDeniedAt(text, at, name.length) ? "denied" : "wanted");
  return found;
}

/** Words before a name in its clause deny it, or those right after it: "leave the README alone". */
function isDeniedAt(text: string, at: number, length: number): boolean {
  const before =
    text
      .slice(Math.max(0, at - 30), at)
      .split(/[.,;!?，。；！？\n]/)
      .at(-1) ?? "";
  return (
    isDenied(before) ||
    REMOVED.test(before) ||
    /\b(?:instead of|rather than|over|not)\s+(?:\w+\s+)?$|(?:而不是|而非|代替|替代)\s*$/.test(before) ||
    /^\S{0,12} (?:alone|untouched|unchanged|as (?:it )?is|out\b)|^不变|^不變/.test(text.slice(at + length))
  );
}

interface Token {
  readonly text: string;
  /** Names tell one decision from another; a paraphrase keeps them. */
  readonly weight: "name" | "word";
}

const STOP = new Set(
  [
    "the a an and or but for to of in on at by with from as is are was were be been has have had ",
    "do does did it its this that these those they them their he she his her we our you your i ",
    "me my not no nor so than then also just only very more most some any each all both over ",
    "under into out up down off about after before while when where which who whom whose what ",
    "why how will would should could can may might must shall use used using uses make made ",
    "makes making get got keep kept let go going need needs needed want wants wanted like ",
    "because instead rather between per via still now new old one two such other same own user ",
    "users decided decision decisions chose chosen choice asked request requested prefers ",
    "preferred confirmed approved agreed said told stated explicitly specifically always never ",
    "approach way thing things part",
  ]
    .join("")
    .split(" "),
);

function tokensOf(content: string): readonly Token[] {
  const text = content.replace(/\[[^\]]*\]/g, " ").replace(GRAMMAR, "");
  // Latin words in a Chinese sentence are names.
  const isChinese = /[一-鿿]/.test(text);
  const words = [...text.matchAll(/[A-Za-z][\w.+#/-]*[\w+#]|\d[\d.,]*\d|\d/g)].flatMap((match): readonly Token[] => {
    const [word] = match;
    const isStart = /^[\s\W\d]*$/.test(text.slice(0, match.index));
    const isName =
      isChinese || /\d|[_/.]|[a-z][A-Z]|^[A-Z]{2,}$|[a-z]-[a-z]/.test(word) || (/^[A-Z]/.test(word) && !isStart);
    const stem = stemOf(word);
    return STOP.has(word.toLowerCase()) || stem.length < 2 ? [] : [{ text: stem, weight: isName ? "name" : "word" }];
  });
  const characters = [...text.matchAll(/[一-鿿]{2,}/g)].flatMap(([run]) =>
    Array.from(
      { length: run.length - 1 },
      (_, index): Token => ({ text: run.slice(index, index + 2), weight: "word" }),
    ),
  );
  const seen = new Set<string>();
  return [...words, ...characters].filter(({ text: token }) => !seen.has(token) && seen.add(token));
}

const stemOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[.,]+$/, "")
    .replace(/(?<=[a-z]{4})(?:ations?|ings?|ies|ied|ers?|ed|es|ly|s|e|y)$/, "")
    .replace(/(?<=[aeiou])([bdgklmnprt])\1$/, "$1");

const isIn = ({ text }: Token, words: Pick<Said, "includes">): boolean =>
  words.includes(text) || (text.includes("-") && words.includes(text.replaceAll("-", " ")));

function bestPassage(passages: readonly Passage[], tokens: readonly Token[]): Passage | undefined {
  const scored = passages.map((passage) => ({
    passage,
    score: tokens.filter((token) => isIn(token, passage.words)).length,
  }));
  return scored.reduce<(typeof scored)[number] | undefined>(
    // What was said last counts.
    (best, one) => (one.score > 0 && one.score >= (best?.score ?? 0) ? one : best),
    undefined,
  )?.passage;
}

const DENIAL = joinPattern(
  [
    String.raw`\b(?:not|never|nope|nah|no(?! longer)|don't|do not|without|avoid|against|reject\w*|`,
    String.raw`declin\w*|rul\w+ out|forb\w+|`,
    "hands off|no-go|off limits|off-limits|out with|rip\\w* out|ditch\\w*|leave alone|out of scope|park\\w*|",
    String.raw`stop|refus\w+)\b|n't\b|不要|不用|不能|不许|不許|别|別|勿|禁止|拒绝|拒絕|避免|不得|不(?!再|同|过|错|断)`,
  ],
  "i",
);

/** A name that is to go is wanted as little as one that is refused. */
const REMOVED = /\b(?:drop|abandon|remov|ditch|replac|giv\w+ up)\w*\b|放弃|弃用|去掉|停用|移除/i;

const isDenied = (text: string): boolean => DENIAL.test(text);

/** The sentence of the passage that has most of the words. */
const bestSentence = ({ words }: Passage, tokens: readonly Token[]): string =>
  words
    .split(/[.!?\n;。；！？]|,\s|，/)
    .map((part) => ({ part, score: tokens.filter((token) => isIn(token, part)).length }))
    .toSorted((a, b) => b.score - a.score)[0]?.part ?? "";
