import type { Sentence } from "../../base/sentence";
import { renderSentence, sentence } from "../../base/sentence";
import { unreachable } from "../../base/unreachable";
import { cachingState } from "../../caching/caching-state";
import { findDivergence } from "../../caching/prefix";
import { requestId } from "../../conversation/ids";
import type { AssistantMessage } from "../../conversation/message";
import { noUsage, promptTokens } from "../../conversation/usage";
import type { Model } from "../../models/model";
import { chargeAttempt, planRetry } from "../../providers/failures/retry";
import type { ModelRequest, ProviderFailure, StopReason } from "../../providers/provider";
import { compressSession, emitPause } from "../compression/compress";
import type { NoticeAction } from "../events";
import type { ActiveSession } from "../session/active-session";
import { emitMeasure, emitNotices } from "../session/emit-state";
import { hasOlderImages } from "../session/image-limit";
import type { AgentWorld, KnownWindow } from "../world";
import type { Asked } from "./ask-model";
import { ask } from "./ask-model";
import type { Recovery, Tried } from "./recover";
import { decideRecovery, nothingTried } from "./recover";
import type { RequestVariant } from "./request";
import { buildRequest, plainVariant } from "./request";

/** How one step of the loop ended. */
export type StepEnd =
  | { readonly kind: "replied"; readonly message: AssistantMessage; readonly stop: StopReason }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly reason: Sentence; readonly actions: readonly NoticeAction[] };

/**
 * Counts across the steps of a turn the compressions forced by a full window. A reply in between does not reset the
 * count: a window that keeps filling up is smaller than assumed, each compression costs a summary, and only a person
 * can correct the setting.
 */
export interface TurnTally {
  compressions: number;
}

/** Asks until the model answers, the user stops, or no recovery is left. */
export async function askWithRecovery(
  world: AgentWorld,
  session: ActiveSession,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<StepEnd> {
  let variant = plainVariant;
  let tried: Omit<Tried, "compressions"> = nothingTried;
  let spentMs = 0;
  for (;;) {
    const startedMs = world.now();
    session.fitImages();
    const effort = world.controls.effortFor(session.route.model);
    const request = buildRequest(session, world.settings(), variant, effort);
    const asked = await send(world, session, request, signal);
    if (asked.kind === "replied") return accept(world, session, asked);
    if (asked.partial) await session.append(world, [asked.partial]);
    if (asked.kind === "stopped") return { kind: "stopped" };

    spentMs += chargeAttempt(world.now() - startedMs, {
      number: tried.waits + 1,
      arrived: asked.partial === undefined ? "nothing" : "something",
    });
    const failure = weighFailure(world, session, asked);
    const recovery = decideRecovery(failure, {
      tried: { ...tried, compressions: tally.compressions },
      outputTokens: request.outputTokens,
      hasOlderImages: hasOlderImages(request.messages),
      message: asked.reason,
      waitMs: planRetry(failure, tried.waits + 1, spentMs, () => world.random()),
    });
    if (recovery.kind === "give-up") return { kind: "failed", reason: recovery.reason, actions: recovery.actions };
    emitRecovery(world, session, recovery, { asked, failure, tried });
    variant = nextVariant(variant, recovery);
    if (recovery.kind === "drop-images") session.learnImageLimit(request.messages);
    tried = nextTried(tried, recovery);
    if (recovery.kind === "wait") spentMs += recovery.waitMs;
    const outcome = await carryOutRecovery(world, session, { recovery, tally, reason: asked.reason }, signal);
    if (outcome !== "again") return outcome;
  }
}

async function send(
  world: AgentWorld,
  session: ActiveSession,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Asked> {
  const caching = cachingState(request.model);
  const previous = session.lastRequest;
  const at = world.now();
  const id = requestId(world.newId());
  session.rememberRequest(id, { request, at });
  return ask(
    world,
    session.writer,
    {
      id,
      provider: session.route.provider,
      request,
      estimatedTokens: session.size().tokens,
      caching: { ...caching, ttl: request.cacheTtl },
      missCause: () =>
        previous === undefined || caching.state === "off"
          ? undefined
          : findDivergence({ ...previous.request, sentAtMs: previous.at }, { ...request, sentAtMs: at })?.text,
    },
    signal,
  );
}

async function accept(world: AgentWorld, session: ActiveSession, asked: Asked & { kind: "replied" }): Promise<StepEnd> {
  const outline = session.outline();
  const request = { ...outline, messages: outline.messages.slice() };
  const answered = session.messages.slice();
  const message = asked.stop === "window-full" ? withoutCalls(asked.message) : asked.message;
  if (message.parts.length > 0) await session.append(world, [message]);
  if (asked.usage !== undefined)
    adoptWindow(world, session, world.acceptPrompt(session.route, promptTokens(asked.usage)));
  session.gauge.report(request, asked.usage);
  if (asked.usage !== undefined) session.addSpending(asked.usage, asked.costUsd);
  session.engine.updateFromResponse(asked.usage ?? noUsage, answered);
  emitMeasure(world, session);
  emitPause(world, session);
  return { kind: "replied", message, stop: asked.stop };
}

/** A reply truncated by the window may end in an incomplete call; the model repeats it after the compression. */
const withoutCalls = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  parts: message.parts.filter((part) => part.type !== "tool-call"),
});

