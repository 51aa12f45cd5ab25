import { joinPattern } from "../../../../base/text";
import type { Message } from "../../../../conversation/message";
import { requestText } from "../../../../conversation/newest-request";
import { messageText } from "../../../../conversation/render";
import type { DecisionClaim, Judgment } from "../claim";
import type { WorkRecord } from "../record/record";
import { passagesOf } from "../record/record";

/** Share of a decision's words that must have been said for it to count as said. */
const LEAST_SHARE = { user: 0.6, anyone: 0.3 } as const;
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
  // Which way a decision goes is compared apart from what it is about.
  const all = tokensOf(content.replace(KEEPS_CHINESE, " "));
  if (all.length === 0) return { verdict: "silent" };
  const { passages, spoken, everything } = saidBy(record, maker);
  const tokens = all.filter((token) => isComparable(token, spoken));
  if (tokens.length === 0) return { verdict: "unchecked" };
  const missing = tokens.filter((token) => !isIn(token, spoken) && !isIn(token, everything));
  if (missing.some(({ weight }) => weight === "name")) return { verdict: "unchecked" };
  if (1 - missing.length / tokens.length < LEAST_SHARE[maker]) return { verdict: "unchecked" };
  const best = maker === "user" ? bestPassage(passages, tokens) : undefined;
  if (best === undefined) return { verdict: "backed" };
  if (!areSaidTogether(content, passages)) return { verdict: "unchecked", messageId: best.message.id };
  return isTurned(content, tokens, passages, best)
    ? { verdict: "unchecked", messageId: best.message.id }
    : { verdict: "backed", messageId: best.message.id };
}

interface Said {
  readonly passages: readonly Passage[];
  /** The words of people and of the assistant: few against what tools print, and where decisions are made. */
  readonly spoken: string;
  /** All of it, and what an earlier summary says about a lost past. */
  readonly everything: string;
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
      : passagesOf(record).map(({ message, text }) => ({ message, words: plain(text) }));
  const isSpoken = ({ message }: Passage) => message.role !== "tool";
  const spoken = passages.filter(isSpoken).map(({ words }) => words);
  return {
    passages,
    spoken: spoken.join("\n"),
    everything: [...passages.map(({ words }) => words), plain(record.earlier)].join("\n"),
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
  if (names.length === 0 && isDenied(content) !== isDenied(bestSentence(best, tokens))) return true;
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

/**
 * A name that the user said about something else backs nothing: where a clause joins it to other words, some sentence
 * of the user must have it beside one of them.
 */
function areSaidTogether(content: string, passages: readonly Passage[]): boolean {
  const said = passages.flatMap(({ words }) => sentencesIn(words));
  return content.split(/[,;，；。]|\band\b|\bbut\b|并且?|並且?|以及/).every((clause) => {
    const tokens = tokensOf(clause).filter((token) => said.some((words) => isIn(token, words)));
    const name = tokens.find(({ weight }) => weight === "name");
    const others = tokens.filter((token) => token !== name);
    if (name === undefined || others.length === 0) return true;
    return said.some((words) => isIn(name, words) && others.some((other) => isIn(other, words)));
  });
}

const sentencesIn = (words: string): readonly string[] => words.split(/[.!?](?=\s|$)|[\n;。；！？]/);

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
    /^\S{0,12} (?:alone|untouched|unchanged|as (?:it )?is|out\b)|^不变|^不變/.test(text.slice(at + length))
  );
}

interface Passage {
  readonly message: Message;
  readonly words: string;
}

/** The user's own words, and the proposals that a short yes took over. */
function userPassages({ messages }: WorkRecord): readonly Passage[] {
  return messages.flatMap((message, index): readonly Passage[] => {
    if (message.role !== "user") return [];
    const said = requestText(message);
    const before = messages.slice(0, index).findLast(({ role }) => role === "assistant");
    const proposed =
      said.length <= ASSENT_CHARS && ASSENT.test(said) && before !== undefined ? messageText(before) : "";
    return [{ message, words: plain(`${said}\n${proposed}`) }];
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
    String.raw`\b(?:not|never|no|don't|do not|without|avoid|against|reject\w*|declin\w*|rul\w+ out|forb\w+|`,
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
