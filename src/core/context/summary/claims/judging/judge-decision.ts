import { joinPattern } from "../../../../base/text";
import type { Message } from "../../../../conversation/message";
import { requestText } from "../../../../conversation/newest-request";
import { messageText } from "../../../../conversation/render";
import { readableText } from "../../../../conversation/text/original";
import type { DecisionClaim, Judgment } from "../claim";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { passagesOf } from "../record/record";

/** Share of a decision's weight that must have been said for it to count as said. */
const LEAST_SHARE = { user: 0.5, anyone: 0.45 } as const;
/** A reply this short agrees to what was proposed before it. */
const ASSENT_CHARS = 80;
const ASSENT = joinPattern(
  [
    String.raw`^\W*(?:yes|yep|yeah|ok(?:ay)?|sure|fine|agreed|correct|right|go ahead|do (?:it|that)|`,
    "please do|sounds good|lgtm|approved?|confirmed?|perfect|great|好|可以|行|同意|没问题|沒問題|对|對|是的|嗯|确认|",
    "確認|就这样|就這樣|批准)",
  ],
  "i",
);

/**
 * Whether the words of a decision were said by the one it is put to. They can be missing for good reasons, so nothing
 * is contradicted.
 */
export function judgeDecision(record: WorkRecord, { maker, content }: DecisionClaim): Judgment {
  const said = saidBy(record, maker);
  const share = shareSaid(content, said);
  if (share === undefined) return { verdict: "silent" };
  if (share < LEAST_SHARE[maker] || !areNamesSaid(content, said)) return { verdict: "unchecked" };
  // Which way a decision goes is compared apart from what it is about.
  const all = tokensOf(content.replace(KEEPS_CHINESE, " "));
  const tokens = all.filter((token) => isComparable(token, said.spoken));
  const best = maker === "user" ? bestPassage(said.passages, tokens) : undefined;
  if (best === undefined) return { verdict: "backed" };
  return isTurned(content, tokens, said.passages, best)
    ? { verdict: "unchecked", messageId: best.message.id }
    : { verdict: "backed", messageId: best.message.id };
}

/** Names tell one decision from another; a paraphrase keeps them. */
const areNamesSaid = (content: string, { spoken, everything }: Said): boolean =>
  tokensOf(content)
    .filter(({ weight, text }) => weight === "name" && !/^\d/.test(text))
    .every((token) => isIn(token, spoken) || isIn(token, everything));

/** Words about deciding itself, which the one who decides does not say. */
const ABOUT_DECIDING = new Set(
  [
    "user ask want wish prefer decid agree require request say said tell told state final last late now current",
    "change mind word chang allow plan instead only all each both one",
  ]
    .flatMap((words) => words.split(" "))
    .flatMap((word) => [word, `=${word}`]),
);
const WEIGHTS = { name: 2, number: 2, known: 0.8, word: 1.2, pair: 0.3 } as const;

/** How much of what a decision names was said by its maker; between languages only what can be compared counts. */
function shareSaid(content: string, { concepts, everything, spoken }: Said): number | undefined {
  const claimed = conceptsOf(content.replace(/\[[^\]]*\]/g, " "));
  const isEnglish = /[a-z]{3,} [a-z]{2,} [a-z]{2,}/.test(spoken);
  const isChinese = /[一-鿿]{4}/.test(spoken);
  const numbers = withDigits(simplified(content)).match(/(?<![\w.])\d+(?:[.,]\d+)*/g) ?? [];
  const parts: (readonly [weight: number, isSaid: boolean])[] = [
    ...[...claimed.names].map((name) => [WEIGHTS.name, isNameSaid(name, concepts, everything)] as const),
    ...numbers.map((number) => [WEIGHTS.number, everything.includes(number.replaceAll(",", ""))] as const),
    ...[...claimed.words]
      .filter((word) => !ABOUT_DECIDING.has(word) && (word.startsWith("=") || isEnglish || /[一-鿿]/.test(content)))
      .map((word) => [word.startsWith("=") ? WEIGHTS.known : WEIGHTS.word, concepts.words.has(word)] as const),
    ...(isChinese ? [...claimed.pairs] : []).map((pair) => [WEIGHTS.pair, concepts.pairs.has(pair)] as const),
  ];
  const total = parts.reduce((sum, [weight]) => sum + weight, 0);
  return total < LEAST_WEIGHT
    ? undefined
    : parts.reduce((sum, [weight, isSaid]) => sum + (isSaid ? weight : 0), 0) / total;
}

/** Less cannot be looked for. */
const LEAST_WEIGHT = 0.8;

/** A name as it is, or all of its words. */
function isNameSaid(name: string, { names, words }: Concepts, everything: string): boolean {
  if (names.has(name) || everything.includes(name)) return true;
  const parts = [...conceptsOf(name.replace(/[^A-Za-z]+/g, " ")).words];
  return parts.length > 0 && parts.every((part) => words.has(part));
}

