import { sentence } from "../../base/sentence";
import type { Summarize, SummaryRequest } from "../../context/engine";
import { SummaryError } from "../../context/engine";
import { messageId, requestId } from "../../conversation/ids";
import type { AssistantMessage } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { Usage } from "../../conversation/usage";
import { costOf } from "../../models/cost";
import { routeOf } from "../../models/model";
import type { ModelRequest, ProviderFailure, StopReason } from "../../providers/provider";
import { ProviderError } from "../../providers/provider";
import type { SessionWriter } from "../../sessions/lineage/session";
import type { ActiveSession } from "../session/active-session";
import type { AgentWorld, Route } from "../world";
import { warmPrefix } from "./warm-prefix";

/** A summarizer that takes longer than this is stuck; the session must not wait for it. */
const SUMMARY_TIMEOUT_MS = 180_000;
/** Models overshoot a target, and a truncated summary is useless, so the limit is higher. */
const OUTPUT_HEADROOM = 2;
/** Models that always think spend output before the first word of the summary. */
const THINKING_HEADROOM_TOKENS = 4_096;

/**
 * Carries out summary requests: by the main model on its own warm prefix, which costs a cache read; else by the
 * configured model; else by the main model. A provider chosen for summaries in the settings comes first.
 */
export function createSummarizer(world: AgentWorld, getSession: () => ActiveSession): Summarize {
  return async (request, signal) => {
    const session = getSession();
    const { writer, route: main } = session;
    const prefix = warmPrefix(session, world.now());
    const callOf = (route: Route, asked: ModelRequest): SummaryCall => ({ session, writer, route, request: asked });
    const configured = await world.summaryRoute();
    const onWarm =
      prefix && request.instruction !== undefined ? [callOf(main, onPrefix(prefix, request, world.newId()))] : [];
    const onConfigured = configured ? [callOf(configured, separate(configured, request, world.newId()))] : [];
    const { provider } = world.settings().auxiliary.compression;
    const isChosen = provider !== "auto" && provider !== "main";
    const calls = [
      ...(isChosen ? onConfigured : [...onWarm, ...onConfigured]),
      callOf(main, separate(main, request, world.newId())),
    ];
    return writeWithAny(world, calls, signal);
  };
}

/**
 * Makes each call at most once. A route that is down is not asked again; one whose answer was unusable may do better
 * with a different request.
 */
async function writeWithAny(
  world: AgentWorld,
  [call, ...others]: readonly SummaryCall[],
  signal: AbortSignal,
): Promise<string> {
  if (call === undefined) throw new SummaryError(sentence("no model can write a summary"), "no-provider");
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
      text: sentence("{model} could not write the summary ({reason}); {next} is used instead.", {
        model: call.route.model.label,
        reason: error.sentence,
        next: next.route.model.label,
      }),
    });
    return writeWithAny(world, left, signal);
  }
}

interface SummaryCall {
  readonly session: ActiveSession;
  /** Of the journal the summary was requested for: the session may continue in another one meanwhile. */
  readonly writer: SessionWriter;
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
    throw new SummaryError(sentence("the answer ended before it was complete"), "transient");
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted)
      throw new SummaryError(sentence("the summary took too long"), "timeout", { cause: error });
    if (error instanceof ProviderError) throw new SummaryError(error.sentence, kindOf(error.failure), { cause: error });
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
  call.session.addSummaryCost(costUsd);
  call.session.addSpending(spent.usage, costUsd);
  await call.writer.recordRequest({
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
    session: call.writer.header.id,
    requestId: id,
    purpose: "summary",
    usage: spent.usage,
    costUsd,
    durationMs,
  });
}

/** An empty answer, a refusal, a tool call instead of text, or a truncated answer is a failure like any other. */
function usableText(message: AssistantMessage, stop: StopReason): string {
  const text = messageText(message).trim();
  if (stop === "length" || stop === "window-full")
    throw new SummaryError(sentence("the summary was cut off at the length limit"), "unusable");
  if (stop === "refused") throw new SummaryError(sentence("the model refused to write a summary"), "unusable");
  if (text === "")
    throw new SummaryError(
      stop === "tools"
        ? sentence("the model called a tool instead of writing a summary")
        : sentence("the model gave an empty summary"),
      "unusable",
    );
  return text;
}

/** Same system prompt, tools and history plus one instruction: the provider reads nearly all of it from its cache. */
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
      // The same request would be refused again; a different one may fit.
      return "unusable";
    default:
      return "transient";
  }
}
