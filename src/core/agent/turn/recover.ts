import type { Sentence } from "../../base/sentence";
import { counted, renderSentence, sentence } from "../../base/sentence";
import { MINUTE_MS } from "../../base/time";
import { unreachable } from "../../base/unreachable";
import type { ProviderFailure } from "../../providers/provider";
import type { NoticeAction } from "../events";

/** Recoveries already tried for the current request and in its turn. */
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
  | { readonly kind: "give-up"; readonly reason: Sentence; readonly actions: readonly NoticeAction[] };

export interface RecoveryFacts {
  readonly tried: Tried;
  readonly outputTokens: number;
  /** Whether images could be left out without losing the newest. */
  readonly hasOlderImages: boolean;
  /** The provider's own message. */
  readonly message: Sentence;
  /** How long to wait before another attempt; undefined where none fits the time a request may take. */
  readonly waitMs: number | undefined;
}

export const MAX_COMPRESSIONS_PER_TURN = 3;
const MAX_OUTPUT_LOWERINGS = 3;

/** One recovery for each kind of refusal; cheaper attempts come first. */
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
        ? stopTurn(facts, sentence("The provider keeps refusing the thinking of earlier turns."), [
            "new-session",
            "retry",
          ])
        : { kind: "strip-thinking" };
    case "rate-limited":
      return waitOrGiveUp(facts, sentence("The provider limits the rate of requests."), failure.retryAfterMs);
    case "overloaded":
      return waitOrGiveUp(facts, sentence("The provider is overloaded."), failure.retryAfterMs);
    case "disconnected":
      return waitOrGiveUp(facts, sentence("The connection to the provider was interrupted."));
    case "unauthorized":
      return stopTurn(
        facts,
        sentence('The provider did not accept the key. Add a valid one with "Hermes: Set API Key".'),
        ["add-key", "retry"],
      );
    case "rejected":
      return stopTurn(facts, sentence("The provider refused the request."), ["retry", "open-settings"]);
    default:
      return unreachable(failure);
  }
}

function compressOrGiveUp(facts: RecoveryFacts, limitTokens?: number): Recovery {
  if (facts.tried.compressions < MAX_COMPRESSIONS_PER_TURN)
    return { kind: "compress", ...(limitTokens !== undefined && { limitTokens }) };
  return stopTurn(
    facts,
    sentence("The model's context window is still too small after {count} compressions in one turn.", {
      count: MAX_COMPRESSIONS_PER_TURN,
    }),
    ["new-session", "compress-with-focus", "larger-model", "evict-largest"],
  );
}

function lowerOutput(facts: RecoveryFacts, availableTokens: number | undefined): Recovery {
  const { loweredOutput } = facts.tried;
  const outputTokens = Math.min(availableTokens ?? Math.floor(facts.outputTokens / 2), facts.outputTokens - 1);
  const didNotHelp = loweredOutput > 0 && facts.outputTokens <= (availableTokens ?? 0);
  if (outputTokens < 1 || didNotHelp || loweredOutput >= MAX_OUTPUT_LOWERINGS) return compressOrGiveUp(facts);
  return { kind: "lower-output", outputTokens };
}

const waitOrGiveUp = (facts: RecoveryFacts, problem: Sentence, askedMs?: number): Recovery =>
  facts.waitMs === undefined
    ? stopTurn(facts, describeWait(problem, facts.tried.waits, askedMs), ["retry", "larger-model"])
    : { kind: "wait", waitMs: facts.waitMs };

/** States when to try again, and mentions waiting only where there was some. */
function describeWait(problem: Sentence, waits: number, askedMs: number | undefined): Sentence {
  if (askedMs !== undefined && askedMs >= MINUTE_MS)
    return counted(
      Math.ceil(askedMs / MINUTE_MS),
      "{problem} It asks to wait 1 minute, longer than a turn may wait.",
      "{problem} It asks to wait {count} minutes, longer than a turn may wait.",
      { problem },
    );
  return waits === 0 ? problem : sentence("{problem} Waiting did not help.", { problem });
}

const stopTurn = (facts: RecoveryFacts, problem: Sentence, actions: readonly NoticeAction[]): Recovery => ({
  kind: "give-up",
  reason:
    renderSentence(facts.message) === ""
      ? problem
      : sentence("{problem} Details: {details}", { problem, details: facts.message }),
  actions,
});
