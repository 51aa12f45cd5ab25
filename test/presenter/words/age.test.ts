import { expect, it } from "vitest";
import { ageOf } from "../../../src/presenter/words/age";
import { sayInEnglish } from "../../../src/presenter/words/say";

it.each([
  [0, "now"],
  [59_999, "now"],
  [60_000, "1 min"],
  [3_599_999, "59 min"],
  [7_200_000, "2 h"],
  [200_000_000, "2 d"],
  [-5, "now"],
])("calls an age of %i ms %s", (ms, words) => {
  expect(ageOf(1_000_000_000 - ms, 1_000_000_000, sayInEnglish)).toBe(words);
});
