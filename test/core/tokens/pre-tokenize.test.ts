import fc from "fast-check";
import o200k from "js-tiktoken/ranks/o200k_base";
import { describe, expect, it } from "vitest";
import { pieceEnd } from "../../../src/core/tokens/pre-tokenize";

const piecesOf = (text: string): string[] => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
};

const published = (text: string): string[] =>
  [...text.matchAll(new RegExp(o200k.pat_str, "gu"))].map(([piece]) => piece);

/** Every class the pattern knows, its special cases, and halves of surrogate pairs. */
const units = [
  "a",
  "b",
  "A",
  "Z",
  "é",
  "É",
  "ǅ",
  "ʰ",
  "中",
  "ا",
  "\u0301",
  "0",
  "1",
  "²",
  "٣",
  " ",
  "  ",
  "\t",
  "\n",
  "\r",
  "\u00a0",
  "\u3000",
  "\ufeff",
  "'s",
  "'re",
  "'LL",
  "'",
  "!",
  "/",
  "-",
  "_",
  "😀",
  "\ud800",
  "\udc00",
  "<|endoftext|>",
  "foo",
  "Bar",
  "ſ",
  "ª",
  "ⅷ",
  "\u{1D400}",
  "\u{10400}",
];

describe("pieceEnd", () => {
  it("cuts as the published pattern does", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...units), { maxLength: 30 }), (picked) => {
        const text = picked.join("");
        expect(piecesOf(text)).toEqual(published(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it("cuts any text as the published pattern does and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        expect(piecesOf(text)).toEqual(published(text));
        expect(piecesOf(text).join("")).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it("takes three million letters as one piece", () => {
    expect(piecesOf("A".repeat(3_000_000))).toHaveLength(1);
  });
});
