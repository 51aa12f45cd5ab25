/** What a stopped compression rejects with, whatever reason the caller gave. */
const stopped = (): DOMException => new DOMException("Compression was stopped.", "AbortError");

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw stopped();
}

/** The work's result, or an AbortError the moment the signal fires: stop must not wait for a summarizer that does not listen. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // Nobody hears how it ends after a stop, and a failure nobody hears would end the process.
  work.catch(() => undefined);
  stopIfAborted(signal);
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(stopped());
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

export const isStop = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (error instanceof Error && error.name === "AbortError");
