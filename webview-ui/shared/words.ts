import { effect, signal } from "@preact/signals";
import type { Locale } from "../../src/protocol";
import { chinese } from "./chinese";
import { english, type WordKey } from "./english";

const tables: Readonly<Record<Locale, Readonly<Record<WordKey, string>>>> = { en: english, "zh-cn": chinese };

/** Told by the first host message; English until then. Screen readers choose their voice by the page's language. */
export const locale = signal<Locale>("en");

effect(() => {
  document.documentElement.lang = locale.value;
});

/** A text of the views in the user's language, `{name}` replaced by its value. */
export function word(key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  return tables[locale.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
