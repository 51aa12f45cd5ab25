import type { Sentence } from "../base/sentence";
import { sentence } from "../base/sentence";
import type { Message, Origin } from "../conversation/message";
import type { CacheTtl, Model } from "../models/model";
import { CACHE_TTL_MS } from "../models/model";

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

type MissCause = "model" | "tools" | "system" | "options" | "message" | "ttl-expired";

export interface Divergence {
  readonly cause: MissCause;
  /** Index of the first message that differs, for cause "message". */
  readonly message?: number;
  /** For the inspector. */
  readonly text: Sentence;
}

/**
 * The first difference between two consecutive requests, in the order the cache reads them; undefined where the second
 * only goes on from the first. Messages are compared by identity first: stored ones never change, so a warm comparison
 * looks inside none of them.
 */
export function findDivergence(before: SentPrefix, after: SentPrefix): Divergence | undefined {
  if (before.model.model !== after.model.model || before.model.provider !== after.model.provider) {
    const models = { before: before.model.model, after: after.model.model };
    return { cause: "model", text: sentence("The model changed from {before} to {after}.", models) };
  }
  if (before.model.baseUrl !== after.model.baseUrl)
    return { cause: "model", text: sentence("The model now runs on another server.") };
  if (!isSame(before.tools, after.tools)) return { cause: "tools", text: describeTools(before.tools, after.tools) };
  if (before.system !== after.system)
    return {
      cause: "system",
      text: sentence("The system prompt changed at character {place}.", {
        place: firstDifference(before.system, after.system),
      }),
    };
  if (before.systemNote !== after.systemNote)
    return { cause: "system", text: sentence("The note after the system prompt changed.") };
  if (before.thinking !== after.thinking)
    return { cause: "options", text: sentence("Earlier thinking is no longer sent back.") };
  if (before.cacheTtl !== after.cacheTtl) {
    const lifetimes = { before: before.cacheTtl, after: after.cacheTtl };
    return { cause: "options", text: sentence("The cache lifetime changed from {before} to {after}.", lifetimes) };
  }
  return divergedMessage(before.messages, after.messages) ?? expired(before, after);
}

function divergedMessage(before: readonly Message[], after: readonly Message[]): Divergence | undefined {
  const index = before.findIndex((message, place) => message !== after[place] && !isSame(message, after[place]));
  const old = before[index];
  if (old === undefined) return undefined;
  const now = after[index];
  return { cause: "message", message: index, text: describeMessage(index + 1, old, now) };
}

function describeMessage(number: number, { id, role }: Message, now: Message | undefined): Sentence {
  if (now === undefined) return sentence("Message {number} ({role}) is gone.", { number, role });
  return now.id === id
    ? sentence("The content of message {number} ({role}) changed.", { number, role })
    : sentence("Message {number} ({role}) was replaced by another one.", { number, role });
}

function expired(before: SentPrefix, after: SentPrefix): Divergence | undefined {
  const idleMs = after.sentAtMs - before.sentAtMs;
  if (idleMs < CACHE_TTL_MS[before.cacheTtl]) return undefined;
  return {
    cause: "ttl-expired",
    text: sentence("The last request was {minutes} min ago; cache entries expire after {lifetime}.", {
      minutes: Math.round(idleMs / 60_000),
      lifetime: before.cacheTtl,
    }),
  };
}

function describeTools(before: readonly unknown[], after: readonly unknown[]): Sentence {
  if (before.length !== after.length)
    return sentence("The tool list changed from {before} to {after} tools.", {
      before: before.length,
      after: after.length,
    });
  const place = before.findIndex((tool, index) => !isSame(tool, after[index]));
  return sentence("Tool {number} moved or has another description.", { number: place + 1 });
}

function firstDifference(a: string, b: string): number {
  let place = 0;
  while (place < a.length && a[place] === b[place]) place++;
  return place;
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
