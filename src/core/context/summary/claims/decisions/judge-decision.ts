import type { DecisionClaim, Judgment } from "../claim";
import type { Concepts } from "../language/concepts";
import { conceptsOf, sharedWeight } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { directionOf } from "./direction";
import { opposingStance, REASONS } from "./opposed";
import { otherValueOf } from "./other-value";
import type { Said, Saying } from "./said";
import { saidBy } from "./said";
import { refusalOf, termsIn } from "./terms";

/** Share of a decision's weight that must have been said for it to count as said. */
const LEAST_SHARE = { user: 0.47, anyone: 0.4 } as const;

/**
 * Whether the words of a decision were said by the one it is put to. They can be missing for good reasons, so nothing
 * is contradicted.
 */
export function judgeDecision(record: WorkRecord, { maker, content, remark, manner }: DecisionClaim): Judgment {
  if (maker === "user" && tellsOfRefusal(record, content)) return { verdict: "backed" };
  // In passing, the user is told for the reason of some work; only a word of theirs against it tells otherwise.
  const isRemarked = remark !== undefined && (shareSaid(record, remark, maker) ?? 0) >= LEAST_SHARE[maker];
  const share = manner === "passing" || isRemarked ? 1 : shareSaid(record, content, maker);
  if (share === undefined) return { verdict: "silent" };
  if (share < LEAST_SHARE[maker]) return { verdict: "unchecked" };
  if (maker === "user" && manner === "told" && !isRemarked && !areChoicesSaid(record, content))
    return { verdict: "unchecked" };
  const opposed =
    refusalOf(record, content) ??
    opposingStance(record, content, maker)?.messageId ??
    (manner === "told" ? otherValueOf(record, content.replace(REASONS, " "), saidBy(record, maker)) : undefined);
  return opposed === undefined ? { verdict: "backed" } : { verdict: "unchecked", messageId: opposed };
}

/** The user did not allow a call: the record has that call. */
const tellsOfRefusal = (record: WorkRecord, content: string): boolean =>
  directionOf(content) === "refuse" &&
  record.deeds.some(
    ({ refused }) => refused !== undefined && sharedWeight(conceptsOf(content), conceptsOf(refused)) > 0,
  );

/** Whether the user named what they are said to have chosen; people call `settings.py` "settings". */
function areChoicesSaid(record: WorkRecord, content: string): boolean {
  const said = saidBy(record, "user");
  const isProse = (name: string) => /^\d/.test(name) || (COMPOUND.test(name) && !/[一-鿿]/.test(content));
  return termsIn(content.replace(REASONS, " "))
    .filter(({ side, isName, name }) => side === "for" && isName && !isProse(name))
    .flatMap(({ name }) => name.split("/"))
    .every((name) => [name, name.replace(FILE_ENDING, ""), name.replaceAll("-", " ")].some(said.includes));
}

