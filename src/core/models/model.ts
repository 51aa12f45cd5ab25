import { HOUR_MS, MINUTE_MS } from "../base/time";
import type { Origin } from "../conversation/message";

/** One model on one route, with everything the agent must know before it asks it something. */
export interface Model extends Origin {
  /** Absent where there is no server of ours to name: the editor's own models, the rehearsal. */
  readonly baseUrl?: string;
  readonly label: string;
  readonly windowTokens: number;
  readonly windowOrigin: WindowOrigin;
  /** The refusal a learned window came from. */
  readonly windowReason?: WindowReason;
  readonly maxOutputTokens: number;
  readonly sees: "text" | "text-and-images";
  readonly thinking: "none" | "optional" | "always";
  /** How long the model can be told to think; absent where it cannot. */
  readonly efforts?: readonly Effort[];
  /** Absent where nobody told us the price: shown as "–", never as 0. */
  readonly prices?: Prices;
  readonly cache: CacheRule;
}

/** All vendors that take an effort know these three. */
export type Effort = "low" | "medium" | "high";

/** Measurements and learned limits belong to one model on one server: the same name elsewhere may differ in both. */
export const routeKey = ({ provider, baseUrl = "", model }: Pick<Model, "provider" | "baseUrl" | "model">): string =>
  `${provider} ${baseUrl} ${model}`;

/** The parts of a route a record of a request keeps. */
export const routeOf = ({ provider, baseUrl, model }: Model): Pick<Model, "provider" | "baseUrl" | "model"> => ({
  provider,
  model,
  ...(baseUrl !== undefined && { baseUrl }),
});

/** Where the window size came from, for the gauge to say. */
type WindowOrigin = "catalog" | "setting" | "learnt" | "provider" | "guessed";

interface WindowReason {
  /** The provider's own sentence. */
  readonly text: string;
  /** Milliseconds since the epoch; 0 where it was not recorded. */
  readonly at: number;
}

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

export const CACHE_TTL_MS: Readonly<Record<CacheTtl, number>> = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS };
