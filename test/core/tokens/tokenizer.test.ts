import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import type { Tokenizer } from "../../../src/core/tokens/tokenizer";
import { loadTokenizer } from "../../../src/core/tokens/tokenizer";

let own: Tokenizer;
let reference: Tiktoken;

beforeAll(async () => {
  own = await loadTokenizer();
  reference = new Tiktoken(o200k);
}, 30_000);

const referenceCount = (text: string) => reference.encode(text, [], []).length;

describe("tokenizer", () => {
  it.each([
    "",
    "a",
    "Hello, world!",
    "export const x = (a: number) => a * 2;\n",
    "请在压缩之后保留用户的最新请求",
    "😀👨‍👩‍👧",
    "supercalifragilisticexpialidocious",
    "<|endoftext|>",
    "\ud800",
    "  \n\n  x",
    "a".repeat(300),
    "=".repeat(200),
    "0123456789".repeat(20),
  ])("counts %j as js-tiktoken does", (text) => {
    expect(own.count(text)).toBe(referenceCount(text));
  });

  it("counts made-up words as js-tiktoken does", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdeABC0_-./é中 \n".split("")), maxLength: 60 });
    fc.assert(
      fc.property(word, (text) => own.count(text) === referenceCount(text)),
      { numRuns: 500 },
    );
  });

  it("counts any text as js-tiktoken does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => own.count(text) === referenceCount(text)),
      { numRuns: 500 },
    );
  });

  it.each([
    ["a", 125_000],
    [" ", 7_813],
    ["中", 1_000_000],
  ])(
    "counts a megabyte of %j",
    (unit, tokens) => {
      expect(own.count(unit.repeat(1_000_000))).toBe(tokens);
    },
    30_000,
  );
});
