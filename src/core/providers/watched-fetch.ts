import type { EventFraming } from "./event-framing";
import { eventFraming } from "./event-framing";

export interface SilenceLimits {
  /** Until the first byte of the answer. */
  readonly openMs: number;
  /** Between two chunks of the body, keep-alive pings included: an SDK drops those, so only the bytes show that a server lives. */
  readonly silentMs: number;
}

/** A stream silent for a minute counts as broken off. */
export const DEFAULT_SILENCE: SilenceLimits = { openMs: 60_000, silentMs: 60_000 };
/** A local server computes the whole prompt before it says anything. */
export const LOCAL_SILENCE: SilenceLimits = { openMs: 150_000, silentMs: 60_000 };

/** Not an abort error by name: the SDKs end a stream quietly on those, as if the reply were complete. */
export class SilenceError extends Error {
  override readonly name = "SilenceError";
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A `fetch` that gives up on a server that went silent. The SDKs' own timeout ends with the headers. */
export function watchedFetch(send: Fetch, limits: SilenceLimits): Fetch {
  return async (input, init) => {
    const silence = new AbortController();
    const giveUp = () => silence.abort(new SilenceError("The server went silent and the connection was closed."));
    const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    const response = await timed(limits.openMs, giveUp, () => send(input, { ...init, signal }));
    if (response.body === null) return response;
    const framing = eventFraming(response.ok ? "unknown" : "as-is");
    return new Response(
      watchedBody(response.body, framing, (read) => timed(limits.silentMs, giveUp, read)),
      response,
    );
  };
}

type Watch = <Value>(read: () => Promise<Value>) => Promise<Value>;

/** Not a `TransformStream`: one of those drops what has arrived when the connection breaks. */
function watchedBody(
  body: ReadableStream<Uint8Array>,
  framing: EventFraming,
  watch: Watch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await watch(() => reader.read());
      controller.enqueue(done ? framing.end() : framing.frame(value));
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function timed<Value>(limitMs: number, giveUp: () => void, work: () => Promise<Value>): Promise<Value> {
  const timer = setTimeout(giveUp, limitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
