import { fnv1a } from "../base/hash";
import type { CacheTtl, Prices } from "../models/model";
import { CACHE_TTL_MS } from "../models/model";
import { LOOK_BACK_POSITIONS } from "./breakpoints";

/** One request as the cache sees it: blocks in prompt order, and the indices of those that carry a mark. */
export interface SimulatedRequest {
  /** Start of the request: lifetimes count from here, not from its end. */
  readonly atMs: number;
  /** What else must agree for an entry to be found: the model, tool choice and alike. */
  readonly scope?: string;
  readonly blocks: readonly SimulatedBlock[];
  readonly marks: readonly SimulatedMark[];
  readonly outputTokens?: number;
}

interface SimulatedBlock {
  /** Any text that is the same exactly when the content is. */
  readonly hash: string;
  readonly tokens: number;
}

interface SimulatedMark {
  readonly block: number;
  readonly ttl: CacheTtl;
}

export interface SimulatedRules {
  readonly minimumTokens: number;
  readonly lookBackPositions?: number;
  readonly prices?: Prices;
}

export interface CacheReport {
  readonly requests: readonly CachedRequest[];
  readonly totals: CacheBuckets;
  /** Share of all prompt tokens that were read from the cache. */
  readonly hitRate: number;
  /** Null without prices. */
  readonly costUsd: number | null;
}

interface CacheBuckets {
  readonly read: number;
  readonly written5m: number;
  readonly written1h: number;
  readonly fresh: number;
  readonly output: number;
}

interface CachedRequest extends CacheBuckets {
  readonly outcome: "hit" | "miss";
  readonly costUsd: number | null;
}

const MAX_MARKS = 4;
const TOKENS_PER_PRICE = 1_000_000;

/** A cache entry: the prefix up to a mark. `expiresAtMs` moves on with every read. */
interface Entry {
  readonly ttl: CacheTtl;
  readonly expiresAtMs: number;
}

/**
 * Replays requests against the documented rules of explicit prompt caching: entries are written only at marks and only
 * from a minimum size on; a read looks back from each mark, newest first; one-hour marks come before five-minute ones.
 * Throws one clear error on requests the API would refuse.
 */
export function simulateCache(requests: readonly SimulatedRequest[], rules: SimulatedRules): CacheReport {
  if (!Array.isArray(requests)) throw new TypeError("simulateCache needs a list of requests.");
  const entries = new Map<string, Entry>();
  const simulated = requests.map((request, index) => serve(checked(request, index), rules, entries));
  const totals = simulated.reduce(addBuckets, { read: 0, written5m: 0, written1h: 0, fresh: 0, output: 0 });
  const prompt = totals.read + totals.written5m + totals.written1h + totals.fresh;
  return {
    requests: simulated,
    totals,
    hitRate: prompt === 0 ? 0 : totals.read / prompt,
    costUsd: costOf(totals, rules.prices),
  };
}

function serve(request: SimulatedRequest, rules: SimulatedRules, entries: Map<string, Entry>): CachedRequest {
  const places = prefixesOf(request);
  const hit = findEntry(request, places, rules, entries);
  const read = hit === undefined ? 0 : (places[hit]?.tokens ?? 0);
  const written: Record<CacheTtl, number> = { "5m": 0, "1h": 0 };
  let covered = read;
  for (const { block, ttl } of request.marks) {
    const place = places[block];
    if (place === undefined || place.tokens < rules.minimumTokens) continue;
    entries.set(place.key, { ttl, expiresAtMs: request.atMs + CACHE_TTL_MS[ttl] });
    written[ttl] += Math.max(0, place.tokens - covered);
    covered = Math.max(covered, place.tokens);
  }
  const buckets = {
    read,
    written5m: written["5m"],
    written1h: written["1h"],
    fresh: (places.at(-1)?.tokens ?? 0) - covered,
    output: request.outputTokens ?? 0,
  };
  return { ...buckets, outcome: read > 0 ? "hit" : "miss", costUsd: costOf(buckets, rules.prices) };
}

/** The longest prefix a mark can reach; reading it renews its lifetime. */
function findEntry(
  request: SimulatedRequest,
  places: readonly Place[],
  rules: SimulatedRules,
  entries: Map<string, Entry>,
): number | undefined {
  const reach = rules.lookBackPositions ?? LOOK_BACK_POSITIONS;
  for (const { block } of request.marks.toReversed()) {
    for (let index = block; index >= 0 && index > block - reach; index--) {
      const key = places[index]?.key ?? "";
      const entry = entries.get(key);
      if (entry === undefined || entry.expiresAtMs <= request.atMs) continue;
      entries.set(key, { ttl: entry.ttl, expiresAtMs: request.atMs + CACHE_TTL_MS[entry.ttl] });
      return index;
    }
  }
  return undefined;
}

interface Place {
  readonly key: string;
  readonly tokens: number;
}

/** Prefix keys by rolling hash: two 32-bit lanes keep chance collisions out of reach at this scale. */
function prefixesOf(request: SimulatedRequest): readonly Place[] {
  const scope = request.scope ?? "";
  let lanes = rolled([fnv1a(""), 0x9dc5811c], scope);
  let tokens = 0;
  return request.blocks.map((block) => {
    lanes = rolled(lanes, `${block.hash}\u0000`);
    tokens += block.tokens;
    return { key: `${lanes[0]}.${lanes[1]}`, tokens };
  });
}

type Lanes = readonly [number, number];

function rolled([first, second]: Lanes, text: string): Lanes {
  let sum = second;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index) + 1) >>> 0;
  return [fnv1a(text, first), sum];
}

const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

/** Odd sizes count 0 and marks beside the prompt are dropped; what the API refuses throws. */
function checked(request: SimulatedRequest, index: number): SimulatedRequest {
  if (!Array.isArray(request?.blocks) || !Array.isArray(request.marks) || !Number.isFinite(request.atMs)) {
    throw new TypeError(`Request ${index} needs atMs, blocks and marks.`);
  }
  const marks = request.marks
    .filter(({ block }) => Number.isInteger(block) && block >= 0 && block < request.blocks.length)
    .toSorted((a, b) => a.block - b.block);
  if (marks.length > MAX_MARKS)
    throw new RangeError(`Request ${index} has ${marks.length} marks; at most ${MAX_MARKS} are allowed.`);
  const firstShort = marks.findIndex(({ ttl }) => ttl === "5m");
  if (firstShort >= 0 && marks.slice(firstShort).some(({ ttl }) => ttl === "1h"))
    throw new RangeError(`Request ${index} has a one-hour mark behind a five-minute one.`);
  return {
    ...request,
    marks,
    blocks: request.blocks.map(({ hash, tokens }) => ({ hash: String(hash), tokens: countOf(tokens) })),
    outputTokens: countOf(request.outputTokens),
  };
}

const addBuckets = (a: CacheBuckets, b: CacheBuckets): CacheBuckets => ({
  read: a.read + b.read,
  written5m: a.written5m + b.written5m,
  written1h: a.written1h + b.written1h,
  fresh: a.fresh + b.fresh,
  output: a.output + b.output,
});

function costOf(buckets: CacheBuckets, prices: Prices | undefined): number | null {
  if (prices === undefined) return null;
  const { read, written5m, written1h, fresh, output } = buckets;
  return (
    (read * prices.cacheRead +
      written5m * prices.cacheWrite5m +
      written1h * prices.cacheWrite1h +
      fresh * prices.input +
      output * prices.output) /
    TOKENS_PER_PRICE
  );
}
