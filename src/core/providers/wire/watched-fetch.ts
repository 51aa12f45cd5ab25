import type { BodyLimits } from "../../base/bounded-body";
import { boundBody } from "../../base/bounded-body";
import type { Fetch } from "../../base/direct-fetch";
import { directFetch } from "../../base/direct-fetch";
import { sentence } from "../../base/sentence";
import { BrokenStreamError } from "./broken-stream";
import type { EventFraming } from "./event-framing";
import { eventFraming } from "./event-framing";
import { createKeyFilter } from "./key-filter";

export interface SilenceLimits {
  /** Until the first byte of the answer. */
  readonly openMs: number;
  /**
   * Between two chunks of the body, keep-alive pings included: an SDK drops those, so only the bytes show that a server
   * lives.
   */
  readonly silentMs: number;
}

/** A stream silent for a minute counts as broken off. */
export const DEFAULT_SILENCE: SilenceLimits = { openMs: 60_000, silentMs: 60_000 };
/** A local server computes the whole prompt before it says anything. */
export const LOCAL_SILENCE: SilenceLimits = { openMs: 150_000, silentMs: 60_000 };

/** The longest replies, with an event for each token, stay far below; a reader keeps all of an open event. */
const REPLY_LIMITS: BodyLimits = { totalBytes: 128 * 1024 * 1024, eventBytes: 4 * 1024 * 1024 };
/** Enough to say why; the rest of an error page is cut off. */
const ERROR_LIMITS: BodyLimits = { totalBytes: 64 * 1024, eventBytes: 64 * 1024 };
const TOO_MUCH = sentence("The server sent more than a reply can hold, so the connection was closed.");

const SILENT = sentence("The server went silent and the connection was closed.");

/**
 * A `fetch` that stays with its server and gives up when that goes silent. The SDKs' own timeout ends with the headers.
 */
export function watchedFetch(send: Fetch, limits: SilenceLimits, key: string): Fetch {
  const sendDirectly = directFetch(send);
  return async (input, init) => {
    const silence = new AbortController();
    const stopTurn = () => silence.abort(new BrokenStreamError(SILENT));
    const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    const response = await timed(limits.openMs, stopTurn, () => sendDirectly(input, { ...init, signal }));
    if (response.body === null) return response;
    const body = response.ok
      ? boundBody(response.body, REPLY_LIMITS, () => new BrokenStreamError(TOO_MUCH))
      : boundBody(response.body, ERROR_LIMITS, () => undefined);
    const framing = withoutKey(key, eventFraming(response.ok ? "unknown" : "as-is"));
    return new Response(
      watchedBody(body, framing, (read) => timed(limits.silentMs, stopTurn, read)),
      response,
    );
  };
}

/** A server that repeats the key in an error or a reply must not get it into a row, a log or a journal. */
function withoutKey(key: string, framing: EventFraming): EventFraming {
  const keys = createKeyFilter(key);
  return {
    frame: (chunk) => framing.frame(keys.filter(chunk)),
    end: () => new Uint8Array([...framing.frame(keys.end()), ...framing.end()]),
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

async function timed<Value>(limitMs: number, stopTurn: () => void, work: () => Promise<Value>): Promise<Value> {
  const timer = setTimeout(stopTurn, limitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
