import type { Pressure } from "../context/trigger";
import type { EngineStatus, Summarize } from "../context/engine";
import type { MessageId, RequestId } from "../conversation/ids";
import type { Pin } from "../ledger/ledger";
import type { ModelRequest } from "../providers/provider";
import { routeKey } from "../models/model";
import { cachingState } from "../caching/caching-state";
import { Gauge } from "./gauge";
import type { Sent } from "./gauge";
import { leaveOutImages, noImageLimit } from "./image-limit";
import type { ImageLimit } from "./image-limit";
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
  /** Writes summaries for this desk; a draft's engine uses the same. */
  readonly summarize: Summarize;
  pins: readonly Pin[];
  /** A draft being written in the background. */
  preparing: AbortController | undefined;
  /** What was spent on preparing since the last compression belongs to the next one. */
  preparedAhead: boolean;
  /** People know that automatic compression rests. */
  pauseTold: boolean;
  /** The newest requests by id, for people who want to see exactly what was sent. */
  readonly sent: Map<RequestId, ModelRequest>;
  /** Learnt from the route in use, so it goes with it. */
  imageLimit: ImageLimit;
  lastRequest: { readonly request: ModelRequest; readonly at: number } | undefined;
}

export type DeskParts = Pick<Desk, "live" | "route" | "summaryMeter" | "summarize" | "pins">;

export const newDesk = (parts: DeskParts): Desk => ({
  ...parts,
  gauge: new Gauge(),
  sent: new Map(),
  preparing: undefined,
  preparedAhead: false,
  pauseTold: false,
  imageLimit: noImageLimit,
  lastRequest: undefined,
});

/** Enough to look back over a long turn; each is a list of messages that are in memory anyway. */
const REMEMBERED_REQUESTS = 100;

export function rememberRequest(desk: Desk, id: RequestId, request: ModelRequest): void {
  desk.sent.set(id, request);
  for (const key of desk.sent.keys()) if (desk.sent.size > REMEMBERED_REQUESTS) desk.sent.delete(key);
}

export const pinnedIds = (desk: Desk): ReadonlySet<MessageId> =>
  new Set(desk.pins.flatMap((pin) => (pin.kind === "message" ? [pin.messageId] : [])));

export const sentNow = (desk: Desk): Sent => ({
  model: desk.route.model,
  messages: leaveOutImages(desk.live.messages, desk.imageLimit),
  fixedTokens: fixedTokens(desk.live.header.systemPrompt, desk.live.box.tools),
});

export const sizeNow = (desk: Desk): Pressure => desk.gauge.size(sentNow(desk));

/** Anthropic counts the life of an entry from the start of the request that wrote or read it. */
const TTL_MS = { "5m": 5 * 60_000, "1h": 60 * 60_000 } as const;

export function isCacheWarm(world: AgentWorld, desk: Desk): boolean {
  const { lastRequest, route } = desk;
  if (lastRequest === undefined || routeKey(lastRequest.request.model) !== routeKey(route.model)) return false;
  if (cachingState(route.model).state === "off") return false;
  return world.now() - lastRequest.at < TTL_MS[lastRequest.request.cacheTtl];
}

export function tellEngineModel({ live, route: { model } }: Desk): void {
  live.engine.updateModel?.({
    contextLength: model.windowTokens,
    name: model.model,
    provider: model.provider,
    ...(model.baseUrl !== undefined && { baseUrl: model.baseUrl }),
  });
}

/** What is to be told once is told once, whichever session or window asks again. */
export function tellNotices(world: AgentWorld, desk: Desk): void {
  for (const notice of [desk.live.engine.status().notice, windowNotice(world, desk)]) {
    if (notice === undefined || world.toldNotices.has(notice.id)) continue;
    world.toldNotices.add(notice.id);
    world.emit({ type: "notice", level: "info", text: notice.text, actions: ["open-settings"] });
  }
}

/** A person who set a window is owed a word where the server was found to allow less. */
function windowNotice(world: AgentWorld, { route: { model } }: Desk): EngineStatus["notice"] {
  const { contextLength } = world.settings();
  if (contextLength === null || model.windowOrigin !== "learnt" || contextLength <= model.windowTokens)
    return undefined;
  const [allowed, wished] = [model.windowTokens, contextLength].map((tokens) => tokens.toLocaleString("en-US"));
  return {
    id: `window ${routeKey(model)} ${allowed} ${wished}`,
    text: `The server allows ${allowed} tokens for ${model.label}, less than the ${wished} of \`hermes.contextLength\`; the smaller figure counts. Should it allow more by now, "Hermes: Forget Learnt Windows" has it found out anew.`,
  };
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
    pinned: pinnedIds(desk),
    usedTokens: size.tokens,
    source: size.source,
    thresholdTokens: desk.live.engine.thresholdTokens,
    ...(note !== undefined && { thresholdNote: note }),
    outputReserveTokens: outputTokensFor(desk.route, world.settings()),
  });
  world.emit({ type: "context-measured", session: desk.live.id, context });
}
