import type { ProviderFailure } from "../providers/provider";
import { unreachable } from "../conversation/message";
import type { NoticeAction } from "./events";

/** What was already tried for the request in hand, and in the turn it belongs to. */
export interface Tried {
  readonly compressions: number;
  readonly waits: number;
  readonly loweredOutput: number;
  readonly strippedThinking: boolean;
}

export const nothingTried: Tried = { compressions: 0, waits: 0, loweredOutput: 0, strippedThinking: false };

export type Recovery =
  | { readonly kind: "compress"; readonly limitTokens?: number }
  | { readonly kind: "lower-output"; readonly outputTokens: number }
  | { readonly kind: "strip-thinking" }
  | { readonly kind: "drop-images" }
  | { readonly kind: "wait"; readonly waitMs: number }
  | { readonly kind: "give-up"; readonly reason: string; readonly actions: readonly NoticeAction[] };

export interface RecoveryFacts {
  readonly tried: Tried;
  readonly outputTokens: number;
  /** Images that could be left out without losing the newest. */
  readonly hasOlderImages: boolean;
  /** The provider's own words, for the sentence a person reads. */
  readonly message: string;
  /** How long to wait before another attempt; undefined where none fits the time a request may take. */
  readonly waitMs: number | undefined;
}

export const MAX_COMPRESSIONS_PER_TURN = 3;
const MAX_OUTPUT_LOWERINGS = 3;

/** One answer to each kind of refusal; the order of attempts is the order of what they cost. */
export function decideRecovery(failure: ProviderFailure, facts: RecoveryFacts): Recovery {
  const { tried } = facts;
  switch (failure.kind) {
    case "overflow":
      return compressOrGiveUp(facts, failure.limitTokens);
    case "payload-too-large":
      return facts.hasOlderImages ? { kind: "drop-images" } : compressOrGiveUp(facts);
    case "output-cap":
      return lowerOutput(facts, failure.availableTokens);
    case "bad-thinking":
      return tried.strippedThinking
        ? giveUp(facts, "The provider keeps refusing the replayed thinking of earlier turns", ["new-session", "retry"])
        : { kind: "strip-thinking" };
    case "rate-limited":
      return waitOrGiveUp(facts, "The provider limits the rate of requests", failure.retryAfterMs);
    case "overloaded":
      return waitOrGiveUp(facts, "The provider is overloaded", failure.retryAfterMs);
    case "disconnected":
      return waitOrGiveUp(facts, "The connection to the provider broke off");
    case "unauthorized":
      return giveUp(facts, 'The provider did not accept the key. Add a valid one with "Hermes: Set API Key"', [
        "add-key",
        "retry",
      ]);
    case "rejected":
      return giveUp(facts, "The provider refused the request", ["retry", "open-settings"]);
    default:
      return unreachable(failure);
  }
}

function compressOrGiveUp(facts: RecoveryFacts, limitTokens?: number): Recovery {
  if (facts.tried.compressions < MAX_COMPRESSIONS_PER_TURN)
    return { kind: "compress", ...(limitTokens !== undefined && { limitTokens }) };
  return giveUp(
    facts,
    `The model's window is still too small after ${MAX_COMPRESSIONS_PER_TURN} compressions in one turn`,
    ["new-session", "compress-with-focus", "larger-model", "evict-largest"],
  );
}

function lowerOutput(facts: RecoveryFacts, availableTokens: number | undefined): Recovery {
  const outputTokens = Math.min(availableTokens ?? Math.floor(facts.outputTokens / 2), facts.outputTokens - 1);
  if (outputTokens < 1 || facts.tried.loweredOutput >= MAX_OUTPUT_LOWERINGS) return compressOrGiveUp(facts);
  return { kind: "lower-output", outputTokens };
}

const waitOrGiveUp = (facts: RecoveryFacts, what: string, askedMs?: number): Recovery =>
  facts.waitMs === undefined
    ? giveUp(facts, `${what}${sayWait(facts.tried.waits, askedMs)}`, ["retry", "larger-model"])
    : { kind: "wait", waitMs: facts.waitMs };

const MINUTE_MS = 60_000;

/** A person wants to know when to come back, and not to hear of a wait that never was. */
function sayWait(waits: number, askedMs: number | undefined): string {
  if (askedMs !== undefined && askedMs >= MINUTE_MS)
    return ` and asks to wait ${Math.ceil(askedMs / MINUTE_MS)} min, longer than a turn may`;
  return waits === 0 ? "" : ", and waiting did not help";
}

const giveUp = (facts: RecoveryFacts, what: string, actions: readonly NoticeAction[]): Recovery => ({
  kind: "give-up",
  reason: facts.message === "" ? `${what}.` : `${what}: ${facts.message}`,
  actions,
});
