import { rememberByText } from "../../../../base/text";
import { GrowingWithList, KnownByMessage } from "../../../../conversation/known-by-message";
import type { Message } from "../../../../conversation/message";
import { readableText } from "../../../../conversation/text/original";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { choicesOf, NO, YES } from "./answers";
import type { UserWords } from "./user-words";
import { wordsOfUser } from "./user-words";

/** Words that were said, to be looked into. */
export interface Saying {
  /** Whether the words are in any of it. */
  includes(words: string): boolean;
  hasNumber(digits: string): boolean;
  speaksOf(kind: keyof Concepts, concept: string): boolean;
}

/** What was said by those who can have taken a decision, and what an earlier summary says about a lost past. */
export interface Said extends Saying {
  /** Languages of what people and the assistant said, where decisions are made; tools print English to everybody. */
  readonly isEnglish: boolean;
  readonly isChinese: boolean;
  /** The same without long messages: a pasted log, or a template, has words for any decision. */
  readonly brief: Saying;
  /** Passages of the long ones, each of which may tell of a decision. */
  readonly passages: readonly Saying[];
}

interface Passage {
  readonly message: Message;
}

/** Whoever took a decision: the user, or any of those who speak in the conversation. */
type Maker = "user" | "anyone";

const known = new WeakMap<WorkRecord, Map<Maker, Said>>();

export function saidBy(record: WorkRecord, maker: Maker): Said {
  const makers = known.get(record) ?? new Map<Maker, Said>();
  known.set(record, makers);
  const said = makers.get(maker) ?? readSaid(record, maker);
  makers.set(maker, said);
  return said;
}

/** Of one message, or of an earlier summary. */
interface SaidText {
  /** As it was written, with numbers in digits and Chinese in simplified characters. */
  readonly written: string;
  readonly concepts: Concepts;
}

function readSaid(record: WorkRecord, maker: Maker): Said {
  const told = maker === "user" ? wordsOfUser(record).map(requestOf) : record.messages.map(passageOf);
  const earlier = readText(record.earlier);
  const spoken = told.filter(({ message }) => maker === "user" || message.role !== "tool");
  const isSpoken = (pattern: RegExp) => spoken.some(({ written }) => pattern.test(written));
  const all =
    maker === "user"
      ? sayingOf([...told, earlier])
      : sayingOf([...told, earlier], [conceptsByList.of(record.messages), earlier.concepts]);
  const long = maker === "user" ? told.filter(({ written }) => written.length > LONG_CHARS) : [];
  return {
    ...all,
    isEnglish: isSpoken(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/),
    isChinese: isSpoken(/[一-鿿]{4}/),
    brief: long.length === 0 ? all : sayingOf([...told.filter((one) => !long.includes(one)), earlier]),
    passages: long.flatMap(({ written }) => passagesIn(written).map((text) => sayingOf([readRequest(text)]))),
  };
}

function sayingOf(texts: readonly SaidText[], concepts = texts.map((one) => one.concepts)): Saying {
  return {
    includes: (sought) => texts.some(({ written }) => written.includes(sought)),
    hasNumber: (digits) => texts.some(({ written }) => hasNumber(written, digits)),
    speaksOf: (kind, concept) => concepts.some((some) => some[kind].has(concept)),
  };
}

/** A longer message tells of many things. */
const LONG_CHARS = 1_500;
/** Half of what is read together, so that nothing is cut apart. */
const HALF_PASSAGE_CHARS = 400;

const passagesIn = rememberByText((text: string): readonly string[] => {
  const halves: string[] = [];
  for (const line of text.split(/\n|(?<=[.!?。！？])\s/)) {
    const last = halves.at(-1);
    if (last === undefined || last.length + line.length > HALF_PASSAGE_CHARS) halves.push(line);
    else halves[halves.length - 1] = `${last}\n${line}`;
  }
  return halves.map((half, at) => `${half}\n${halves[at + 1] ?? ""}`);
});

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

const passageOf = (message: Message): SaidText & Passage => ({ message, ...wordsOf(message) });

/** A question stands at the end of what was said before an answer. */
const QUESTION_CHARS = 300;
/** What it puts to the user stands before it; a longer report tells of much else. */
const PROPOSAL_CHARS = 2_000;
/** A longer message that neither agrees nor chooses goes its own way. */
const BRIEF_CHARS = 60;

/** The user's own words, and the questions that they answered: "yes", and "the second one", are said about those. */
function requestOf({ message, said, asked, offered }: UserWords): SaidText & Passage {
  const proposal = message.role === "tool" ? asked : asked.slice(-PROPOSAL_CHARS);
  const isQuestion = message.role === "tool" || /[?？]/.test(asked.slice(-QUESTION_CHARS));
  const proposed = isQuestion && isAnswer(proposal, said) ? takenUp(proposal, said) : "";
  const taken = offered.filter(({ label }) => said.includes(label)).map(({ text }) => text);
  return { message, ...readRequest([said, proposed, ...taken].join("\n")) };
}

function isAnswer(proposal: string, said: string): boolean {
  const plain = simplified(said);
  return plain.length <= BRIEF_CHARS || YES.test(plain) || NO.test(plain) || choicesOf(proposal, said).length > 0;
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

/** By itself, and not as a part of another one. */
function hasNumber(text: string, digits: string): boolean {
  for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + 1))
    if (!/\d|\.$/.test(text.slice(Math.max(0, at - 1), at)) && !/^(?:\d|\.\d)/.test(text.slice(at + digits.length)))
      return true;
  return false;
}