/** How much of a decision its maker said, with or without the reasons for it; undefined where that says little. */
function shareSaid(record: WorkRecord, content: string, maker: DecisionClaim["maker"]): number | undefined {
  const whole = content.replace(/\[[^\]]*\]/g, " ");
  const shares = [whole.replace(REASONS, " "), whole].flatMap((text) => {
    const said = saidBy(record, maker);
    const words = tellingWords(text, said);
    const isForeign = /[一-鿿]/.test(text) ? !said.isChinese : !said.isEnglish;
    const least = isForeign && maker === "anyone" ? LEAST_FOREIGN_WORDS : LEAST_WORDS;
    if (words.length < least && (text !== whole || isForeign)) return [];
    return [shareOf(words, record, maker, isForeign ? 1 : UNSEEN)];
  });
  const known = shares.filter((share) => share !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Less than that of a decision does not stand for it. */
const LEAST_WORDS = 2;
/** Two rows of the thesaurus are too few to find nobody's decision by. */
const LEAST_FOREIGN_WORDS = 3;

interface TellingWord {
  readonly kind: keyof Concepts | "numbers";
  readonly text: string;
  readonly weight: number;
}

/** Words about deciding itself, which the one who decides does not say. */
const ABOUT_DECIDING = new Set(
  [
    "user ask want wish prefer decid agree require request say said tell told state final last late now current",
    "change mind word chang allow plan instead only all each both one retract withdraw withdrew once spot",
    "temporary forbid retention without stay must consid use approach manual finish rul park refus",
    "propos suggest float discuss mention offer declin reject veto insist intend personal midway worth",
    "ruled fewer noth nothing",
  ]
    .flatMap((words) => words.split(" "))
    .flatMap((word) => [word, `=${word}`]),
);
/** A row of the thesaurus can be meant in other words; a name or a number cannot. */
const WEIGHTS = { name: 2, number: 2.5, known: 1, word: 1.2, pair: 0.4 } as const;

const FILLERS =
  /换成|改成|改为|改用|操作|留给|自己|本人|亲自|意见|意思|说法|方式|做法|明确|经过讨论|一律|统一|同时|另外|暂时|目前|之类|这类|属于|相关|进行|因此|所以/g;

/** Between languages only what can be compared counts. */
function tellingWords(content: string, { isEnglish, isChinese }: Said): readonly TellingWord[] {
  const { names, words, pairs } = conceptsOf(withDigits(content.replace(FILLERS, " ")));
  const isInChinese = /[一-鿿]/.test(content);
  const numbers = withDigits(simplified(content)).match(/(?<![\w.])\d+(?:[.,]\d+)*/g) ?? [];
  const written = new Set([...names, ...namesAsWritten(content)]);
  return [
    ...[...written].map((text) => ({ kind: "names", text, weight: WEIGHTS.name }) as const),
    ...[...new Set(numbers)].map(
      (text) => ({ kind: "numbers", text: text.replaceAll(",", ""), weight: WEIGHTS.number }) as const,
    ),
    ...[...words]
      .filter((word) => !ABOUT_DECIDING.has(word) && (word.startsWith("=") || isEnglish || isInChinese))
      .map((text) => ({ kind: "words", text, weight: text.startsWith("=") ? WEIGHTS.known : WEIGHTS.word }) as const),
    ...(isChinese ? [...pairs] : []).map((text) => ({ kind: "pairs", text, weight: WEIGHTS.pair }) as const),
  ];
}

/** Latin words among Chinese, and capitals inside a sentence. */
const namesAsWritten = (content: string): readonly string[] =>
  (/[一-鿿]/.test(content)
    ? (content.match(/(?<![\w./@-])[A-Za-z]{2,}(?![\w/-]|\.\w)/g) ?? [])
    : (content.match(/(?<=\w,?\s)[A-Z]\w+/g) ?? [])
  ).map((name) => name.toLowerCase());

/** Less cannot be looked for. */
const LEAST_WEIGHT = 0.8;
/** One word that a thesaurus knows is too little between two languages. */
const LEAST_FOREIGN_WEIGHT = 1.2;
/** What nobody and nothing in the record names is more than another way to put it. */
const UNSEEN = 1.6;

function shareOf(
  words: readonly TellingWord[],
  record: WorkRecord,
  maker: DecisionClaim["maker"],
  unseen: number,
): number | undefined {
  const [said, known] = [saidBy(record, maker), saidBy(record, "anyone")];
  const missing: TellingWord[] = [];
  let [found, total] = [0, 0];
  for (const word of words) {
    if (isSaid(word, said.brief)) found += word.weight;
    else missing.push(word);
    const isSeen = isSaid(word, known);
    if (word.kind === "names" && !isSeen && !COMPOUND.test(word.text)) return 0;
    total += word.weight * (isSeen ? 1 : word.kind === "words" || word.kind === "pairs" ? unseen : UNSEEN);
  }
  const least = said.isChinese ? LEAST_WEIGHT : LEAST_FOREIGN_WEIGHT;
  const more = said.passages.map((passage) =>
    missing.reduce((sum, word) => sum + (isSaid(word, passage) ? word.weight : 0), 0),
  );
  return total < least ? undefined : (found + Math.max(0, ...more)) / total;
}

/** "link-related" is prose. */
const COMPOUND = /^[a-z]+(?:-[a-z]+)+$/;

/** People call `settings.py` "settings". */
const FILE_ENDING = /(?<=^\w{4,})\.[a-z]{1,5}$/;

/** A name as it is, or all of its words. */
function isSaid({ kind, text }: TellingWord, said: Saying): boolean {
  if (kind === "numbers") return said.hasNumber(text);
  if (said.speaksOf(kind, text)) return true;
  if (kind !== "names") return false;
  if (said.includes(text)) return true;
  const parts = text
    .replace(FILE_ENDING, "")
    .split(/[^A-Za-z]+/)
    .filter((part) => part.length > 1);
  const isPartSaid = (part: string) =>
    said.includes(part) || [...conceptsOf(part).words].some((word) => said.speaksOf("words", word));
  return parts.length > 0 && parts.every(isPartSaid);
}
