import type { DecisionClaim } from "../claim";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { COMMON_WORDS } from "./common-words";
import { DENIES, directionOf, isForLater } from "./direction";
import { REASONS } from "./opposed";
import type { Said } from "./said";
import { passagesOfUser, saidByAnyone } from "./said";

/** What a decision names, and how much it tells. */
interface TellingWord {
  readonly kind: keyof Concepts | "numbers";
  readonly text: string;
  readonly weight: number;
}

/** A name or a number cannot be meant in other words, a common word or a row of the thesaurus mostly can. */
const WEIGHTS = { numbers: 1.8, names: 1.6, words: 0.85, common: 0.3, pairs: 0.4 } as const;

/** Less cannot be looked for. */
const LEAST_WEIGHT = 0.55;
const LEAST_WORDS = 2;
/** How much may be missing: some of what is told at length, and more of what one passage nearly says. */
const ALLOWED = { ofAll: 0.35, ofBest: 1.7, user: 0.3, anyone: 1.4, onTop: 0.5 } as const;
/** What nobody and nothing in the record names counts once more. */
const UNHEARD = 1.3;

/**
 * Whether the one that a decision is put to said it, in their own words or by answering a question. Each of its telling
 * words is looked for in passages that have another one of them too: the words of an invented decision are all said
 * somewhere, but about different things. Undefined where it tells too little to be looked for.
 */
export function isSaid(record: WorkRecord, content: string, maker: DecisionClaim["maker"]): boolean | undefined {
  const whole = content.replace(/\[[^\]]*\]/g, " ");
  const found = [whole.replace(REASONS, " "), whole].map((text) => isTextSaid(record, text, maker));
  return found.includes(true) ? true : found.find((one) => one !== undefined);
}

function isTextSaid(record: WorkRecord, text: string, maker: DecisionClaim["maker"]): boolean | undefined {
  const anyone = saidByAnyone(record);
  const words = tellingWords(text, anyone);
  const total = weightOf(words);
  if (words.length < LEAST_WORDS || total < LEAST_WEIGHT) return undefined;
  const passages = passagesWith(words, record);
  const own = new Set(passages.filter((said) => said.length > 1).flat());
  const unheard = words.filter((word) => !own.has(word) && !anyone.has(word.kind, word.text));
  if (unheard.some(isLiteral)) return false;
  const isOwn = maker === "user" && !isTurnedDown(text);
  const telling = words.filter(({ weight }) => weight > WEIGHTS.common);
  if (isOwn && telling.length > 0 && !passages.flat().some((word) => telling.includes(word))) return false;
  // Each word of it was said about something else.
  if (isOwn && own.size === 0 && words.length > LEAST_WORDS) return false;
  const missing = isOwn ? words.filter((word) => !own.has(word)) : unheard;
  const best = passages.reduce((most, said) => Math.max(most, weightOf(said)), 0) / total;
  const heaviest = unheard.reduce((most, { weight }) => Math.max(most, weight), 0);
  const allowed = ALLOWED[maker] - (ADDS.test(text) ? ALLOWED.onTop : 0);
  return weightOf(missing) + UNHEARD * heaviest <= ALLOWED.ofAll * total + ALLOWED.ofBest * best + allowed;
}

/** Those of the words that each passage has. */
function passagesWith(words: readonly TellingWord[], record: WorkRecord): readonly (readonly TellingWord[])[] {
  const user = passagesOfUser(record);
  const passages = new Map<number, TellingWord[]>();
  for (const word of words)
    for (const place of user.placesOf(word.kind, word.text)) {
      const said = passages.get(place);
      if (said === undefined) passages.set(place, [word]);
      else said.push(word);
    }
  return [...passages.values()];
}

/** A name or a number that is nowhere else was made up; "link-related" is prose. */
const isLiteral = ({ kind, text }: TellingWord): boolean =>
  kind === "numbers" || (kind === "names" && !/^[a-z]+(?:-[a-z]+)+$/.test(text));

/** Said of what is wanted on top of something else. */
const ADDS = /\b(?:too|as well)\b|也(?![不没别])|同样/i;

/** A proposal that was turned down is told in the words of whoever made it. */
const isTurnedDown = (text: string): boolean => {
  const direction = directionOf(text);
  return (direction === "refuse" || direction === undefined) && !isForLater(text);
};

const weightOf = (words: readonly TellingWord[]): number => words.reduce((sum, { weight }) => sum + weight, 0);

/** Words about deciding itself, which the one who decides does not say. */
const ABOUT_DECIDING = new Set(
  [
    "user ask want wish prefer decid agree require request say said tell told state final last late now current",
    "change mind word chang allow plan instead only all each both one",
  ]
    .flatMap((words) => words.split(" "))
    .flatMap((word) => [word, `=${word}`]),
);
const FILLERS =
  /换成|改成|改为|改用|操作|留给|自己|本人|亲自|意见|意思|说法|方式|做法|明确|经过讨论|一律|统一|同时|另外|暂时|目前|之类|这类|属于|相关|进行|因此|所以/g;

/** Between languages only what can be compared counts. */
function tellingWords(content: string, { isEnglish, isChinese }: Said): readonly TellingWord[] {
  const text = withDigits(simplified(content.replace(FILLERS, " ")));
  const isInChinese = /[一-鿿]/.test(content);
  // Which way it went is judged by itself.
  const concepts = conceptsOf(isInChinese ? text : text.replace(DENIES, " "));
  const isForeign = isInChinese ? !isChinese : !isEnglish;
  const numbers = (text.match(/(?<![\w.])\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(",", ""));
  const names = new Set([...concepts.names, ...namesAsWritten(text)]);
  const partsOfNames = new Set([...names].flatMap((name) => [...conceptsOf(name).words]));
  const words = [...concepts.words].filter(
    (word) => !ABOUT_DECIDING.has(word) && !partsOfNames.has(word) && (!isForeign || word.startsWith("=")),
  );
  return [
    ...[...names].map((name) => ({ kind: "names", text: name, weight: WEIGHTS.names }) as const),
    ...[...new Set(numbers)].map((number) => ({ kind: "numbers", text: number, weight: WEIGHTS.numbers }) as const),
    ...words.map((word) => {
      const isCommon = word.startsWith("=") || COMMON_WORDS.has(word);
      return { kind: "words", text: word, weight: isCommon ? WEIGHTS.common : WEIGHTS.words } as const;
    }),
    ...(isForeign ? [] : [...concepts.pairs]).map(
      (pair) => ({ kind: "pairs", text: pair, weight: WEIGHTS.pairs }) as const,
    ),
  ];
}

/** Latin words among Chinese, and capitals inside a sentence. */
const namesAsWritten = (content: string): readonly string[] =>
  (/[一-鿿]/.test(content)
    ? (content.match(/(?<![\w./@-])[A-Za-z]{2,}(?![\w/-]|\.\w)/g) ?? [])
    : (content.match(/(?<=\w,?\s)[A-Z]\w+/g) ?? [])
  ).map((name) => name.toLowerCase());
