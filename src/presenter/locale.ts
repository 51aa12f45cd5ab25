import type { Locale } from "../protocol/messages";

/** The language of the views for VS Code's display language. Chinese without a known region or script is simplified. */
export function localeOf(language: string): Locale {
  const tag = language.toLowerCase();
  if (/^zh-(?:tw|hk|mo|hant)\b/.test(tag)) return "zh-tw";
  return /^zh\b/.test(tag) ? "zh-cn" : "en";
}
