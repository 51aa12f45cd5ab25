import { expect, it } from "vitest";
import { plainLine } from "../../../../src/core/conversation/text/plain-line";

it.each([
  ["You asked: *explain src/cart.js*", "You asked: explain src/cart.js"],
  ["I will read `src/cart.js`.", "I will read src/cart.js."],
  ["## The **bug** is in `totalOf`", "The bug is in totalOf"],
  ["- [ ] write the [test](https://x.example/a_b)", "write the test"],
  ["> 1. quoted", "quoted"],
  ["```js\nconst a = 1;\n```\nThat is it.", "const a = 1;"],
  ["\n\n---\n# Plan\nFirst", "Plan"],
  ["keep snake_case_names and src/*.ts and test/*.ts", "keep snake_case_names and src/*.ts and test/*.ts"],
  ["find *.ts and *.js", "find *.ts and *.js"],
  ["2 * 3 * 4", "2 * 3 * 4"],
  ["__init__.py and __main__", "__init__.py and main"],
  ["(_perhaps_) __never__.", "(perhaps) never."],
  ["", ""],
  ["***", "***"],
])("%j reads as %j", (text, plain) => {
  expect(plainLine(text)).toBe(plain);
});
