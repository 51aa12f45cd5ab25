import type { Origin } from "../conversation/message";
import { findInCatalog, isClaude } from "./catalog";
import type { Credibility, LearnedLimits, RouteRecord, StatedLimit } from "./learned-limits";
import { addAccepted, addRefusal, judgeLimit, recordOf } from "./learned-limits";
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

/** Where nothing is known, the window is guessed from the top of this ladder and a refusal steps down. */
export const WINDOW_LADDER: readonly number[] = [256_000, 128_000, 64_000, 32_000, 16_000, 8_000];

/** Leaves most of an unknown window to the conversation. */
const GUESSED_OUTPUT_SHARE = 0.25;
const GUESSED_OUTPUT_TOKENS = 16_384;
const CODEX_WINDOW_TOKENS = 272_000;

export interface ModelRegistry {
  resolve(served: Served, hints?: ModelHints): Model;
  /** A refusal stated the window. It is remembered for this route, and applies once it is believed. */
  learn(served: Served, stated: StatedLimit, hints?: ModelHints): Credibility;
  /** The route answered a prompt of this size, which refutes every smaller limit. */
  accept(served: Served, promptTokens: number): void;
  /** After a refusal without a stated limit: returns the next smaller guess and keeps it while this registry exists. */
  stepDown(served: Served, triedTokens: number): number | undefined;
  /** Servers change: what requests taught is given up, and the next refusal teaches it anew. */
  forget(): void;
}

export function createRegistry(limits: LearnedLimits): ModelRegistry {
  const guessed = new Map<string, number>();
  const read = (served: Served): RouteRecord => recordOf(limits.load()[routeKey(served)]);
  const write = (served: Served, record: RouteRecord): void =>
    limits.save({ ...limits.load(), [routeKey(served)]: record });
  return {
    resolve: (served, hints = {}) =>
      resolveModel(served, hints, { record: read(served), guessed: guessed.get(routeKey(served)) }),
    learn(served, stated, hints = {}) {
      const expected = expectedTokens(served, hints);
      const record = addRefusal(read(served), stated, expected);
      write(served, record);
      return judgeLimit(record, expected) ?? "believed";
    },
    accept(served, promptTokens) {
      const before = read(served);
      const record = addAccepted(before, promptTokens);
      if (record !== before) write(served, record);
      if ((guessed.get(routeKey(served)) ?? Infinity) < promptTokens) guessed.delete(routeKey(served));
    },
    stepDown(served, triedTokens) {
      const { acceptedTokens = 0 } = read(served);
      const next = WINDOW_LADDER.find((step) => step < triedTokens && step >= acceptedTokens);
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
  readonly record: RouteRecord;
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
    ...(window.reason !== undefined && { windowReason: window.reason }),
    maxOutputTokens: Math.min(output, Math.max(1, Math.floor(window.tokens / 2))),
    sees: entry?.sees ?? "text",
    thinking: entry?.thinking ?? "none",
    ...(entry?.efforts !== undefined && { efforts: entry.efforts }),
    ...(entry?.prices !== undefined && isBilled(served) && { prices: entry.prices }),
    cache: cacheOf(served, entry?.minimumCacheTokens),
  };
}

interface Window {
  readonly tokens: number;
  readonly origin: Model["windowOrigin"];
  readonly reason?: Model["windowReason"];
}

/** A limit that is believed is a fact, the setting is a wish within it, and both come before the catalog. */
function windowOf(served: Served, hints: ModelHints, { record, guessed }: Remembered): Window {
  const isBelieved = judgeLimit(record, expectedTokens(served, hints)) === "believed";
  const learned = isBelieved ? record.stated : undefined;
  if (hints.contextLength !== undefined && hints.contextLength <= (learned?.tokens ?? Infinity))
    return { tokens: hints.contextLength, origin: "setting" };
  if (learned !== undefined)
    return { tokens: learned.tokens, origin: "learnt", reason: { text: learned.why, at: learned.at } };
  if (guessed !== undefined) return { tokens: guessed, origin: "guessed" };
  if (hints.servedWindowTokens !== undefined) return { tokens: hints.servedWindowTokens, origin: "provider" };
  const known = catalogTokens(served);
  return known === undefined
    ? { tokens: WINDOW_LADDER[0] ?? CODEX_WINDOW_TOKENS, origin: "guessed" }
    : { tokens: known, origin: "catalog" };
}

/** The window that the setting, the server's list, or the catalog states. A guess says nothing against a refusal. */
const expectedTokens = (served: Served, hints: ModelHints): number | undefined =>
  hints.contextLength ?? hints.servedWindowTokens ?? catalogTokens(served);

function catalogTokens(served: Served): number | undefined {
  const entry = findInCatalog(served.model);
  const cap = served.provider === "openai-codex" ? CODEX_WINDOW_TOKENS : Infinity;
  return entry && Math.min(entry.windowTokens, cap);
}

function cacheOf(served: Served, minimumTokens = 1_024): CacheRule {
  if (served.marks === "taken" && isClaude(served.model)) return { kind: "breakpoints", minimumTokens };
  if (served.protocol === "anthropic-messages") return { kind: "none" };
  return { kind: "automatic", minimumTokens };
}

/** A subscription or a model on one's own machine has no price per token, and a gateway's price is its own. */
const isBilled = (served: Served): boolean =>
  ["anthropic", "openai", "openai-responses", "openrouter"].includes(served.provider);
