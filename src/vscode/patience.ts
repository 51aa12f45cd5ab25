/** The work's result, or an error once it has taken too long; then whoever works is told to stop. */
export async function within<Value>(limitMs: number, work: () => Promise<Value>, giveUp: () => void): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp();
      reject(new Error("The language model went silent and its reply was given up."));
    }, limitMs);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a stream brings, as long as it is never silent for longer than the limit; its source is told when nobody listens any more. */
export async function* untilSilent<Value>(
  stream: AsyncIterable<Value>,
  limitMs: number,
  giveUp: () => void,
): AsyncGenerator<Value> {
  const parts = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await within(limitMs, () => parts.next(), giveUp);
    if (next.done === true) return;
    yield next.value;
  }
}
