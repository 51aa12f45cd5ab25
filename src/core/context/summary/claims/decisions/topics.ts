import { rememberByText } from "../../../../base/text";
import type { Concepts } from "../language/concepts";
import { conceptsOf } from "../language/concepts";

/** What a text speaks of, numbers included: "not 409". */
export const topicsOf = rememberByText((text: string): Concepts => {
  const concepts = conceptsOf(text);
  return { ...concepts, names: new Set([...concepts.names, ...(text.match(NUMBER) ?? [])]) };
});

const NUMBER = /(?<![\w.])(?:\d[\d.]*\d|[1-5]xx)(?![\w.])/g;

const WEIGHTS = { names: 2, words: 1, pairs: 0.5 } as const;

/** The weight of those of its concepts that pass. */
export function weightOf(
  concepts: Concepts,
  isCounted: (kind: keyof Concepts, item: string) => boolean = () => true,
): number {
  let sum = 0;
  for (const kind of KINDS) for (const item of concepts[kind]) if (isCounted(kind, item)) sum += WEIGHTS[kind];
  return sum;
}

const KINDS = ["names", "words", "pairs"] as const;

export const clausesOf = (text: string): readonly string[] =>
  text
    .split(/[.!?;:](?=\s|$)|[;:](?=[一-鿿])|[\n。！？；，…()（）]|,(?=\s|[一-鿿])|\s[–—-]\s|\s(?:but|and)\s/)
    .filter((part) => /\w|[一-鿿]/.test(part));

export const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?;])\s|(?<=[。！？；])|\n/).filter((part) => /\w|[一-鿿]/.test(part));
