/** Resolves after that many milliseconds; rejects when the signal fires. Comes from the owner of a clock. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** The one error of a stop, whatever reason the signal carries. */
const stopped = (): DOMException => new DOMException("Stopped.", "AbortError");

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw stopped();
}

export const isStop = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (error instanceof Error && error.name === "AbortError");

/** The work's result, or an AbortError the moment the signal fires: a stop must not wait for work that ignores it. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  silenceLateFailure(work);
  stopIfAborted(signal);
  // Not by `untilDeadline`: its controller costs more than most of the events of a reply, each of which comes by here.
  let onAbort = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    onAbort = () => reject(stopped());
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * The work's result, or how the deadline settles if that happens first. `over` fires when the race is decided, so that
 * the deadline's timers and listeners do not outlive the work.
 */
export async function untilDeadline<Result>(
  work: Promise<Result>,
  deadline: (over: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const late = deadline(over.signal);
  silenceLateFailure(work);
  silenceLateFailure(late);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** Resolves when the signal fires; never once `over` has fired. */
export const whenAborted = (signal: AbortSignal, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : listenOnce(signal, over, resolve)));

const listenOnce = (signal: AbortSignal, over: AbortSignal, react: () => void): void =>
  signal.addEventListener("abort", () => react(), { once: true, signal: over });

/** The loser of a race may still fail, and an unhandled rejection would end the process. */
const silenceLateFailure = (work: Promise<unknown>): void => void work.catch(() => undefined);
