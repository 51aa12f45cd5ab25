import type { AssistantMessage, AssistantPart, Origin } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import type { ModelEvent, StopReason } from "../provider";

/** How one protocol's stream becomes a reply: a pure reducer, so that a recorded stream decodes the same everywhere. */
export interface Decoder<State> {
  start(origin: Origin): State;
  step(state: State, event: unknown): Step<State>;
  /** The closing events once the stream has ended; undefined where it ended before the model was done. */
  finish(state: State): readonly ModelEvent[] | undefined;
  /** What may be kept of a reply that broke off: finished parts and unfinished words, never half a call. */
  partial(state: State): readonly AssistantPart[];
  /** What was reported so far; undefined where nothing was. */
  usage(state: State): Usage | undefined;
}

export interface Step<State> {
  readonly state: State;
  readonly events: readonly ModelEvent[];
  /** The server reported a failure inside the stream. */
  readonly failure?: StreamFailure;
}

interface StreamFailure {
  readonly message: string;
  readonly code?: string;
}

export const still = <State>(state: State): Step<State> => ({ state, events: [] });

export const doneEvent = (
  origin: Origin,
  parts: readonly AssistantPart[],
  stop: StopReason,
  usage: Usage | undefined,
): ModelEvent => {
  const message: Omit<AssistantMessage, "id"> = {
    role: "assistant",
    parts,
    origin: { protocol: origin.protocol, provider: origin.provider, model: origin.model },
  };
  return { type: "done", message, stop, usage };
};
