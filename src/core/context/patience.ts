import type { Summarize } from "./engine";
import { stopIfAborted, untilAborted } from "./stop";

/** Resolves after that time; comes from whoever owns a clock. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Of its own an engine has text to sort, which takes milliseconds; somebody watches and wants to go on. */
const OWN_LIMIT_MS = 30_000;
/** With everything it waits for. A summary has three minutes; whoever still asks for more after five of them goes round in circles. */
const WHOLE_LIMIT_MS = 900_000;
/** Time is counted in slices: a machine that sleeps in between uses up one of them and not the limit. */
const SLICE_MS = 1_000;

/** An engine did not answer in time; the message says how long it had. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** How long Hermes waits for an engine from outside. Its time stands still while a summary it asked for is written. */
export class Patience {
  readonly #wait: Wait;
  readonly #end = new AbortController();
  #summaries = 0;

  constructor(wait: Wait) {
    this.#wait = wait;
  }

  /** The summarizer as the engine gets it. Once patience has ended it is never answered: nobody would read it, and a summary costs money. */
  lend(summarize: Summarize): Summarize {
    return async (request, signal) => {
      if (this.#end.signal.aborted) return new Promise(() => undefined);
      this.#summaries++;
      try {
        // Engines are written in JavaScript too, where leaving the signal out is easy.
        return await summarize(
          request,
          signal instanceof AbortSignal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal,
        );
      } finally {
        this.#summaries--;
      }
    };
  }

  /** What the work gives; rejects when stopped or out of time. The work's signal fires in both cases, and what comes after that is ignored. */
  async within<Result>(work: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    stopIfAborted(signal);
    const [given, ended] = [new AbortController(), new AbortController()];
    const late = this.#countDown(ended.signal);
    const answer = Promise.race([startWork(work, AbortSignal.any([signal, given.signal])), late]);
    try {
      return await untilAborted(answer, signal);
    } catch (error) {
      given.abort();
      throw error;
    } finally {
      ended.abort();
      for (const promise of [late, answer]) promise.catch(() => undefined);
    }
  }

  /** The engine is not asked again, so whatever it still has going must not cost anything. */
  end(): void {
    this.#end.abort();
  }

  async #countDown(signal: AbortSignal): Promise<never> {
    let ownMs = 0;
    for (let wholeMs = 0; wholeMs < WHOLE_LIMIT_MS; wholeMs += SLICE_MS) {
      await this.#wait(SLICE_MS, signal);
      if (this.#summaries === 0) ownMs += SLICE_MS;
      if (ownMs >= OWN_LIMIT_MS) throw new OutOfTime(`It did not answer within ${OWN_LIMIT_MS / 1_000} seconds`);
    }
    throw new OutOfTime(`It was not done after ${WHOLE_LIMIT_MS / 60_000} minutes`);
  }
}

/** A throw before the first await is a rejection like any other. */
const startWork = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => work(signal);
