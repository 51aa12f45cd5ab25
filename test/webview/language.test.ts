import { describe, expect, it } from "vitest";
import { english } from "../../webview-ui/shared/language/english";
import { simplifiedChinese } from "../../webview-ui/shared/language/simplified-chinese";
import { traditionalChinese } from "../../webview-ui/shared/language/traditional-chinese";
import type { Wording } from "../../webview-ui/shared/language/wording";
import { fillIn } from "../../webview-ui/shared/language/wording";

const formsOf = (wording: Wording): readonly string[] =>
  typeof wording === "string" ? [wording] : [wording.one, wording.other];
const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).toSorted();

/** Each key with the placeholders of its text; both forms of a counted text must have the same. */
const placeholdersOf = (table: Readonly<Record<string, Wording>>) =>
  Object.fromEntries(
    Object.entries(table).map(([key, wording]) => [
      key,
      [...new Set(formsOf(wording).map((text) => placeholdersIn(text).join()))],
    ]),
  );

describe.each([
  ["simplified", simplifiedChinese],
  ["traditional", traditionalChinese],
])("%s Chinese", (_, chinese) => {
  it("has every text of the English views, with the same placeholders", () => {
    expect(placeholdersOf(chinese)).toEqual(placeholdersOf(english));
  });

  it("translates every text that has words", () => {
    const hasWords = (text: string) => /[A-Za-z]{2}/.test(text.replace(/\{\w+\}/g, ""));
    const translations: Readonly<Record<string, Wording>> = chinese;
    const untranslated = Object.entries(english).filter(
      ([key, wording]) => formsOf(wording).some(hasWords) && translations[key] === wording,
    );
    expect(untranslated).toEqual([]);
  });
});

describe("a counted text", () => {
  it.each([
    [0, "0 files restored"],
    [1, "1 file restored"],
    ["1", "1 file restored"],
    [2, "2 files restored"],
    ["1.2K", "1.2K files restored"],
  ])("with %j reads %j", (count, text) => {
    expect(fillIn(english.restored_files, { count })).toBe(text);
  });

  it("keeps a placeholder without a value", () => {
    expect(fillIn("{used} / {window}", { used: 1 })).toBe("1 / {window}");
  });
});
