import type { AgentEvent, RequestPicture, Segment } from "../../core/agent/events";
import type { Usage } from "../../core/conversation/usage";
import { addUsage, noUsage, promptTokens } from "../../core/conversation/usage";
import type { Prices } from "../../core/models/model";
import { CACHE_TTL_MS } from "../../core/models/model";
import type { BreakpointPicture, CachePicture } from "../../protocol/inspector";
import type { Say } from "../words/say";
import { cachedParts } from "./cached-parts";
import { pastTotals } from "./session-history";

export interface CachingState {
  readonly picture: CachePicture;
  /** Of the agent's own requests only: summary calls have a different prefix. */
  readonly usage: Usage;
  readonly prices: Prices | undefined;
  readonly request: RequestPicture | null;
}

/** Estimates and reports differ a little: a breakpoint up to 3 % beyond the tokens read still counts as read. */
const HIT_TOLERANCE = 1.03;

const PER_MILLION = 1_000_000;

export const emptyCaching: CachingState = {
  picture: {
    status: { state: "unknown", why: "", ttl: "5m", hitRate: null, expiresAt: null },
    lastRequest: null,
    lastMiss: null,
    savedUsd: null,
  },
  usage: noUsage,
  prices: undefined,
  request: null,
};

/** Returns the same state if the event does not concern caching. */
export function foldCaching(state: CachingState, event: AgentEvent, say: Say): CachingState {
  switch (event.type) {
    case "session-opened":
      return event.reason === "new" || event.reason === "resume" ? reopen(event) : state;
    case "model-changed":
      return { ...state, prices: event.model.prices };
    case "request-started":
      return startRequest(state, event.request, say);
    case "usage-reported":
      return event.purpose === "agent" ? reportUsage(state, event, say) : state;
    case "context-measured":
      return measureRequest(state, event.context.segments);
    default:
      return state;
  }
}

/** The hit rate covers the whole session; the next request shows when its prefix expires. */
function reopen(event: Extract<AgentEvent, { type: "session-opened" }>): CachingState {
  const { usage } = pastTotals(event);
  const state = { ...emptyCaching, prices: event.model.prices, usage };
  if (promptTokens(usage) === 0) return state;
  const status = { ...state.picture.status, hitRate: usage.cacheRead / promptTokens(usage) };
  return { ...state, picture: { ...state.picture, status, savedUsd: savedBy(usage, state) } };
}

function startRequest(state: CachingState, request: RequestPicture, say: Say): CachingState {
  const status = { ...state.picture.status, ...request.caching, why: say(request.caching.why) };
  const lastRequest = {
    requestId: request.id,
    promptTokens: request.estimatedTokens,
    usage: null,
    breakpoints: placeBreakpoints(request, null),
    parts: [],
  };
  return { ...state, request, picture: { ...state.picture, status, lastRequest } };
}

function reportUsage(
  state: CachingState,
  event: Extract<AgentEvent, { type: "usage-reported" }>,
  say: Say,
): CachingState {
  const { picture, request } = state;
  const usage = addUsage(state.usage, event.usage);
  const current = request?.id === event.requestId ? request : null;
  const cached = event.usage.cacheRead + event.usage.cacheWrite > 0;
  const status = {
    ...picture.status,
    hitRate: promptTokens(usage) === 0 ? null : usage.cacheRead / promptTokens(usage),
    expiresAt: current !== null && cached ? current.at + CACHE_TTL_MS[current.caching.ttl] : picture.status.expiresAt,
  };
  const lastRequest =
    current === null
      ? picture.lastRequest
      : {
          requestId: current.id,
          promptTokens: promptTokens(event.usage),
          usage: event.usage,
          breakpoints: placeBreakpoints(current, event.usage),
          parts: [],
        };
  const lastMiss =
    event.missCause === undefined ? picture.lastMiss : { requestId: event.requestId, cause: say(event.missCause) };
  return {
    ...state,
    usage,
    picture: { status, lastRequest, lastMiss, savedUsd: addSaved(picture.savedUsd, savedBy(event.usage, state)) },
  };
}

/** A request keeps the price of its model: a switch to another one changes nothing that was saved before. */
const addSaved = (before: number | null, more: number | null): number | null =>
  more === null ? before : (before ?? 0) + more;

/** The first measure after a report is of the context that was sent; later ones are of the next request. */
function measureRequest(state: CachingState, segments: readonly Segment[]): CachingState {
  const { lastRequest } = state.picture;
  if (lastRequest?.usage == null || lastRequest.parts.length > 0) return state;
  const parts = cachedParts(segments, lastRequest.usage);
  return { ...state, picture: { ...state.picture, lastRequest: { ...lastRequest, parts } } };
}

/** Compared with the full input price: the savings of cache reads minus the surcharge of cache writes. */
function savedBy(usage: Usage, { prices, picture }: CachingState): number | null {
  if (prices === undefined) return null;
  const writePrice = picture.status.ttl === "1h" ? prices.cacheWrite1h : prices.cacheWrite5m;
  return (
    (usage.cacheRead * (prices.input - prices.cacheRead) - usage.cacheWrite * (writePrice - prices.input)) / PER_MILLION
  );
}

function placeBreakpoints(request: RequestPicture, usage: Usage | null): readonly BreakpointPicture[] {
  const scale = usage === null || request.estimatedTokens === 0 ? 1 : promptTokens(usage) / request.estimatedTokens;
  return request.breakpoints.map((breakpoint, index) => {
    const atTokens = Math.round((request.breakpointTokens[index] ?? request.estimatedTokens) * scale);
    const state = usage === null ? "pending" : atTokens <= usage.cacheRead * HIT_TOLERANCE ? "hit" : "written";
    return {
      after: breakpoint.after,
      messageId: breakpoint.after === "message" ? breakpoint.messageId : null,
      atTokens,
      state,
    };
  });
}
