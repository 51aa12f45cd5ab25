import type { Origin } from "../conversation/message";

/** One model on one route, with everything the agent must know before it asks it something. */
export interface Model extends Origin {
  readonly label: string;
  readonly windowTokens: number;
  readonly windowOrigin: WindowOrigin;
  readonly maxOutputTokens: number;
  readonly sees: "text" | "text-and-images";
  readonly thinking: "none" | "optional" | "always";
  /** Absent where nobody told us the price: shown as "–", never as 0. */
  readonly prices?: Prices;
  readonly cache: CacheRule;
}

/** Where the window size came from, for the gauge to say. */
export type WindowOrigin = "catalog" | "setting" | "learnt" | "provider" | "guessed";

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Dearer rates for the whole request once its prompt is longer than this. */
  readonly long?: { readonly overPromptTokens: number; readonly inputTimes: number; readonly outputTimes: number };
}

export type CacheRule =
  | { readonly kind: "none" }
  /** The server caches by itself (OpenAI and most compatible servers). */
  | { readonly kind: "automatic"; readonly minimumTokens: number }
  /** We place `cache_control` breakpoints (Claude). */
  | { readonly kind: "breakpoints"; readonly minimumTokens: number };

export type CacheTtl = "5m" | "1h";
