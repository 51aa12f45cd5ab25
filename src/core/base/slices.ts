/** Lets the host run its timers, messages and screen updates between two slices of long work. */
export const yieldToHost = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The longest piece of text that is worked on at a stretch: some ten milliseconds for the slowest of patterns. */
export const SLICE_CHARS = 128 * 1024;

/**
 * Cuts text into slices and yields between them. `cutAt` names the best place to cut at or before the end of a slice;
 * what lies behind it belongs to the next one.
 */
export async function* slicesOf(text: string, cutAt: (slice: string) => number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; ) {
    if (from > 0) await yieldToHost();
    const slice = text.slice(from, from + SLICE_CHARS);
    const cut = from + slice.length >= text.length ? slice.length : cutAt(slice);
    const length = cut > 0 ? cut : slice.length;
    yield slice.slice(0, length);
    from += length;
  }
}
