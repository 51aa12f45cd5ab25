import type { AgentEvent } from "../../core/agent/events";
import type { TimelineBar } from "../../protocol/inspector";
import { pastBars } from "./session-history";

/** More than any screen can draw at one pixel a bar; the usage view has the older requests. */
const SHOWN_BARS = 400;

export interface TimelineState {
  readonly bars: readonly TimelineBar[];
  /** A compression no request has followed yet. */
  readonly lastCompression: string | null;
}

export const emptyTimeline: TimelineState = { bars: [], lastCompression: null };

/** Returns the same state if the event does not concern it. */
export function foldTimeline(state: TimelineState, event: AgentEvent): TimelineState {
  switch (event.type) {
    case "session-opened":
      return event.reason === "new" || event.reason === "resume"
        ? { bars: pastBars(event).slice(-SHOWN_BARS), lastCompression: null }
        : state;
    case "compressed":
      return { ...state, lastCompression: event.to };
    case "request-started": {
      const { id, at, model, estimatedTokens } = event.request;
      const bar: TimelineBar = {
        requestId: id,
        at,
        model,
        estimatedTokens,
        purpose: "agent",
        usage: null,
        costUsd: null,
        durationMs: null,
        afterCompression: state.lastCompression,
      };
      return { bars: [...state.bars, bar].slice(-SHOWN_BARS), lastCompression: null };
    }
    case "usage-reported":
      return { ...state, bars: withUsage(state.bars, event) };
    default:
      return state;
  }
}

/** Searched from the end: usage belongs to one of the newest requests. A summary call is only known by its usage. */
function withUsage(
  bars: readonly TimelineBar[],
  event: Extract<AgentEvent, { type: "usage-reported" }>,
): readonly TimelineBar[] {
  const { usage, costUsd, durationMs, purpose, requestId } = event;
  const index = bars.findLastIndex((bar) => bar.requestId === requestId);
  const known = bars[index];
  if (known !== undefined) return bars.with(index, { ...known, usage, costUsd, durationMs, purpose });
  const previous = bars.at(-1);
  const bar: TimelineBar = {
    requestId,
    at: previous?.at ?? 0,
    model: "",
    estimatedTokens: 0,
    purpose,
    usage,
    costUsd,
    durationMs,
    afterCompression: null,
  };
  return [...bars, bar].slice(-SHOWN_BARS);
}
