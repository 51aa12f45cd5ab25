import type { DecisionClaim, Judgment } from "../claim";
import { conceptsOf, sharedWeight } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import type { Said } from "../record/said";
import { GRAMMAR, saidBy } from "../record/said";
import { directionOf } from "./direction";
import { opposingStance } from "./opposed";

/** Share of a decision's weight that must have been said for it to count as said. */
const LEAST_SHARE = { user: 0.5, anyone: 0.45 } as const;

/**
 * Whether the words of a decision were said by the one it is put to. They can be missing for good reasons, so nothing
 * is contradicted.
 */
export function judgeDecision(record: WorkRecord, { maker, content, manner }: DecisionClaim): Judgment {
  if (maker === "user" && tellsOfRefusal(record, content)) return { verdict: "backed" };
  const said = saidBy(record, maker);
  // In passing, the user is told for the reason of some work; only a word of theirs against it tells otherwise.
  const isSaid = manner === "passing" || isMostlySaid(content, said, maker);
  if (isSaid === undefined) return { verdict: "silent" };
  if (!isSaid) return { verdict: "unchecked" };
  const opposed = opposingStance(record, content, maker);
  return opposed === undefined ? { verdict: "backed" } : { verdict: "unchecked", messageId: opposed.messageId };
}

/** Reasons and occasions are told in words of the writer. */
const ASIDES = /[（(][^()（）]*[)）]/g;

/** Undefined where it has too little that could be looked for. */
function isMostlySaid(content: string, said: Said, maker: DecisionClaim["maker"]): boolean | undefined {
  const decided = content.replace(ASIDES, " ");
  const share = shareSaid(/\w{3}|[一-鿿]{3}/.test(decided) ? decided : content, said);
  return share === undefined
    ? undefined
    : share >= LEAST_SHARE[maker] && areNamesSaid(decided, said) && (maker !== "user" || areNumbersSaid(decided, said));
}

/** The user did not allow a call: the record has that call. */
const tellsOfRefusal = (record: WorkRecord, content: string): boolean =>
  directionOf(content) === "refuse" &&
  record.deeds.some(
    ({ refused }) => refused !== undefined && sharedWeight(conceptsOf(content), conceptsOf(refused)) > 0,
  );

/** Names tell one decision from another; a paraphrase keeps them. */
const areNamesSaid = (content: string, said: Said): boolean =>
  tokensOf(content)
    .filter(({ weight, text }) => weight === "name" && !/^\d/.test(text))
    .every(
      (token) =>
        isIn(token, said) ||
        isIn({ ...token, text: token.text.replace(FILE_ENDING, "") }, said) ||
        (!token.text.includes("-") && isNameSaid(token.text, said)),
    );

/** "At least 8 hours" is no other way of saying 11. What it was before is not decided, and small numbers only count. */
const areNumbersSaid = (content: string, said: Said): boolean =>
  (withDigits(simplified(content)).replace(OLD_VALUE, " ").match(AMOUNT) ?? [])
    .map(Number)
    .filter((amount) => amount > LARGEST_COUNT)
    .every((amount) => UNITS.some((unit) => said.states(`${amount * unit}`) || said.states(`${amount / unit}`)));

const OLD_VALUE = /(?:从|自|\bfrom) ?[\d.]+/gi;
const AMOUNT = /(?<![\w.:#/-])\d+(?:\.\d+)?(?![\w.:/-])/g;
const LARGEST_COUNT = 3;
/** Minutes for seconds, seconds for milliseconds, 万. */
const UNITS = [1, 60, 1_000, 1_024, 10_000] as const;

/** People call `settings.py` "settings". */
const FILE_ENDING = /(?<=^\w{4,})\.[a-z]{1,5}$/;

/** Words about deciding itself, which the one who decides does not say. */
const ABOUT_DECIDING = new Set(
  [
    "user ask want wish prefer decid agree require request say said tell told state final last late now current",
    "change mind word chang allow plan instead only all each both one retract withdraw withdrew once spot",
    "temporary forbid retention without stay must consid",
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
    ...numbers.map((number) => [WEIGHTS.number, said.states(number.replaceAll(",", ""))] as const),
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
  const words = [...text.matchAll(/(?<!\w)[A-Za-z][\w.+#/-]*[\w+#]|\d[\d.,]*\d|\d/g)].flatMap(
    (match): readonly Token[] => {
      const [word] = match;
      const isStart = /^[\s\W\d]*$/.test(text.slice(0, match.index));
      // "a tab-stop setting" is prose; `--no-verify` and `tab-stop` in quotes are names.
      const isJoined = /[a-z]-[a-z]/.test(word) && /[-`]$/.test(text.slice(0, match.index));
      const isName =
        isChinese || isJoined || /\d|[_/.]|[a-z][A-Z]|^[A-Z]{2,}$/.test(word) || (/^[A-Z]/.test(word) && !isStart);
      const stem = stemOf(word);
      return STOP.has(word.toLowerCase()) || stem.length < 2 ? [] : [{ text: stem, weight: isName ? "name" : "word" }];
    },
  );
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
