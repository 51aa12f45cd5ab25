import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWordFinder } from "../../../../src/core/conversation/text/word-finder";

function occurrences(words: readonly string[], text: string): readonly string[] {
  const found: string[] = [];
  createWordFinder(words).some(text, (word, end) => {
    found.push(`${words[word]} ${end}`);
    return false;
  });
  return found.toSorted();
}

describe("a word finder", () => {
  it("finds words that begin, end, and overlap in each other, whatever their case", () => {
    expect(occurrences(["he", "she", "hers", "ключ"], "uSHErs КЛЮЧ")).toEqual(["he 4", "hers 6", "she 4", "ключ 11"]);
  });

  it("stops at the first word for which the test holds", () => {
    const ends: number[] = [];
    const stopped = createWordFinder(["a"]).some("a-a-a", (_word, end) => ends.push(end) === 2);
    expect({ stopped, ends }).toEqual({ stopped: true, ends: [1, 3] });
  });

  it("finds what a search for each word finds", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "-"), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1, maxLength: 6 }),
        fc.string({ unit: fc.constantFrom("a", "B", "c", "-", "é"), maxLength: 40 }),
        (words, text) => {
          const expected = words.flatMap((word) =>
            [...text].flatMap((_, at) =>
              text.toLowerCase().startsWith(word, at) ? [`${word} ${at + word.length}`] : [],
            ),
          );
          expect(occurrences(words, text)).toEqual(expected.toSorted());
        },
      ),
    );
  });
});
