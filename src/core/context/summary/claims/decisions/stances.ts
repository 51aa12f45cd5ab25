import { joinPattern } from "../../../../base/text";
import type { MessageId } from "../../../../conversation/ids";
import type { Concepts } from "../language/concepts";
import { simplified } from "../language/plain-words";
import type { WorkRecord } from "../record/record";
import { alternativesIn, choicesOf, NEITHER, NO, OR, proposalsIn, YES } from "./answers";
import type { Direction } from "./direction";
import { directionOf, objectOf, refused, wishIn } from "./direction";
import { clausesOf, sentencesOf, topicsOf, weightOf } from "./topics";
import type { UserWords } from "./user-words";
import { wordsOfUser } from "./user-words";

/** What the user said about one thing: in their own words, or by answering what was proposed to them. */
export interface Stance {
  readonly text: string;
  /** The whole sentence, which may say whose work it is. */
  readonly sentence: string;
  readonly concepts: Concepts;
  /** What it is about, without the words for its direction. */
  readonly object: Concepts;
  readonly direction: Direction;
  readonly messageId: MessageId;
  /** "passed over": an alternative that the user did not choose; `instead` is the one they chose. */
  readonly manner: "own" | "answered" | "passed over";
  readonly instead?: Concepts;
}

const known = new WeakMap<WorkRecord, readonly Stance[]>();

export function stancesOf(record: WorkRecord): readonly Stance[] {
  const stances = known.get(record) ?? readStances(record);
  known.set(record, stances);
  return stances;
}

const readStances = (record: WorkRecord): readonly Stance[] =>
  wordsOfUser(record).flatMap((words) => {
    const taken = offersTaken(words);
    const spoken = taken.length > 0 ? taken : [...answersTo(words.asked, words.said), ...ownIn(words.said)];
    return spoken.map((stance) => ({ ...stance, messageId: words.message.id }));
  });

/** Of the answers that a question offered, those that the user took, and those that they passed over. */
function offersTaken({ said, offered }: UserWords): readonly Omit<Stance, "messageId">[] {
  const taken = offered.filter(({ label }) => said.includes(label));
  if (taken.length === 0) return [];
  const instead = topicsOf(taken.map(({ label }) => label).join("\n"));
  return offered.map(({ label, text }) =>
    taken.some((one) => one.label === label)
      ? { ...answered(text), direction: directionOf(text) }
      : { ...answered(label), direction: refused(directionOf(label)) ?? "refuse", manner: "passed over", instead },
  );
}

function ownIn(said: string): readonly Omit<Stance, "messageId">[] {
  const clauses = sentencesOf(said).flatMap((sentence) =>
    clausesOf(sentence).flatMap((clause) => clause.split(CONTRAST).map((text) => ({ text, sentence }))),
  );
  return clauses.map(({ text, sentence }, at) => {
    const wish = ASKS.test(simplified(text)) ? "plain" : wishIn(text);
    return {
      text,
      sentence,
      object: topicsOf(objectOf(text)),
      concepts: topicsOf(isBare(text) ? `${clauses[at - 1]?.text ?? ""} ${text}` : text),
      direction: RETRACTS.test(clauses[at + 1]?.text ?? "") ? refused(wish) : wish,
      manner: "own",
    };
  });
}

/** "Headers, not body": what is denied is another thing than what is wished. */
const CONTRAST = joinPattern(
  [
    String.raw`(?<!\b(?:do|does|did|is|are|was|were|must|should|can|could|will|would|may|might|has|have|had|shall|if|`,
    String.raw`or|and|but|why|please|rather|better|am)\s)(?<=\w\s)(?=(?:not|instead of|rather than)\s)|(?=而不是|而非)`,
  ],
  "i",
);
/** "Drop it. No, wait": what was said right before is taken back. */
const RETRACTS = joinPattern(
  [
    String.raw`^\W*(?:(?:hm+|no|oh),?\s+)?(?:wait|scratch that|on second thought|forget (?:it|that))\b|`,
    String.raw`^\W*no(?:\W+(?:actually|wait|sorry))?\W*$|^\s*(?:不对|等等|算了|还是算了|不，)`,
  ],
  "i",
);

/** Whoever asks whether has not decided. */
const ASKS = /\b(?:should|shall|do|does) (?:we|i|it|you think)\b|\bwhether\b|要不要|该不该|是否|是不是|需不需要/i;

/** A clause that names nothing goes on about what the one before it names: "page is still in use, don't delete it". */
export const isBare = (text: string): boolean => {
  const object = objectOf(text).replace(PRONOUNS, "");
  return !/\d|[一-鿿]{2}/.test(object) && weightOf(topicsOf(object)) === 0;
};

const PRONOUNS = /[你我他它您们这那个些在把的着过里一]|\b(?:decid\w*|against|think|want)\b/gi;

/** Answers to what was proposed last: a yes or a no to all of it, or the choice of one alternative. */
function answersTo(proposed: string, said: string): readonly Omit<Stance, "messageId">[] {
  const choices = choicesOf(proposed, said);
  if (choices.length > 0)
    return choices.flatMap(({ chosen, passedOver }) => {
      const instead = topicsOf(chosen);
      const taken = { ...answered(chosen), direction: directionOf(chosen) };
      return [
        taken,
        ...passedOver.map((text) => ({
          ...answered(text),
          direction: refused(directionOf(text)) ?? ("refuse" as const),
          manner: "passed over" as const,
          instead,
        })),
      ];
    });
  const plain = simplified(said);
  const answer = NO.test(plain) ? "no" : YES.test(plain) ? "yes" : undefined;
  if (answer === undefined) return [];
  if (NEITHER.test(plain))
    return alternativesIn(proposed)
      .flat()
      .map((text) => ({ ...answered(text), direction: refused(directionOf(text)) ?? "refuse" }));
  return proposalsIn(proposed)
    .filter((text) => !OR.test(simplified(text)))
    .map((text) => ({
      ...answered(text),
      direction: answer === "yes" ? directionOf(text) : refused(directionOf(text)),
    }));
}

function answered(text: string): Omit<Stance, "messageId" | "direction"> {
  const concepts = topicsOf(text);
  return { text, sentence: text, concepts, object: concepts, manner: "answered" };
}
