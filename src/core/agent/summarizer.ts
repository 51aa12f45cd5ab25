import type { Summarize, SummaryRequest } from "../context/engine";
import { SummaryError } from "../context/engine";
import { messageId, requestId } from "../conversation/ids";
import type { AssistantMessage } from "../conversation/message";
import { messageText } from "../conversation/render";
import type { Usage } from "../conversation/usage";
import { costOf } from "../models/cost";
import { routeOf } from "../models/model";
import type { ModelRequest, ProviderFailure, StopReason } from "../providers/provider";
import { ProviderError } from "../providers/provider";
import type { LiveSession } from "./live-session";
import type { AgentWorld, Route } from "./world";

/** A summarizer that takes longer than this is stuck; the session must not wait for it. */
const SUMMARY_TIMEOUT_MS = 180_000;
/** Models overshoot a target; a cut summary is worthless, so the cap leaves room. */
const OUTPUT_HEADROOM = 2;
/** Models that always think spend output before the first word of the summary. */
const THINKING_HEADROOM_TOKENS = 4_096;

/** What a summary call needs to know about the session it serves at that moment. */
export interface SummaryContext {
  readonly live: LiveSession;
  readonly main: Route;
  /** The main model's last request while its cache is warm and nothing in it needs redacting; else undefined. */
  readonly warmPrefix: ModelRequest | undefined;
}

/** Spent by summary calls since the last time somebody asked, for the row of the compression. */
export interface SummaryMeter {
  costUsd: number | null;
}

/**
 * Carries out summary requests: the main model on its own warm prefix, which costs a cache read, else the configured model,
 * else the main model. A provider somebody chose for summaries comes first.
 */
export function createSummarizer(world: AgentWorld, context: () => SummaryContext, meter: SummaryMeter): Summarize {
  return async (request, signal) => {
    const { live, main, warmPrefix } = context();
    const callOf = (route: Route, asked: ModelRequest): SummaryCall => ({ live, meter, route, request: asked });
    const configured = await world.summaryRoute();
    const onWarm =
      warmPrefix && request.instruction !== undefined
        ? [callOf(main, onPrefix(warmPrefix, request, world.newId()))]
        : [];
    const onConfigured = configured ? [callOf(configured, separate(configured, request, world.newId()))] : [];
    const chosen = world.settings().auxiliary.compression.provider !== "auto";
    const calls = [
      ...(chosen ? onConfigured : [...onWarm, ...onConfigured]),
      callOf(main, separate(main, request, world.newId())),
    ];
    return writeWithAny(world, calls, signal);
  };
}

/** Each call at most once. A route that is down is not asked again; one whose answer was of no use may do better with a call of another shape. */
async function writeWithAny(
  world: AgentWorld,
  [call, ...others]: readonly SummaryCall[],
  signal: AbortSignal,
): Promise<string> {
  if (call === undefined) throw new SummaryError("no model can write a summary", "no-provider");
  try {
    return await writeSummary(world, call, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof SummaryError)) throw error;
    const left = error.kind === "unusable" ? others : others.filter(({ route }) => route !== call.route);
    const [next] = left;
    if (next === undefined) throw error;
    world.emit({
      type: "notice",
      level: "warning",
      text: `${call.route.model.label} could not write the summary (${error.message}); ${next.route.model.label} is asked instead.`,
    });
    return writeWithAny(world, left, signal);
  }
}

interface SummaryCall {
  readonly live: LiveSession;
  readonly meter: SummaryMeter;
  readonly route: Route;
  readonly request: ModelRequest;
}

async function writeSummary(world: AgentWorld, call: SummaryCall, signal: AbortSignal): Promise<string> {
  const deadline = new AbortController();
  const ended = new AbortController();
  void world.wait(SUMMARY_TIMEOUT_MS, ended.signal).then(
    () => deadline.abort(),
    () => undefined,
  );
  const at = world.now();
  try {
    for await (const event of call.route.provider.stream(call.request, AbortSignal.any([signal, deadline.signal]))) {
      if (event.type !== "done") continue;
      if (event.usage) await recordSummaryUsage(world, call, { at, usage: event.usage });
      return usableText({ ...event.message, id: messageId("summary") }, event.stop);
    }
    throw new SummaryError("the answer ended before it was complete", "transient");
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) throw new SummaryError("the summary took too long", "timeout", { cause: error });
    if (error instanceof ProviderError) throw new SummaryError(error.message, kindOf(error.failure), { cause: error });
    throw error;
  } finally {
    ended.abort();
  }
}

async function recordSummaryUsage(
  world: AgentWorld,
  call: SummaryCall,
  spent: { readonly at: number; readonly usage: Usage },
): Promise<void> {
  const { model, cacheTtl } = call.request;
  const id = requestId(world.newId());
  const costUsd = costOf(spent.usage, model, cacheTtl);
  const durationMs = world.now() - spent.at;
  call.meter.costUsd = costUsd === null || call.meter.costUsd === null ? null : call.meter.costUsd + costUsd;
  await call.live.writer.recordRequest({
    id,
    at: spent.at,
    purpose: "summary",
    ...routeOf(model),
    usage: spent.usage,
    costUsd,
    durationMs,
  });
  world.emit({
    type: "usage-reported",
    session: call.live.id,
    requestId: id,
    purpose: "summary",
    usage: spent.usage,
    costUsd,
    durationMs,
  });
}

/** An empty answer, a refusal, a tool call instead of text, or a cut answer is a failure like any other. */
function usableText(message: AssistantMessage, stop: StopReason): string {
  const text = messageText(message).trim();
  if (stop === "length" || stop === "window-full")
    throw new SummaryError("the summary was cut off at the length limit", "unusable");
  if (stop === "refused") throw new SummaryError("the model refused to summarize", "unusable");
  if (text === "")
    throw new SummaryError(
      stop === "tools" ? "the model called a tool instead of summarizing" : "the model gave an empty summary",
      "unusable",
    );
  return text;
}

/** Same system, same tools, same history, one instruction more: the provider reads nearly all of it from its cache. */
function onPrefix(prefix: ModelRequest, request: SummaryRequest, id: string): ModelRequest {
  return {
    ...prefix,
    messages: [
      ...prefix.messages,
      { role: "user", id: messageId(id), content: [{ type: "text", text: request.instruction ?? request.prompt }] },
    ],
    outputTokens: outputFor(prefix.model, request),
  };
}

function separate(route: Route, request: SummaryRequest, id: string): ModelRequest {
  return {
    model: route.model,
    system: request.system,
    tools: [],
    messages: [{ role: "user", id: messageId(id), content: [{ type: "text", text: request.prompt }] }],
    breakpoints: [],
    cacheTtl: "5m",
    outputTokens: outputFor(route.model, request),
    thinking: "leave-out",
    conversationKey: `summary-${id}`,
  };
}

const outputFor = (model: Route["model"], request: SummaryRequest): number =>
  Math.min(
    model.maxOutputTokens,
    request.targetTokens * OUTPUT_HEADROOM + (model.thinking === "none" ? 0 : THINKING_HEADROOM_TOKENS),
  );

function kindOf(failure: ProviderFailure): SummaryError["kind"] {
  switch (failure.kind) {
    case "unauthorized":
    case "rejected":
      return "access";
    case "disconnected":
      return "timeout";
    case "overflow":
    case "output-cap":
    case "payload-too-large":
      // The same request would be refused again; one of another shape may fit.
      return "unusable";
    default:
      return "transient";
  }
}
