import type { Origin } from "../conversation/message";
import { findInCatalog, isClaude } from "./catalog";
import type { CacheRule, Model } from "./model";
import { routeKey } from "./model";

/** One model on one route, before anything is known about it. */
export interface Served extends Origin {
  readonly baseUrl: string;
  /** Whether this route takes `cache_control` marks; caching is then ours to steer, on Claude models. */
  readonly marks: "taken" | "refused";
}

/** What others said about a model; each field is absent where nobody did. */
export interface ModelHints {
  /** The user's own setting; it wins over everything but a smaller limit the provider stated. */
  readonly contextLength?: number;
  /** What the server itself states it serves. */
  readonly servedWindowTokens?: number;
  readonly maxOutputTokens?: number;
}

/** Where limits stated by a provider's refusal are kept; the host writes them to disk. */
export interface LearntLimits {
  load(): Readonly<Record<string, number>>;
  save(limits: Readonly<Record<string, number>>): void;
}

/** Where nothing is known, the window is guessed from the top of this ladder and a refusal steps down. */
export const WINDOW_LADDER: readonly number[] = [256_000, 128_000, 64_000, 32_000, 16_000, 8_000];

/** Leaves most of an unknown window to the conversation. */
const GUESSED_OUTPUT_SHARE = 0.25;
const GUESSED_OUTPUT_TOKENS = 16_384;
const CODEX_WINDOW_TOKENS = 272_000;

export interface ModelRegistry {
  resolve(served: Served, hints?: ModelHints): Model;
  /** A refusal stated the window: remembered for this route for good, unless it is larger than what we assume. */
  learn(served: Served, limitTokens: number): void;
  /** A refusal stated nothing: the next step of the ladder, for as long as this registry lives. Returns what is assumed now. */
  stepDown(served: Served, triedTokens: number): number | undefined;
  /** Servers change: what refusals taught is given up, and the next refusal teaches it anew. */
  forget(): void;
}

export function createRegistry(limits: LearntLimits): ModelRegistry {
  const guessed = new Map<string, number>();
  return {
    resolve: (served, hints = {}) =>
      resolveModel(served, hints, { learnt: limits.load()[routeKey(served)], guessed: guessed.get(routeKey(served)) }),
    learn(served, limitTokens) {
      const known = limits.load();
      const before = known[routeKey(served)];
      if (before !== undefined && before <= limitTokens) return;
      limits.save({ ...known, [routeKey(served)]: limitTokens });
    },
    stepDown(served, triedTokens) {
      const next = WINDOW_LADDER.find((step) => step < triedTokens);
      if (next !== undefined) guessed.set(routeKey(served), next);
      return next;
    },
    forget() {
      limits.save({});
      guessed.clear();
    },
  };
}

interface Remembered {
  readonly learnt: number | undefined;
  readonly guessed: number | undefined;
}

function resolveModel(served: Served, hints: ModelHints, remembered: Remembered): Model {
  const entry = findInCatalog(served.model);
  const window = windowOf(served, hints, remembered);
  const output =
    hints.maxOutputTokens ??
    entry?.maxOutputTokens ??
    Math.min(GUESSED_OUTPUT_TOKENS, Math.floor(window.tokens * GUESSED_OUTPUT_SHARE));
  return {
    protocol: served.protocol,
    provider: served.provider,
    baseUrl: served.baseUrl,
    model: served.model,
    label: entry?.label ?? served.model,
    windowTokens: window.tokens,
    windowOrigin: window.origin,
    maxOutputTokens: Math.min(output, Math.max(1, Math.floor(window.tokens / 2))),
    sees: entry?.sees ?? "text",
    thinking: entry?.thinking ?? "none",
    ...(entry?.prices !== undefined && isBilled(served) && { prices: entry.prices }),
    cache: cacheOf(served, entry?.minimumCacheTokens),
  };
}

/** What a refusal stated is a fact, what the user set is a wish within it, and both are believed over the catalog. */
function windowOf(
  served: Served,
  hints: ModelHints,
  { learnt, guessed }: Remembered,
): { readonly tokens: number; readonly origin: Model["windowOrigin"] } {
  if (hints.contextLength !== undefined && hints.contextLength <= (learnt ?? Infinity))
    return { tokens: hints.contextLength, origin: "setting" };
  if (learnt !== undefined) return { tokens: learnt, origin: "learnt" };
  if (guessed !== undefined) return { tokens: guessed, origin: "guessed" };
  if (hints.servedWindowTokens !== undefined) return { tokens: hints.servedWindowTokens, origin: "provider" };
  const entry = findInCatalog(served.model);
  if (entry === undefined) return { tokens: WINDOW_LADDER[0] ?? CODEX_WINDOW_TOKENS, origin: "guessed" };
  const cap = served.provider === "openai-codex" ? CODEX_WINDOW_TOKENS : Infinity;
  return { tokens: Math.min(entry.windowTokens, cap), origin: "catalog" };
}

function cacheOf(served: Served, minimumTokens = 1_024): CacheRule {
  if (served.marks === "taken" && isClaude(served.model)) return { kind: "breakpoints", minimumTokens };
  if (served.protocol === "anthropic-messages") return { kind: "none" };
  return { kind: "automatic", minimumTokens };
}

/** A subscription or a model on one's own machine has no price per token, and a gateway's price is its own. */
const isBilled = (served: Served): boolean =>
  ["anthropic", "openai", "openai-responses", "openrouter"].includes(served.provider);
