import { expect, it } from "vitest";
import { characterBoundary, takeEnd, takeStart } from "../../../src/core/base/text";

const text = "a😀b";

it("never cuts a character in half", () => {
  expect([0, 1, 2, 3, 4].map((at) => characterBoundary(text, at))).toEqual([0, 1, 1, 3, 4]);
  expect([1, 2, 3, 9].map((chars) => takeStart(text, chars))).toEqual(["a", "a", "a😀", text]);
  expect([1, 2, 3, 9].map((chars) => takeEnd(text, chars))).toEqual(["b", "b", "😀b", text]);
});
