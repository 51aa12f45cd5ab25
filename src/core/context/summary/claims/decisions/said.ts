import { rememberByText } from "../../../../base/text";
import { GrowingWithList, KnownByMessage } from "../../../../conversation/known-by-message";
import type { Message } from "../../../../conversation/message";
import { readableText } from "../../../../conversation/text/original";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { choicesOf, NO, YES } from "./answers";
import { sentencesOf } from "./topics";
import type { UserWords } from "./user-words";
import { wordsOfUser } from "./user-words";

/** All that was said. */
export interface Said {
  /** Languages of what people and the assistant said, where decisions are made; tools print English to everybody. */
  readonly isEnglish: boolean;
  readonly isChinese: boolean;
  /** Whether any of it has a number, a name as it is or in all of its words, or a word in any form. */
  has(kind: Sought, text: string): boolean;
}

type Sought = keyof Concepts | "numbers";

const known = new WeakMap<WorkRecord, Said>();

export function saidByAnyone(record: WorkRecord): Said {
  const said = known.get(record) ?? readSaid(record);
  known.set(record, said);
  return said;
}

interface SaidText {
  /** As it was written, with numbers in digits and Chinese in simplified characters. */
  readonly written: string;
  readonly concepts: Concepts;
}

function readSaid({ messages, earlier: summary }: WorkRecord): Said {
  const earlier = readText(summary);
  const texts = [...messages.map(wordsOf), earlier];
  const spoken = [...messages.filter(({ role }) => role !== "tool").map(wordsOf), earlier];
  const isSpoken = (pattern: RegExp) => spoken.some(({ written }) => pattern.test(written));
  const concepts = [conceptsByList.of(messages), earlier.concepts];
  return {
    isEnglish: isSpoken(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/),
    isChinese: isSpoken(/[一-鿿]{4}/),
    has: (kind, text) => {
      const name = nameOf(text);
      const includes = (part: string) => texts.some(({ written }) => written.includes(part));
      const speaksOf = (which: keyof Concepts, concept: string) => concepts.some((some) => some[which].has(concept));
      if (kind === "numbers") return texts.some(({ written }) => hasNumber(written, text));
      if (speaksOf(kind, text)) return true;
      return kind === "names" && (includes(text) || isInParts(name, includes, (word) => speaksOf("words", word)));
    },
  };
}

/** All that a conversation speaks of; it grows with the conversation. */
const conceptsByList = new GrowingWithList(
  () => ({ names: new Set<string>(), words: new Set<string>(), pairs: new Set<string>() }),
  (all, message) => {
    const { names, words, pairs } = wordsOf(message).concepts;
    for (const name of names) all.names.add(name);
    for (const word of words) all.words.add(word);
    for (const pair of pairs) all.pairs.add(pair);
  },
);

const readText = (text: string): SaidText => ({
  written: withDigits(simplified(text.toLowerCase())).replace(/(?<=\d),(?=\d{3})/g, ""),
  concepts: conceptsOf(text),
});

const wordsByMessage = new KnownByMessage<SaidText>();

function wordsOf(message: Message): SaidText {
  const said = wordsByMessage.get(message) ?? readText(readableText(message));
  wordsByMessage.set(message, said);
  return said;
}

/** A few sentences of one message that belong together, or lines of an earlier summary about a lost past. */
export interface Passages {
  /** Which of them have a number, a name as it is or in all of its words, or a word in any form. */
  placesOf(kind: Sought, text: string): readonly number[];
}

const passagesByRecord = new WeakMap<WorkRecord, Passages>();

export function passagesOfUser(record: WorkRecord): Passages {
  const passages = passagesByRecord.get(record) ?? indexed(textsOfUser(record).map(readRequest));
  passagesByRecord.set(record, passages);
  return passages;
}

/** The user's own words, and the questions that they answered: "yes", and "the second one", are said about those. */
const textsOfUser = (record: WorkRecord): readonly string[] => [
  ...wordsOfUser(record).flatMap((words) => [
    ...neighbors(words.said),
    `${words.said.slice(0, ANSWER_CHARS)}\n${answered(words)}`,
  ]),
  ...neighbors(record.earlier),
];

