import { rememberByText } from "../../../../base/text";
import { GrowingWithList, KnownByMessage } from "../../../../conversation/known-by-message";
import type { Message } from "../../../../conversation/message";
import { hasVisibleText, requestText } from "../../../../conversation/newest-request";
import { messageText } from "../../../../conversation/render";
import { readableText } from "../../../../conversation/text/original";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "./record";

/** What was said by those who can have taken a decision. */
export interface Said {
  readonly passages: readonly Passage[];
  /** Languages of what people and the assistant said, where decisions are made; tools print English to everybody. */
  readonly isEnglish: boolean;
  readonly isChinese: boolean;
  readonly hasChinese: boolean;
  readonly hasEnglishWords: boolean;
  /** Whether the words are in any of it, or in what an earlier summary says about a lost past. */
  includes(words: string): boolean;
  /** Whether a number stands in it by itself. */
  states(number: string): boolean;
  speaksOf(kind: keyof Concepts, concept: string): boolean;
}

interface Passage {
  readonly message: Message;
  /** In lower case, without the words of grammar. */
  readonly words: string;
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
  readonly words: string;
  /** As it was written, with numbers in digits and Chinese in simplified characters. */
  readonly written: string;
  readonly concepts: Concepts;
}

function readSaid(record: WorkRecord, maker: Maker): Said {
  const told = maker === "user" ? wordsOfUser(record) : record.messages.map(passageOf);
  const earlier = readText(record.earlier);
  const all: readonly SaidText[] = [...told, earlier];
  const spoken = told.filter(({ message }) => message.role !== "tool");
  const isSpoken = (pattern: RegExp) => spoken.some(({ words }) => pattern.test(words));
  const concepts =
    maker === "user" ? all.map((each) => each.concepts) : [conceptsByList.of(record.messages), earlier.concepts];
  return {
    passages: told,
    isEnglish: isSpoken(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/),
    isChinese: isSpoken(/[一-鿿]{4}/),
    hasChinese: isSpoken(/[一-鿿]/),
    hasEnglishWords: isSpoken(/[a-z]{3,} [a-z]{3,}/),
    includes: (sought) => all.some(({ words, written }) => words.includes(sought) || written.includes(sought)),
    states: (number) => {
      const alone = new RegExp(`(?<![\\d.])${number.replaceAll(".", "\\.")}(?![\\d]|\\.\\d)`);
      return all.some(({ written }) => alone.test(written.replace(/(?<=\d),(?=\d{3})/g, "")));
    },
    speaksOf: (kind, concept) => concepts.some((some) => some[kind].has(concept)),
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
  words: plain(simplified(text)),
  written: withDigits(simplified(text.toLowerCase())),
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
/** A question, or something that may be accepted: "I could keep a ref". */
const PROPOSES =
  /[?？]|\bi (?:could|can|would|suggest|propose)\b|\bi['’]d\b|建议|[你您]定|^(?![^]*可以[^]*可以)[^]*可以/i;

/** The user's own words, and the questions that they answered: "yes", and "the second one", are said about those. */
function wordsOfUser({ messages }: WorkRecord): readonly (SaidText & Passage)[] {
  return messages.flatMap((message, index) => {
    if (message.role !== "user") return [];
    const said = requestText(message);
    const before = messages.slice(0, index).findLast(hasVisibleText);
    const asked = before === undefined ? "" : messageText(before);
    const proposed = PROPOSES.test(asked.slice(-QUESTION_CHARS)) ? asked : "";
    return [{ message, ...readRequest(`${said}\n${proposed}`) }];
  });
}

const readRequest = rememberByText(readText);

/** Chinese words of grammar come and go with every wording. */
export const GRAMMAR = /自己|[的以来來在是把将將请請与與和并並了就也先再用要我他]/g;
const plain = (text: string): string => text.toLowerCase().replace(GRAMMAR, "");
