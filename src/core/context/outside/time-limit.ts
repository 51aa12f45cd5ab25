import type { Wait } from "../../base/abort";
import { stopIfAborted, untilAborted, untilDeadline } from "../../base/abort";
import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { Summarize } from "../engine";

/** An engine's own work takes milliseconds; a user is waiting. */
const OWN_LIMIT_MS = 30_000;
/** Including its summaries. One may take three minutes; an engine that needs more than five of them is in a loop. */
const WHOLE_LIMIT_MS = 900_000;
/** Time is counted in slices: a machine that sleeps in between uses up one of them and not the limit. */
const SLICE_MS = 1_000;

/** An engine did not answer in time; the sentence says how long it had. */
export class TimeLimitError extends SentenceError {
  override readonly name = "TimeLimitError";
}

/**
 * How long Hermes waits for an engine from outside. The clock pauses while a summary the engine asked for is written.
 */
export class TimeLimit {
  private readonly wait: Wait;
  private readonly ending = new AbortController();
  private summaries = 0;

  constructor(wait: Wait) {
    this.wait = wait;
  }

  /**
   * The summarizer as the engine gets it. After `end` it never answers: a summary costs money and nobody would read it.
   */
  wrapSummarizer(summarize: Summarize): Summarize {
    return async (request, signal) => {
      if (this.ending.signal.aborted) return new Promise(() => undefined);
      this.summaries++;
      try {
        // Engines are written in JavaScript too, where leaving the signal out is easy.
        return await summarize(
          request,
          signal instanceof AbortSignal ? AbortSignal.any([signal, this.ending.signal]) : this.ending.signal,
        );
      } finally {
        this.summaries--;
      }
    };
  }

  /** The work's result; rejects when stopped or out of time. The work's signal fires in both cases. */
  async within<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    stopIfAborted(signal);
    const given = new AbortController();
    const working = startWork(work, AbortSignal.any([signal, given.signal]));
    try {
      return await untilAborted(
        untilDeadline(working, (over) => this.countDown(over)),
        signal,
      );
    } catch (error) {
      given.abort();
      throw error;
    }
  }

  /** The engine is not asked again, so work it still has under way must not cost anything. */
  end(): void {
    this.ending.abort();
  }

  private async countDown(signal: AbortSignal): Promise<never> {
    let ownMs = 0;
    for (let wholeMs = 0; wholeMs < WHOLE_LIMIT_MS; wholeMs += SLICE_MS) {
      await this.wait(SLICE_MS, signal);
      if (this.summaries === 0) ownMs += SLICE_MS;
      if (ownMs >= OWN_LIMIT_MS)
        throw new TimeLimitError(
          sentence("It did not answer within {seconds} seconds.", { seconds: OWN_LIMIT_MS / 1_000 }),
        );
    }
    throw new TimeLimitError(
      sentence("It had not finished after {minutes} minutes.", { minutes: WHOLE_LIMIT_MS / 60_000 }),
    );
  }
}

/** A throw before the first await is a rejection like any other. */
const startWork = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => work(signal);