interface Said {
  readonly passages: readonly Passage[];
  /** The words of people and of the assistant: few against what tools print, and where decisions are made. */
  readonly spoken: string;
  /** All of it, and what an earlier summary says about a lost past. */
  readonly everything: string;
  readonly concepts: Concepts;
}

const known = new WeakMap<WorkRecord, Map<DecisionClaim["maker"], Said>>();

function saidBy(record: WorkRecord, maker: DecisionClaim["maker"]): Said {
  const makers = known.get(record) ?? new Map<DecisionClaim["maker"], Said>();
  known.set(record, makers);
  const said = makers.get(maker) ?? readSaid(record, maker);
  makers.set(maker, said);
  return said;
}

function readSaid(record: WorkRecord, maker: DecisionClaim["maker"]): Said {
  const passages =
    maker === "user"
      ? userPassages(record)
      : passagesOf(record).map(({ message, text }): Passage => ({ message, words: plain(text) }));
  const isSpoken = ({ message }: Passage) => message.role !== "tool";
  const spoken = passages.filter(isSpoken).map(({ words }) => words);
  const everything = [...passages.map(({ words }) => words), plain(record.earlier)].join("\n");
  const texts = [...passages.map(({ said, message }) => said ?? readableText(message)), record.earlier].join("\n");
  return {
    passages,
    spoken: spoken.join("\n"),
    everything: `${everything}\n${withDigits(simplified(texts.toLowerCase()))}`,
    concepts: conceptsOf(texts),
  };
}

/** Between languages only names can be compared. */
const isComparable = ({ text, weight }: Token, said: string): boolean => {
  const isChinese = /[一-鿿]/.test(said);
  return weight === "name" || (/[一-鿿]/.test(text) ? isChinese : !isChinese || /[a-z]{3,} [a-z]{3,}/.test(said));
};

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
    String.raw`\b(?:chang|modif|replac|remov|drop|delet|switch|`,
    String.raw`touch|alter|rewrit|renam|break|bump|upgrad|migrat|mov)\w*|`,
    String.raw`\b(?:new|another|different)\b|改|换|換|删|刪|动|動|升级|升級`,
  ],
  "i",
);
const KEEPS =
  /\b(?:keep|kept|leave|leaving|preserv\w*|retain\w*|stay|stays|remain|remains|maintain\w*)\b|保持|保留|维持|維持|继续使用|繼續使用/i;

const KEEPS_CHINESE = /保持|保留|维持|維持|继续使用|繼續使用/g;

/** Which way a sentence goes: it wants a change, or wants things left as they are. */
function directionOf(text: string): "change" | "keep" | undefined {
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

interface Passage {
  readonly message: Message;
  readonly words: string;
  /** As it was written. */
  readonly said?: string;
}

/** The user's own words, and the proposals that a short yes took over. */
function userPassages({ messages }: WorkRecord): readonly Passage[] {
  return messages.flatMap((message, index): readonly Passage[] => {
    if (message.role !== "user") return [];
    const said = requestText(message);
    const before = messages.slice(0, index).findLast(({ role }) => role === "assistant");
    const proposed =
      said.length <= ASSENT_CHARS && ASSENT.test(said) && before !== undefined ? messageText(before) : "";
    return [{ message, words: plain(`${said}\n${proposed}`), said: `${said}\n${proposed}` }];
  });
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

/** Chinese words of grammar come and go with every wording. */
const GRAMMAR = /自己|[的以来來在是把将將请請与與和并並了就也先再用要我他]/g;
const plain = (text: string): string => text.toLowerCase().replace(GRAMMAR, "");
const isIn = ({ text }: Token, words: string): boolean =>
  words.includes(text) || (text.includes("-") && words.includes(text.replaceAll("-", " ")));

function bestPassage(passages: readonly Passage[], tokens: readonly Token[]): Passage | undefined {
  const scored = passages.map((passage) => ({
    passage,
    score: tokens.filter((token) => isIn(token, passage.words)).length,
  }));
  return scored.reduce<(typeof scored)[number] | undefined>(
    (best, one) => (one.score > (best?.score ?? 0) ? one : best),
    undefined,
  )?.passage;
}

const DENIAL = joinPattern(
  [
    String.raw`\b(?:not|never|nope|nah|no|don't|do not|without|avoid|against|reject\w*|declin\w*|rul\w+ out|forb\w+|`,
    "hands off|no-go|off limits|off-limits|out with|rip\\w* out|ditch\\w*|leave alone|out of scope|park\\w*|",
    String.raw`stop|refus\w+)\b|n't\b|不要|不用|不能|不许|不許|别|別|勿|禁止|拒绝|拒絕|避免|不得|不`,
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
