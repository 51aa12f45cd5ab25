import { rememberByText } from "../../../../base/text";
import { GrowingWithList, KnownByMessage } from "../../../../conversation/known-by-message";
import type { Message } from "../../../../conversation/message";
import { hasVisibleText, requestText } from "../../../../conversation/newest-request";
import { messageText } from "../../../../conversation/render";
import { readableText } from "../../../../conversation/text/original";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";
import { simplified, withDigits } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { choicesOf } from "./answers";

/** What was said by those who can have taken a decision. */
export interface Said {
  /** Languages of what people and the assistant said, where decisions are made; tools print English to everybody. */
  readonly isEnglish: boolean;
  readonly isChinese: boolean;
  /** Whether the words are in any of it, or in what an earlier summary says about a lost past. */
  includes(words: string): boolean;
  hasNumber(digits: string): boolean;
  speaksOf(kind: keyof Concepts, concept: string): boolean;
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
  const told = maker === "user" ? wordsOfUser(record) : record.messages.map(passageOf);
  const earlier = readText(record.earlier);
  const all: readonly SaidText[] = [...told, earlier];
  const spoken = told.filter(({ message }) => message.role !== "tool");
  const isSpoken = (pattern: RegExp) => spoken.some(({ written }) => pattern.test(written));
  const concepts =
    maker === "user" ? all.map((each) => each.concepts) : [conceptsByList.of(record.messages), earlier.concepts];
  return {
    isEnglish: isSpoken(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/),
    isChinese: isSpoken(/[一-鿿]{4}/),
    includes: (sought) => all.some(({ written }) => written.includes(sought)),
    hasNumber: (digits) => all.some(({ written }) => hasNumber(written, digits)),
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

/** The user's own words, and the questions that they answered: "yes", and "the second one", are said about those. */
function wordsOfUser({ messages }: WorkRecord): readonly (SaidText & Passage)[] {
  return messages.flatMap((message, index) => {
    if (message.role !== "user") return [];
    const said = requestText(message);
    const before = messages.slice(0, index).findLast(hasVisibleText);
    const asked = before === undefined ? "" : messageText(before);
    const proposed = /[?？]/.test(asked.slice(-QUESTION_CHARS)) ? takenUp(asked, said) : "";
    return [{ message, ...readRequest(`${said}\n${proposed}`) }];
  });
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
