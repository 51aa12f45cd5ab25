import { describe, expect, it } from "vitest";
import { localeOf } from "../../src/presenter/locale";

describe("the language of the views", () => {
  it.each([
    ["en", "en"],
    ["en-GB", "en"],
    ["de", "en"],
    ["zh-cn", "zh-cn"],
    ["zh", "zh-cn"],
    ["zh-Hans", "zh-cn"],
    ["zh-tw", "zh-tw"],
    ["zh-HK", "zh-tw"],
    ["zh-Hant", "zh-tw"],
    ["zh-Hant-HK", "zh-tw"],
  ])("for %s is %s", (language, locale) => {
    expect(localeOf(language)).toBe(locale);
  });
});
