import type { Message } from "../../../src/core/conversation/message";
import { editsOf } from "./edits";
import type { Feature } from "./features";
import { featuresOf, linesIn, shownText } from "./features";

/** What the recorded agent used in one reply of what it had seen before. Numbers stand for features of the session. */
interface Need {
  readonly lines: readonly number[];
  readonly names: readonly number[];
  readonly facts: readonly number[];
  /** For each edit, the old lines that the session had shown. */
  readonly edits: readonly (readonly number[])[];
}

/** All needs of a session, and what each message of any strategy contributes to them. */
export interface Needs {
  readonly byReply: ReadonlyMap<number, Need>;
  readonly featureCount: number;
  /** The newest message before a reply that shows a feature. */
  sourceBefore(feature: number, reply: number): number | undefined;
  /** The needed features that a message shows. */
  shownBy(message: Message): readonly number[];
}

export function needsOf(messages: readonly Message[]): Needs {
  const numbers = new Map<string, number>();
  const places = new Map<number, number[]>();
  const seen = new Set<string>();
  const byReply = new Map<number, Need>();
  messages.forEach((message, index) => {
    if (message.role === "assistant") {
      const known = [...featuresOf(message)].filter((feature) => seen.has(feature));
      const of = (kind: string) =>
        known.filter((feature) => feature.startsWith(kind)).map((feature) => numberOf(numbers, feature));
      byReply.set(index, {
        lines: of("line "),
        names: of("name "),
        facts: of("fact "),
        edits: editsOf(message)
          .map((lines) =>
            lines.filter((line) => seen.has(`text ${line}`)).map((line) => numberOf(numbers, `text ${line}`)),
          )
          .filter((lines) => lines.length > 0),
      });
    }
    for (const feature of allOf(message)) seen.add(feature);
  });
  messages.forEach((message, index) => {
    for (const feature of allOf(message)) {
      const number = numbers.get(feature);
      if (number !== undefined) (places.get(number) ?? setNew(places, number)).push(index);
    }
  });
  const shown = new WeakMap<Message, readonly number[]>();
  return {
    byReply,
    featureCount: numbers.size,
    sourceBefore: (feature, reply) => places.get(feature)?.findLast((place) => place < reply),
    shownBy: (message) => {
      const known = shown.get(message);
      if (known !== undefined) return known;
      const found = [...allOf(message)].flatMap((feature) => numbers.get(feature) ?? []);
      shown.set(message, found);
      return found;
    },
  };
}

type Counted = Feature | `text ${string}`;

/** Features, and every line whatever its length, which edits ask for. */
function* allOf(message: Message): Generator<Counted> {
  yield* featuresOf(message);
  for (const line of new Set(linesIn(shownText(message)))) if (line !== "") yield `text ${line}`;
}

function numberOf(numbers: Map<string, number>, feature: string): number {
  const number = numbers.get(feature) ?? numbers.size;
  numbers.set(feature, number);
  return number;
}

function setNew(places: Map<number, number[]>, number: number): number[] {
  const list: number[] = [];
  places.set(number, list);
  return list;
}
