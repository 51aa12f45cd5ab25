import type { PromptBlock } from "./prompt";
import { digest } from "./prompt";

/** Tokens of one prompt, divided by cache outcome. The three parts add up to the prompt. */
export interface CacheAccount {
  readonly read: number;
  readonly written5m: number;
  readonly written1h: number;
  readonly fresh: number;
}

/** A cache read checks at most this many positions, backward from the marked block. */
const LOOK_BACK = 20;
const TTL_MS = { "5m": 300_000, "1h": 3_600_000 } as const;

/** Explicit caching: entries exist only at markers, and their lifetime starts with the last request that used them. */
export class MarkedCache {
  private readonly entries = new Map<string, { readonly ttl: "5m" | "1h"; expiresAt: number }>();
  private readonly minimumTokens: number;

  constructor(minimumTokens: number) {
    this.minimumTokens = minimumTokens;
  }

  account(seed: string, blocks: readonly PromptBlock[], now: number): CacheAccount {
    const prefix = prefixes(seed, blocks);
    const total = prefix.at(-1)?.tokens ?? 0;
    const marks = blocks.flatMap((block, index) => (block.mark === undefined ? [] : [{ index, ttl: block.mark }]));
    const hit = this.longestHit(
      prefix,
      marks.map((mark) => mark.index),
      now,
    );
    const read = hit === undefined ? 0 : (prefix[hit]?.tokens ?? 0);
    let written5m = 0;
    let written1h = 0;
    let covered = read;
    for (const { index, ttl } of marks) {
      const place = prefix[index];
      if (place === undefined || place.tokens < this.minimumTokens) continue;
      this.entries.set(place.hash, { ttl, expiresAt: now + TTL_MS[ttl] });
      if (place.tokens <= covered) continue;
      if (ttl === "1h") written1h += place.tokens - covered;
      else written5m += place.tokens - covered;
      covered = place.tokens;
    }
    return { read, written5m, written1h, fresh: total - covered };
  }

  private longestHit(prefix: readonly Prefix[], marks: readonly number[], now: number): number | undefined {
    for (const mark of marks.toReversed()) {
      for (let index = mark; index > mark - LOOK_BACK && index >= 0; index--) {
        const entry = this.entries.get(prefix[index]?.hash ?? "");
        if (entry === undefined || entry.expiresAt <= now) continue;
        entry.expiresAt = now + TTL_MS[entry.ttl];
        return index;
      }
    }
    return undefined;
  }
}

/** Automatic caching: the longest known prefix, in whole steps, above a minimum size. */
export class AutomaticCache {
  private readonly seen = new Set<string>();
  private static readonly STEP_TOKENS = 128;
  private static readonly MINIMUM_TOKENS = 1_024;

  account(seed: string, blocks: readonly PromptBlock[]): CacheAccount {
    const prefix = prefixes(seed, blocks);
    const total = prefix.at(-1)?.tokens ?? 0;
    const known = prefix.findLast((place) => this.seen.has(place.hash))?.tokens ?? 0;
    for (const place of prefix) this.seen.add(place.hash);
    const whole = Math.floor(known / AutomaticCache.STEP_TOKENS) * AutomaticCache.STEP_TOKENS;
    const read = whole < AutomaticCache.MINIMUM_TOKENS ? 0 : whole;
    return { read, written5m: 0, written1h: 0, fresh: total - read };
  }
}

interface Prefix {
  readonly hash: string;
  readonly tokens: number;
}

function prefixes(seed: string, blocks: readonly PromptBlock[]): readonly Prefix[] {
  const places: Prefix[] = [];
  let hash = seed;
  let tokens = 0;
  for (const block of blocks) {
    hash = digest(hash + block.tier + block.hash);
    tokens += block.tokens;
    places.push({ hash, tokens });
  }
  return places;
}
