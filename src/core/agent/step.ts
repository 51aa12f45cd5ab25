import { requestId } from "../conversation/ids";
import type { AssistantMessage } from "../conversation/message";
import { unreachable } from "../conversation/message";
import { noUsage } from "../conversation/usage";
import { cachingState } from "../caching/caching-state";
import { findDivergence } from "../caching/prefix";
import type { ModelRequest, StopReason } from "../providers/provider";
import { ask } from "./ask";
import type { Asked } from "./ask";
import type { Desk } from "./desk";
import { rememberRequest, sentNow, tellEngineModel, tellMeasure, tellNotices } from "./desk";
import type { NoticeAction } from "./events";
import { fitImages, hasOlderImages, learnImageLimit } from "./image-limit";
import { makeRoom, tellPause } from "./make-room";
import { chargeAttempt, planRetry } from "../providers/retry";
import { decideRecovery, nothingTried } from "./recover";
import type { Recovery, Tried } from "./recover";
import { buildRequest, plainVariant } from "./request";
import type { RequestVariant } from "./request";
import type { AgentWorld } from "./world";

/** How one step of the loop ended. */
export type StepEnd =
  | { readonly kind: "replied"; readonly message: AssistantMessage; readonly stop: StopReason }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly reason: string; readonly actions: readonly NoticeAction[] };

/**
 * What must outlive one step: compressions forced by a full window. A reply in between does not clear them: a window that
 * fills up again and again is smaller than we believe, each time costs a summary, and only a person can set that right.
 */
export interface TurnTally {
  compressions: number;
}

/** Asks until there is an answer, a stop, or nothing left to try. */
export async function askWithRecovery(
  world: AgentWorld,
  desk: Desk,
  tally: TurnTally,
  signal: AbortSignal,
): Promise<StepEnd> {
  let variant = plainVariant;
  let tried: Omit<Tried, "compressions"> = nothingTried;
  let spentMs = 0;
  for (;;) {
    const startedMs = world.now();
    desk.imageLimit = fitImages(desk.imageLimit, desk.live.messages);
    const request = buildRequest({
      live: desk.live,
      route: desk.route,
      settings: world.settings(),
      variant,
      imageLimit: desk.imageLimit,
      previousBreakpoints: desk.lastRequest?.request.breakpoints ?? [],
    });
    const asked = await send(world, desk, request, signal);
    if (asked.kind === "replied") return accept(world, desk, asked);
    if (asked.partial) await desk.live.append(world, [asked.partial]);
    if (asked.kind === "stopped") return { kind: "stopped" };

    spentMs += chargeAttempt(world.now() - startedMs, {
      number: tried.waits + 1,
      arrived: asked.partial === undefined ? "nothing" : "something",
    });
    const recovery = decideRecovery(asked.failure, {
      tried: { ...tried, compressions: tally.compressions },
      outputTokens: request.outputTokens,
      hasOlderImages: hasOlderImages(request.messages),
      message: asked.reason,
      waitMs: planRetry(asked.failure, tried.waits + 1, spentMs, () => world.random()),
    });
    if (recovery.kind === "give-up") return { kind: "failed", reason: recovery.reason, actions: recovery.actions };
    tell(world, desk, recovery, { asked, tried });
    variant = nextVariant(variant, recovery);
    if (recovery.kind === "drop-images") desk.imageLimit = learnImageLimit(desk.imageLimit, request.messages);
    tried = nextTried(tried, recovery);
    if (recovery.kind === "wait") spentMs += recovery.waitMs;
    const outcome = await carryOut(world, desk, { recovery, tally, reason: asked.reason }, signal);
    if (outcome !== "again") return outcome;
  }
}

async function send(world: AgentWorld, desk: Desk, request: ModelRequest, signal: AbortSignal): Promise<Asked> {
  const caching = cachingState(request.model);
  const previous = desk.lastRequest;
  const at = world.now();
  desk.lastRequest = { request, at };
  const id = requestId(world.newId());
  rememberRequest(desk, id, request);
  return ask(
    world,
    desk.live,
    {
      id,
      provider: desk.route.provider,
      request,
      estimatedTokens: desk.gauge.size(sentNow(desk)).tokens,
      caching: { ...caching, ttl: request.cacheTtl },
      missCause: () =>
        previous === undefined || caching.state === "off"
          ? undefined
          : findDivergence({ ...previous.request, sentAtMs: previous.at }, { ...request, sentAtMs: at })?.text,
    },
    signal,
  );
}

