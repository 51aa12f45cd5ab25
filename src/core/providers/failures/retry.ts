import type { ProviderFailure } from "../provider";

/** All attempts of one request end within this time, then the user hears of it. */
export const RETRY_BUDGET_MS = 180_000;
/** A connection may take a minute to be given up, so its last attempt must begin that much earlier. */
const SILENCE_RESERVE_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 32_000;
/** Spread, so that many windows do not come back in the same second. */
const JITTER = 0.25;

/** No server may be silent longer than this, so an attempt that took more slept with the machine. */
const LONGEST_ATTEMPT_MS = 160_000;

/**
 * What an attempt takes from the time a request has. One that slept takes nothing, or the first hiccup after waking
 * would end the turn; nor does a first one that had been answering all along before it broke off.
 */
export function chargeAttempt(
  tookMs: number,
  attempt: { readonly number: number; readonly arrived: "something" | "nothing" },
): number {
  if (tookMs > LONGEST_ATTEMPT_MS) return 0;
  return attempt.number === 1 && attempt.arrived === "something" ? 0 : Math.max(0, tookMs);
}

/**
 * How long to wait before another attempt; undefined where none would help or fit. A stated `retry-after` is never
 * undercut, only stretched.
 */
export function planRetry(
  failure: ProviderFailure,
  attempt: number,
  spentMs: number,
  random: () => number,
): number | undefined {
  if (failure.kind !== "rate-limited" && failure.kind !== "overloaded" && failure.kind !== "disconnected")
    return undefined;
  const stated = failure.kind === "disconnected" ? undefined : failure.retryAfterMs;
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  const waitMs = Math.round(
    stated === undefined
      ? backOffMs * (1 - JITTER + 2 * JITTER * random())
      : stated + Math.min(stated, FIRST_WAIT_MS) * JITTER * random(),
  );
  const budgetMs = failure.kind === "disconnected" ? RETRY_BUDGET_MS - SILENCE_RESERVE_MS : RETRY_BUDGET_MS;
  return spentMs + waitMs < budgetMs ? waitMs : undefined;
}
