import type { Message } from "../../conversation/message";
import { readableText } from "../../conversation/text/original";
import type { Original, OriginalStore } from "./originals";

/** Which originals contain which words. Grows with the store; each message is read once. */
export interface WordIndex {
  /** Originals that contain all words of the name, oldest first; what they hold must still be compared. */
  candidates(name: string): readonly Original[];
}

/** Names of code end where letters of another script begin, which need no space between: `请看parseConfig的值`. */
const WORD = /[A-Za-z0-9]+|(?:(?![A-Za-z0-9])[\p{L}\p{N}])+/gu;
/** Longer runs are encoded data, never searched by name. */
const LONGEST_WORD_CHARS = 80;

export function createWordIndex(store: OriginalStore): WordIndex {
  let indexed: readonly Original[] = [];
  let postings = new Map<string, number[]>();

  const catchUp = (): void => {
    const originals = store.originals();
    const grown =
      originals.length >= indexed.length &&
      indexed.every((original, index) => originals[index]?.message === original.message);
    if (!grown) [indexed, postings] = [[], new Map()];
    originals.slice(indexed.length).forEach(({ message }, offset) => {
      for (const word of distinctWords(message)) {
        const known = postings.get(word);
        if (known === undefined) postings.set(word, [indexed.length + offset]);
        else known.push(indexed.length + offset);
      }
    });
    indexed = originals;
  };

  return {
    candidates: (name) => {
      catchUp();
      const lists = wordsIn(name)
        .map((word) => postings.get(word) ?? [])
        .toSorted((a, b) => a.length - b.length);
      const [shortest = [], ...others] = lists;
      const sets = others.map((list) => new Set(list));
      return shortest.filter((place) => sets.every((set) => set.has(place))).flatMap((place) => indexed[place] ?? []);
    },
  };
}

const wordsIn = (text: string): readonly string[] =>
  (text.match(WORD) ?? []).filter((word) => word.length <= LONGEST_WORD_CHARS).map((word) => word.toLowerCase());

const distinctWords = (message: Message): ReadonlySet<string> => new Set(wordsIn(readableText(message)));
