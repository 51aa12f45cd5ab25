import { expect, it } from "vitest";
import { rememberByText } from "../../../src/core/base/text";

const longText = (name: string, chars = 100): string => name.repeat(Math.ceil(chars / name.length));

function countingReader() {
  const read: string[] = [];
  const lengthOf = rememberByText((text) => {
    read.push(text);
    return text.length;
  });
  return { read, lengthOf };
}

it("reads a text once, also where it comes as another string of the same content", () => {
  const { read, lengthOf } = countingReader();
  const text = longText("one");
  const copy = [...text].join("");
  expect([lengthOf(text), lengthOf(copy), lengthOf(text)]).toEqual([text.length, text.length, text.length]);
  expect(read).toEqual([text]);
});

it("keeps functions apart", () => {
  const upper = rememberByText((text) => text.toUpperCase());
  const reversed = rememberByText((text) => [...text].reverse().join(""));
  const text = longText("ab");
  expect([upper(text), reversed(text), upper(text)]).toEqual([longText("AB"), longText("ba"), longText("AB")]);
});

it("forgets texts that nobody asks for, and keeps those in use", () => {
  const { read, lengthOf } = countingReader();
  const used = longText("used");
  const once = longText("once");
  lengthOf(used);
  lengthOf(once);
  for (let index = 0; index < 60; index++) {
    lengthOf(longText(`filler ${index} `, 1_000_000));
    lengthOf(used);
  }
  lengthOf(once);
  expect(read.filter((text) => text === used)).toHaveLength(1);
  expect(read.filter((text) => text === once)).toHaveLength(2);
});
