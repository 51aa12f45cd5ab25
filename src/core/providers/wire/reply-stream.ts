import { untilAborted } from "../../base/abort";
import { sentence, verbatim } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import { yieldToHost } from "../../base/slices";
import type { FailedRequest } from "../failures/failures";
import { classifyFailure } from "../failures/failures";
import { describeRefusal } from "../failures/refusal";
import type { ModelEvent, ModelRequest } from "../provider";
import { ProviderError } from "../provider";
import { BrokenStreamError } from "./broken-stream";
import type { Decoder } from "./decoder";
import { roughTokens } from "./rough-tokens";

/** Opens the provider's own stream for one request. */
export type OpenStream = (signal: AbortSignal) => Promise<AsyncIterable<unknown>>;

/**
 * Runs one request: opens the stream, reduces it, detects a premature end, and turns every failure into a
 * `ProviderError`. A stop ends the stream at once, even while the server is silent; it is reported as "disconnected"
 * with the abort reason as cause.
 */
export async function* streamReply<State>(
  request: ModelRequest,
  decoder: Decoder<State>,
  open: OpenStream,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let state = decoder.start(request.model);
  const arrived = (): Arrived => ({
    reply: decoder.partial(state).length > 0 ? "started" : "none",
    usage: decoder.usage(state),
  });
  try {
    const stream = await untilAborted(open(signal), signal);
    const events = stream[Symbol.asyncIterator]();
    for (let count = 1; ; count++) {
      const next = await untilAborted(events.next(), signal);
      if (next.done === true) break;
      // A chunk of the body may hold thousands of events, which would be taken without a pause.
      if (count % EVENTS_AT_A_STRETCH === 0) await yieldToHost();
      const step = decoder.step(state, next.value);
      state = step.state;
      yield* step.events;
      if (step.failure !== undefined) throw refused(step.failure, request, arrived());
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : broken(error, request, arrived(), signal);
  }
  const closing = decoder.finish(state);
  if (closing === undefined) throw broken(new BrokenStreamError(CUT_SHORT), request, arrived(), signal);
  yield* closing;
}

/** Some ten milliseconds of work. */
const EVENTS_AT_A_STRETCH = 100;

const CUT_SHORT = sentence("The stream ended before the reply was complete.");

interface Arrived {
  readonly reply: "none" | "started";
  readonly usage: ProviderError["usage"];
}

function broken(error: unknown, request: ModelRequest, arrived: Arrived, signal: AbortSignal): ProviderError {
  if (signal.aborted)
    return new ProviderError(
      sentence("Stopped."),
      { kind: "disconnected" },
      { cause: signal.reason, usage: arrived.usage },
    );
  return refused(describeRefusal(error), request, arrived, error);
}

/** A stream that had started to answer was not refused for its size, whatever the failure. */
function refused(failed: FailedRequest, request: ModelRequest, arrived: Arrived, cause?: unknown): ProviderError {
  const size =
    arrived.reply === "started"
      ? {}
      : {
          requestTokens: roughTokens(request),
          windowTokens: request.model.windowTokens,
          messageCount: request.messages.length,
        };
  const message = cause instanceof SentenceError ? cause.sentence : verbatim(failed.message);
  const why =
    failed.status === undefined ? message : sentence("{status}: {message}", { status: failed.status, message });
  return new ProviderError(why, classifyFailure({ ...failed, ...size }), { cause, usage: arrived.usage });
}
