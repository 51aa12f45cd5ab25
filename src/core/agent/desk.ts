import type { Pressure } from "../context/trigger";
import type { MessageId } from "../conversation/ids";
import type { ModelRequest } from "../providers/provider";
import { cachingState } from "../caching/caching-state";
import { Gauge } from "./gauge";
import type { Sent } from "./gauge";
import type { LiveSession } from "./live-session";
import { fixedTokens, measureContext } from "./measure";
import { outputTokensFor } from "./request";
import type { SummaryMeter } from "./summarizer";
import type { AgentWorld, Route } from "./world";

/** What lies before the agent between and during turns. One mutation lock in `Agent` covers it. */
export interface Desk {
  live: LiveSession;
  route: Route;
  readonly gauge: Gauge;
  readonly summaryMeter: SummaryMeter;
  readonly pinned: Set<MessageId>;
  lastRequest: { readonly request: ModelRequest; readonly at: number } | undefined;
}

export const newDesk = (live: LiveSession, route: Route, summaryMeter: SummaryMeter): Desk => ({
  live, route, gauge: new Gauge(), summaryMeter, pinned: new Set(), lastRequest: undefined,
});

export const sentNow = (desk: Desk): Sent => ({
  model: desk.route.model,
  messages: desk.live.messages,
  fixedTokens: fixedTokens(desk.live.header.systemPrompt, desk.live.box.tools),
});

export const sizeNow = (desk: Desk): Pressure => desk.gauge.size(sentNow(desk));

/** Anthropic counts the life of an entry from the start of the request that wrote or read it. */
const TTL_MS = { "5m": 5 * 60_000, "1h": 60 * 60_000 } as const;

export function isCacheWarm(world: AgentWorld, desk: Desk): boolean {
  const { lastRequest, route } = desk;
  if (lastRequest === undefined || lastRequest.request.model.model !== route.model.model) return false;
  if (cachingState(route.model).state === "off") return false;
  return world.now() - lastRequest.at < TTL_MS[lastRequest.request.cacheTtl];
}

/** Tells the views how full the window is. */
export function tellMeasure(world: AgentWorld, desk: Desk): void {
  const size = sizeNow(desk);
  const note = desk.live.engine.status().thresholdNote;
  const context = measureContext({
    model: desk.route.model,
    systemPrompt: desk.live.header.systemPrompt,
    tools: desk.live.box.tools,
    messages: desk.live.messages,
    pinned: desk.pinned,
    usedTokens: size.tokens,
    source: size.source,
    thresholdTokens: desk.live.engine.thresholdTokens,
    ...(note !== undefined && { thresholdNote: note }),
    outputReserveTokens: outputTokensFor(desk.route, world.settings()),
  });
  world.emit({ type: "context-measured", session: desk.live.id, context });
}
