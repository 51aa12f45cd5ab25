import type { Message, Origin } from "../conversation/message";
import type { CacheTtl, Model } from "../models/model";

/** Everything of a request that a cache compares, and when it was sent. */
export interface SentPrefix {
  readonly model: Origin & Pick<Model, "baseUrl">;
  readonly tools: readonly unknown[];
  readonly system: string;
  readonly systemNote?: string;
  readonly thinking: "replay" | "leave-out";
  readonly cacheTtl: CacheTtl;
  readonly messages: readonly Message[];
  readonly sentAtMs: number;
}

export type MissCause = "model" | "tools" | "system" | "options" | "message" | "ttl-expired";

export interface Divergence {
  readonly cause: MissCause;
  /** Index of the first message that differs, for cause "message". */
  readonly message?: number;
  /** One sentence for the inspector. */
  readonly text: string;
}

const TTL_MS: Readonly<Record<CacheTtl, number>> = { "5m": 300_000, "1h": 3_600_000 };

/**
 * The first difference between two consecutive requests, in the order the cache reads them; undefined where the second
 * only goes on from the first. Messages are compared by identity first: stored ones never change, so a warm comparison
 * looks inside none of them.
 */
export function findDivergence(before: SentPrefix, after: SentPrefix): Divergence | undefined {
  if (before.model.model !== after.model.model || before.model.provider !== after.model.provider) {
    return { cause: "model", text: `The model changed from ${before.model.model} to ${after.model.model}.` };
  }
  if (before.model.baseUrl !== after.model.baseUrl)
    return { cause: "model", text: "The model is asked on another server now." };
  if (!isSame(before.tools, after.tools)) return { cause: "tools", text: describeTools(before.tools, after.tools) };
  if (before.system !== after.system)
    return {
      cause: "system",
      text: `The system prompt changed at character ${firstDifference(before.system, after.system)}.`,
    };
  if (before.systemNote !== after.systemNote)
    return { cause: "system", text: "The note behind the system prompt changed." };
  if (before.thinking !== after.thinking) return { cause: "options", text: "Earlier thinking is no longer sent back." };
  if (before.cacheTtl !== after.cacheTtl)
    return { cause: "options", text: `The cache lifetime changed from ${before.cacheTtl} to ${after.cacheTtl}.` };
  return divergedMessage(before.messages, after.messages) ?? expired(before, after);
}

function divergedMessage(before: readonly Message[], after: readonly Message[]): Divergence | undefined {
  const index = before.findIndex((message, place) => message !== after[place] && !isSame(message, after[place]));
  const old = before[index];
  if (old === undefined) return undefined;
  const now = after[index];
  const what = now === undefined ? "is gone" : now.id === old.id ? "has other content" : "is another message now";
  return { cause: "message", message: index, text: `Message ${index + 1} (${old.role}) ${what}.` };
}

function expired(before: SentPrefix, after: SentPrefix): Divergence | undefined {
  const idleMs = after.sentAtMs - before.sentAtMs;
  if (idleMs < TTL_MS[before.cacheTtl]) return undefined;
  return {
    cause: "ttl-expired",
    text: `The last request was ${Math.round(idleMs / 60_000)} min ago; entries live ${before.cacheTtl}.`,
  };
}

function describeTools(before: readonly unknown[], after: readonly unknown[]): string {
  if (before.length !== after.length) return `The tool list changed from ${before.length} to ${after.length} tools.`;
  const place = before.findIndex((tool, index) => !isSame(tool, after[index]));
  return `Tool ${place + 1} changed its place or its description.`;
}

function firstDifference(a: string, b: string): number {
  let place = 0;
  while (place < a.length && a[place] === b[place]) place++;
  return place;
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
