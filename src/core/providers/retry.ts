import type { ProviderFailure } from "./provider";
import { ProviderError } from "./provider";

/** What waiting needs of the world. */
export interface RetryWorld {
  now(): number;
  /** 0 ≤ x < 1. */
  random(): number;
  /** Rejects with the signal's reason when stopped. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface RetryNotice {
  readonly reason: string;
  readonly waitMs: number;
  /** The attempt that follows the wait; the first request was attempt 1. */
  readonly attempt: number;
}

/** All attempts of one request end within this time, then the user hears of it. */
export const RETRY_BUDGET_MS = 180_000;
/** A connection may take a minute to be given up, so its last attempt must begin that much earlier. */
const SILENCE_RESERVE_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 32_000;
/** Spread, so that many windows do not come back in the same second. */
const JITTER = 0.25;

/**
 * How long to wait before another attempt; undefined where none would help or fit. A stated `retry-after` is never
 * undercut, only stretched.
 */
export function planRetry(failure: ProviderFailure, attempt: number, elapsedMs: number, random: () => number): number | undefined {
  if (failure.kind !== "rate-limited" && failure.kind !== "overloaded" && failure.kind !== "disconnected") return undefined;
  const stated = failure.kind === "disconnected" ? undefined : failure.retryAfterMs;
  const backOffMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  const waitMs = Math.round(stated === undefined ? backOffMs * (1 - JITTER + 2 * JITTER * random()) : stated + Math.min(stated, FIRST_WAIT_MS) * JITTER * random());
  const budgetMs = failure.kind === "disconnected" ? RETRY_BUDGET_MS - SILENCE_RESERVE_MS : RETRY_BUDGET_MS;
  return elapsedMs + waitMs < budgetMs ? waitMs : undefined;
}

/** Repeats a request while it fails for a passing reason; `notify` hears of every wait before it begins. */
export async function withRetries<Value>(world: RetryWorld, run: () => Promise<Value>, notify: (notice: RetryNotice) => void, signal: AbortSignal): Promise<Value> {
  const startedAt = world.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError)) throw error;
      const waitMs = planRetry(error.failure, attempt, world.now() - startedAt, () => world.random());
      if (waitMs === undefined) throw error;
      notify({ reason: error.message, waitMs, attempt: attempt + 1 });
      await world.sleep(waitMs, signal);
    }
  }
}
