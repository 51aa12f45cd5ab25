import type { UnknownObject } from "../base/json";
import { countOf, objectOf, textOf } from "../base/json";

/** A window stated in a provider's refusal. */
export interface StatedLimit {
  readonly tokens: number;
  /** The provider's own sentence, for the gauge; empty in records of earlier versions. */
  readonly why: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What requests to one route have taught so far. */
export interface RouteRecord {
  readonly stated?: StatedLimit & { readonly refusals: number };
  /** The largest prompt this route has answered: proof that its window is at least this large. */
  readonly acceptedTokens?: number;
}

/** Where the records are kept, by route; the host writes them to disk, where anything may have happened to them. */
export interface LearnedLimits {
  load(): Readonly<Record<string, unknown>>;
  save(records: Readonly<Record<string, unknown>>): void;
}

/**
 * "believed": nothing known speaks against it. "doubted": far below what the catalog or the setting says, and stated
 * once only; many texts name an output limit. "refuted": the route has answered a longer prompt.
 */
export type Credibility = "believed" | "doubted" | "refuted";

/** A stated limit this much smaller than the expected window needs a second refusal that states the same. */
const IMPLAUSIBLE_SHARE = 0.1;
const WITNESSES = 2;
/** The sentence is shown, not read; an error page may be long. */
const WHY_CHARS = 300;

export function judgeLimit(record: RouteRecord, expectedTokens: number | undefined): Credibility | undefined {
  const { stated, acceptedTokens = 0 } = record;
  if (stated === undefined) return undefined;
  if (stated.tokens < acceptedTokens) return "refuted";
  const isImplausible = expectedTokens !== undefined && stated.tokens <= expectedTokens * IMPLAUSIBLE_SHARE;
  return isImplausible && stated.refusals < WITNESSES ? "doubted" : "believed";
}

/** The record after a refusal; of two limits that are both believed, the smaller one holds. */
export function addRefusal(record: RouteRecord, stated: StatedLimit, expectedTokens: number | undefined): RouteRecord {
  const before = record.stated;
  const isRepeated = before?.tokens === stated.tokens;
  const isSuperseded = before !== undefined && before.tokens < stated.tokens;
  if (isSuperseded && judgeLimit(record, expectedTokens) === "believed") return record;
  return {
    ...record,
    stated: { ...stated, why: stated.why.slice(0, WHY_CHARS), refusals: isRepeated ? before.refusals + 1 : 1 },
  };
}

/** The record after an answered prompt; a limit below that prompt is removed for good. */
export function addAccepted(record: RouteRecord, promptTokens: number): RouteRecord {
  if (promptTokens <= (record.acceptedTokens ?? 0)) return record;
  const { stated, ...rest } = record;
  const stands = stated !== undefined && stated.tokens >= promptTokens;
  return { ...rest, ...(stands && { stated }), acceptedTokens: promptTokens };
}

/** Reads a stored record. Earlier versions stored the bare limit, which counts as stated once. */
export function recordOf(stored: unknown): RouteRecord {
  const record = objectOf(stored);
  const stated: UnknownObject = typeof stored === "number" ? { tokens: stored } : objectOf(record["stated"]);
  const [tokens, acceptedTokens] = [countOf(stated["tokens"]), countOf(record["acceptedTokens"])];
  const [why, at, refusals] = [textOf(stated["why"]), countOf(stated["at"]), Math.max(1, countOf(stated["refusals"]))];
  return {
    ...(tokens > 0 && { stated: { tokens, why, at, refusals } }),
    ...(acceptedTokens > 0 && { acceptedTokens }),
  };
}

export function limitsInMemory(): LearnedLimits {
  let kept: Readonly<Record<string, unknown>> = {};
  return {
    load: () => kept,
    save: (records) => {
      kept = records;
    },
  };
}
