import { effect, signal } from "@preact/signals";
import type { Locale } from "../../../src/protocol/messages";
import type { WordKey } from "./english";
import { english } from "./english";
import { simplifiedChinese } from "./simplified-chinese";
import { traditionalChinese } from "./traditional-chinese";
import type { Wording } from "./wording";
import { fillIn } from "./wording";

const tables: Readonly<Record<Locale, Readonly<Record<WordKey, Wording>>>> = {
  en: english,
  "zh-cn": simplifiedChinese,
  "zh-tw": traditionalChinese,
};

/** Set by the first host message; English until then. Screen readers choose their voice by the language of the page. */
export const locale = signal<Locale>("en");

effect(() => {
  document.documentElement.lang = locale.value;
});

/** A text of the views in the user's language. Pass the number that decides between singular and plural as `count`. */
export const word = (key: WordKey, values: Readonly<Record<string, string | number>> = {}): string =>
  fillIn(tables[locale.value][key], values);