async function accept(world: AgentWorld, desk: Desk, asked: Asked & { kind: "replied" }): Promise<StepEnd> {
  const now = sentNow(desk);
  const sent = { ...now, messages: now.messages.slice() };
  const answered = desk.live.messages.slice();
  const message = asked.stop === "window-full" ? withoutCalls(asked.message) : asked.message;
  if (message.parts.length > 0) await desk.live.append(world, [message]);
  desk.gauge.report(sent, asked.usage);
  desk.live.engine.updateFromResponse(asked.usage ?? noUsage, answered);
  tellMeasure(world, desk);
  tellPause(world, desk);
  return { kind: "replied", message, stop: asked.stop };
}

/** A reply cut at the window's end may end in half a call; the model makes it again once there is room. */
const withoutCalls = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  parts: message.parts.filter((part) => part.type !== "tool-call"),
});

function tell(
  world: AgentWorld,
  desk: Desk,
  recovery: Recovery,
  facts: { readonly asked: Asked & { kind: "refused" }; readonly tried: { readonly waits: number } },
): void {
  const { asked } = facts;
  if (recovery.kind === "wait")
    world.emit({
      type: "retrying",
      session: desk.live.id,
      reason: asked.reason,
      waitMs: recovery.waitMs,
      attempt: facts.tried.waits + 1,
    });
  else
    world.emit({ type: "recovering", session: desk.live.id, failure: asked.failure.kind, action: sayAction(recovery) });
}

function sayAction(recovery: Recovery): string {
  switch (recovery.kind) {
    case "compress":
      return recovery.limitTokens === undefined
        ? "compressing and asking again"
        : `the provider states a window of ${recovery.limitTokens} tokens; compressing and asking again`;
    case "lower-output":
      return `lowering the reply's limit to ${recovery.outputTokens} tokens and asking again`;
    case "strip-thinking":
      return "leaving earlier thinking out and asking again";
    case "drop-images":
      return "leaving older images out and asking again";
    case "wait":
    case "give-up":
      return "";
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
  readonly reason: string;
}

async function carryOut(
  world: AgentWorld,
  desk: Desk,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<"again" | StepEnd> {
  const { recovery, tally } = attempt;
  try {
    if (recovery.kind === "strip-thinking") desk.live.breakSeals();
    if (recovery.kind === "wait") await world.wait(recovery.waitMs, signal);
    if (recovery.kind !== "compress") return "again";
    tally.compressions++;
    // A refused request left nothing in the provider's cache, and would be refused again with a summary's instruction behind it.
    desk.lastRequest = undefined;
    await adoptLimit(world, desk, recovery.limitTokens);
    const made = await makeRoom(world, desk, { trigger: "overflow" }, signal);
    if (made === "smaller") return "again";
    return {
      kind: "failed",
      reason: `The request does not fit the model's window and could not be made smaller: ${attempt.reason}`,
      actions: ["new-session", "compress-with-focus", "larger-model", "evict-largest"],
    };
  } catch (error) {
    if (signal.aborted) return { kind: "stopped" };
    throw error;
  }
}

/** A limit the provider states is believed when it is lower than ours; a guessed window steps down. */
async function adoptLimit(world: AgentWorld, desk: Desk, stated: number | undefined): Promise<void> {
  const { model } = desk.route;
  if (stated !== undefined && stated >= model.windowTokens) return;
  const windowTokens = await world.learnWindow(desk.route, stated);
  if (windowTokens === undefined) return;
  desk.route = {
    ...desk.route,
    model: { ...model, windowTokens, windowOrigin: stated === undefined ? "guessed" : "learnt" },
  };
  tellEngineModel(desk);
  world.emit({ type: "model-changed", model: desk.route.model });
  tellNotices(world, desk);
}