/** What was put to the user, as far as they took it up. */
function answered({ message, said, asked, offered }: UserWords): string {
  const proposal = message.role === "tool" ? asked : asked.slice(-PROPOSAL_CHARS);
  const isQuestion = message.role === "tool" || /[?？]/.test(asked.slice(-QUESTION_CHARS));
  const proposed = isQuestion && isAnswer(proposal, said) ? takenUp(proposal, said) : "";
  return [proposed, ...offered.filter(({ label }) => said.includes(label)).map(({ text }) => text)].join("\n");
}

function isAnswer(proposal: string, said: string): boolean {
  const plain = simplified(said);
  return plain.length <= BRIEF_CHARS || YES.test(plain) || NO.test(plain) || choicesOf(proposal, said).length > 0;
}

/** A long session has thousands of passages, and each word is looked for in all of them. */
function indexed(texts: readonly SaidText[]): Passages {
  const byConcept = new Map<string, number[]>();
  texts.forEach(({ concepts }, place) => {
    for (const kind of ["names", "words", "pairs"] as const)
      for (const concept of concepts[kind]) {
        const places = byConcept.get(`${kind} ${concept}`);
        if (places === undefined) byConcept.set(`${kind} ${concept}`, [place]);
        else places.push(place);
      }
  });
  const found = new Map<string, readonly number[]>();
  const where = (isThere: (text: SaidText) => boolean): readonly number[] =>
    texts.flatMap((text, place) => (isThere(text) ? [place] : []));
  const find = (kind: Sought, text: string): readonly number[] => {
    if (kind === "numbers") return where(({ written }) => hasNumber(written, text));
    if (kind !== "names") return byConcept.get(`${kind} ${text}`) ?? [];
    const name = nameOf(text);
    return where(
      ({ written, concepts }) =>
        concepts.names.has(text) ||
        written.includes(text) ||
        isInParts(
          name,
          (part) => written.includes(part),
          (word) => concepts.words.has(word),
        ),
    );
  };
  return {
    placesOf: (kind, text) => {
      const key = `${kind} ${text}`;
      const places = found.get(key) ?? find(kind, text);
      found.set(key, places);
      return places;
    },
  };
}

/** A question stands at the end of what was said before an answer, and an answer at the beginning of a message. */
const QUESTION_CHARS = 300;
const ANSWER_CHARS = 200;
/** What the question puts to the user stands before it; a longer report tells of much else. */
const PROPOSAL_CHARS = 2_000;
/** A longer message that neither agrees nor chooses goes its own way. */
const BRIEF_CHARS = 60;

/** Each sentence with those beside it, which may say what it is about. */
function neighbors(said: string): readonly string[] {
  const sentences = sentencesOf(said);
  return sentences.map((_, at) => sentences.slice(Math.max(0, at - 1), at + 2).join("\n"));
}

/** What was put to the user without the alternatives that they passed over. */
const takenUp = (asked: string, said: string): string =>
  choicesOf(asked, said)
    .flatMap(({ passedOver }) => passedOver)
    .reduce((rest, alternative) => rest.replace(alternative, " "), simplified(asked))
    .replace(/(?<![\w.])\d+(?:\.\d+)*(?![\w.])/g, (value) => (VALUE.test(said) && !said.includes(value) ? " " : value));

/** Who answers with a number of their own has not taken those of the question. */
const VALUE = /(?<![\w.#])\d+(?:\.\d+)*(?!\w)/;

const readRequest = rememberByText(readText);

/** A part of a name, with the words that it stands for. */
interface Part {
  readonly text: string;
  readonly words: readonly string[];
}

/** People call `settings.py` "settings". */
const FILE_ENDING = /(?<=^\w{4,})\.[a-z]{1,5}$/;

const nameOf = (text: string): readonly Part[] =>
  text
    .replace(FILE_ENDING, "")
    .split(/[^A-Za-z]+/)
    .filter((part) => part.length > 1)
    .map((part) => ({ text: part, words: [...conceptsOf(part).words] }));

const isInParts = (
  name: readonly Part[],
  includes: (part: string) => boolean,
  speaksOf: (word: string) => boolean,
): boolean => name.length > 0 && name.every(({ text, words }) => includes(text) || words.some(speaksOf));

/** By itself, and not as a part of another one. */
function hasNumber(text: string, digits: string): boolean {
  for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + 1))
    if (!/\d|\.$/.test(text.slice(Math.max(0, at - 1), at)) && !/^(?:\d|\.\d)/.test(text.slice(at + digits.length)))
      return true;
  return false;
}
