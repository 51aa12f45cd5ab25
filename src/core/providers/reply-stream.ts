import type { Decoder } from "./decoder";
import type { FailedRequest } from "./failures";
import { classifyFailure } from "./failures";
import type { ModelEvent, ModelRequest } from "./provider";
import { ProviderError } from "./provider";
import { describeRefusal } from "./refusal";
import { roughTokens } from "./rough-tokens";

/** Opens the provider's own stream for one request. */
export type OpenStream = (signal: AbortSignal) => Promise<AsyncIterable<unknown>>;

/**
 * Runs one request: opens the stream, reduces it, notices when it ends too early, and turns whatever goes wrong into a
 * `ProviderError` that carries what had arrived. A stop ends it at once, also while the server is silent; it is told
 * as "disconnected" with the abort reason as cause.
 */
export async function* streamReply<State>(
  request: ModelRequest,
  decoder: Decoder<State>,
  open: OpenStream,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let state = decoder.start(request.model);
  const arrived = (): Arrived => ({ parts: decoder.partial(state), usage: decoder.usage(state) });
  try {
    const stream = await untilStopped(open(signal), signal);
    const events = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await untilStopped(events.next(), signal);
      if (next.done === true) break;
      const step = decoder.step(state, next.value);
      state = step.state;
      yield* step.events;
      if (step.failure !== undefined) throw refused(step.failure, request, arrived());
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : broken(error, request, arrived(), signal);
  }
  const closing = decoder.finish(state);
  if (closing === undefined)
    throw broken(new Error("The stream ended before the reply was complete."), request, arrived(), signal);
  yield* closing;
}

interface Arrived {
  readonly parts: ProviderError["partial"];
  readonly usage: ProviderError["usage"];
}

function broken(error: unknown, request: ModelRequest, arrived: Arrived, signal: AbortSignal): ProviderError {
  if (signal.aborted)
    return new ProviderError("Stopped.", { kind: "disconnected" }, arrived.parts, {
      cause: signal.reason,
      usage: arrived.usage,
    });
  return refused(describeRefusal(error), request, arrived, error);
}

/** A stream that had begun to answer was not refused for its size, whatever broke it. */
function refused(failed: FailedRequest, request: ModelRequest, arrived: Arrived, cause?: unknown): ProviderError {
  const size =
    arrived.parts.length > 0
      ? {}
      : {
          requestTokens: roughTokens(request),
          windowTokens: request.model.windowTokens,
          messageCount: request.messages.length,
        };
  const message = failed.status === undefined ? failed.message : `${failed.status}: ${failed.message}`;
  return new ProviderError(message, classifyFailure({ ...failed, ...size }), arrived.parts, {
    cause,
    usage: arrived.usage,
  });
}

async function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // Whoever loses the race may still fail later; nobody waits for it any more.
  work.catch(() => undefined);
  if (signal.aborted) throw signal.reason;
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}