function emitRecovery(
  world: AgentWorld,
  { id: session, route }: ActiveSession,
  recovery: Exclude<Recovery, { kind: "give-up" }>,
  facts: {
    readonly asked: Asked & { kind: "refused" };
    readonly failure: ProviderFailure;
    readonly tried: { readonly waits: number };
  },
): void {
  const { asked } = facts;
  if (recovery.kind === "wait")
    world.emit({
      type: "retrying",
      session,
      host: hostOf(route.model),
      reason: asked.reason,
      waitMs: recovery.waitMs,
      attempt: facts.tried.waits + 1,
    });
  else
    world.emit({
      type: "recovering",
      session,
      failure: facts.failure.kind,
      action: describeAction(recovery),
    });
}

const hostOf = ({ baseUrl, provider }: Model): string =>
  baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : provider;

function describeAction(recovery: Exclude<Recovery, { kind: "wait" | "give-up" }>): Sentence {
  switch (recovery.kind) {
    case "compress":
      return recovery.limitTokens === undefined
        ? sentence("Compressing and trying again.")
        : sentence("The provider states a context window of {tokens} tokens. Compressing and trying again.", {
            tokens: recovery.limitTokens,
          });
    case "lower-output":
      return sentence("Lowering the reply limit to {tokens} tokens and trying again.", {
        tokens: recovery.outputTokens,
      });
    case "strip-thinking":
      return sentence("Leaving out earlier thinking and trying again.");
    case "drop-images":
      return sentence("Leaving out older images and trying again.");
    default:
      return unreachable(recovery);
  }
}

function nextVariant(variant: RequestVariant, recovery: Recovery): RequestVariant {
  if (recovery.kind === "lower-output") return { ...variant, outputTokens: recovery.outputTokens };
  return recovery.kind === "strip-thinking" ? { ...variant, thinking: "leave-out" } : variant;
}

const nextTried = (tried: Omit<Tried, "compressions">, recovery: Recovery): Omit<Tried, "compressions"> => ({
  waits: tried.waits + (recovery.kind === "wait" ? 1 : 0),
  loweredOutput: tried.loweredOutput + (recovery.kind === "lower-output" ? 1 : 0),
  strippedThinking: tried.strippedThinking || recovery.kind === "strip-thinking",
});

interface Attempt {
  readonly recovery: Recovery;
  readonly tally: TurnTally;
  readonly reason: Sentence;
}

async function carryOutRecovery(
  world: AgentWorld,
  session: ActiveSession,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<"again" | StepEnd> {
  const { recovery, tally } = attempt;
  try {
    if (recovery.kind === "strip-thinking") session.breakSeals();
    if (recovery.kind === "wait") await waitForRetry(world, recovery.waitMs, signal);
    if (recovery.kind !== "compress") return "again";
    tally.compressions++;
    session.forgetLastRequest();
    if (recovery.limitTokens === undefined) guessWindow(world, session);
    const made = await compressSession(world, session, { trigger: "overflow" }, signal);
    if (made === "smaller") return "again";
    return {
      kind: "failed",
      reason: sentence(
        "The request does not fit the model's context window and could not be made smaller. Details: {details}",
        { details: attempt.reason },
      ),
      actions: ["new-session", "compress-with-focus", "larger-model", "evict-largest"],
    };
  } catch (error) {
    if (signal.aborted) return { kind: "stopped" };
    throw error;
  }
}

const waitForRetry = (world: AgentWorld, waitMs: number, signal: AbortSignal): Promise<void> =>
  world.steering === undefined ? world.wait(waitMs, signal) : world.steering.waitForRetry(world, waitMs, signal);

/**
 * A stated limit is adopted if nothing known speaks against it. One that is doubted may name the longest reply, as many
 * texts do: the request is repeated with a shorter one, and a second refusal that states the same is believed. One that
 * a longer prompt has refuted says nothing about the window, so it is read the same way.
 */
function weighFailure(
  world: AgentWorld,
  session: ActiveSession,
  { failure, reason }: Asked & { kind: "refused" },
): ProviderFailure {
  if (failure.kind !== "overflow" || failure.limitTokens === undefined) return failure;
  const { limitTokens } = failure;
  if (limitTokens >= session.route.model.windowTokens) return failure;
  const stated = { tokens: limitTokens, why: renderSentence(reason), at: world.now() };
  const { credibility, window } = world.learnWindow(session.route, stated);
  if (credibility !== "believed") return { kind: "output-cap", availableTokens: limitTokens };
  adoptWindow(world, session, window);
  return failure;
}

function guessWindow(world: AgentWorld, session: ActiveSession): void {
  const window = world.guessWindow(session.route);
  if (window !== undefined) adoptWindow(world, session, window);
}

function adoptWindow(world: AgentWorld, session: ActiveSession, window: KnownWindow): void {
  if (window.windowTokens === session.route.model.windowTokens) return;
  session.changeWindow(window);
  world.emit({ type: "model-changed", model: session.route.model });
  emitNotices(world, session);
}
