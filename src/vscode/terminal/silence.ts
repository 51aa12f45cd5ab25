import type { Wait } from "../../core/base/abort";
import { untilDeadline } from "../../core/base/abort";
import { sentence } from "../../core/base/sentence";
import { BrokenStreamError } from "../../core/host";

const SILENT = sentence("The language model went silent, so its reply was abandoned.");

/** The work's result, or an error once it has taken too long; `giveUp` then stops the work. */
export const within = <Value>(limitMs: number, work: () => Promise<Value>, giveUp: () => void): Promise<Value> =>
  untilDeadline(work(), async (over) => {
    await wait(limitMs, over);
    giveUp();
    throw new BrokenStreamError(SILENT);
  });

/** The parts of a stream, as long as it is never silent for longer than the limit; `giveUp` then stops its source. */
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

const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", cancel, { once: true });
  });
