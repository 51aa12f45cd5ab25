import type { CompressionDraft, CompressionReport, CompressOptions, LastCompression } from "../context/engine";
import { decideTrigger, needsHygiene } from "../context/trigger";
import type { JsonValue, Message } from "../conversation/message";
import { sessionId } from "../conversation/ids";
import type { SessionHeader } from "../sessions/session";
import { continueTitle } from "../sessions/title";
import { withPins } from "../ledger/fold";
import { PINS, pinsToJson } from "./edits";
import { fixedTokens, largestBlocks } from "./measure";
import type { Desk } from "./desk";
import { sentNow, sizeNow, tellMeasure } from "./desk";
import { LiveSession } from "./live-session";
import type { AgentWorld } from "./world";

export interface CompressionOrder {
  readonly trigger: CompressOptions["trigger"];
  readonly focusTopic?: string;
  /** "deterministic": no model call; offered to people after a failed one. */
  readonly summary?: "model" | "deterministic";
  /** Made before by `draftCompression`; taken if what it stands for is unchanged. */
  readonly draft?: CompressionDraft;
}

const NAMED_BLOCKS = 3;

/** The safety net before the agent handles a message, on a rough figure if need be. A rest is broken only where the request would not fit. */
export function isHygieneDue(world: AgentWorld, desk: Desk): boolean {
  const size = sizeNow(desk);
  const { windowTokens } = desk.route.model;
  const rests = desk.live.engine.status().paused !== undefined && size.tokens < windowTokens;
  return world.settings().compression.enabled && !rests && needsHygiene(size, windowTokens, desk.live.messages.length);
}

/** Before the first request of a turn: only where there is something between the protected ends. Here an engine may want what it would not interrupt a turn for. */
export function isPreflightDue(world: AgentWorld, desk: Desk): boolean {
  const { engine, messages } = desk.live;
  if (!isOverThreshold(world, desk)) return false;
  const due = engine.shouldCompress(sizeNow(desk).tokens) || (engine.shouldCompressPreflight?.(messages) ?? false);
  return due && (engine.hasContentToCompress?.(messages) ?? true);
}

/** The check in the loop. */
export const isRoomDue = (world: AgentWorld, desk: Desk): boolean =>
  isOverThreshold(world, desk) && desk.live.engine.shouldCompress(sizeNow(desk).tokens);

/** A rough figure waits one request for a real one. */
function isOverThreshold(world: AgentWorld, desk: Desk): boolean {
  if (!world.settings().compression.enabled) return false;
  const { engine } = desk.live;
  const pressure = sizeNow(desk);
  const { lastReportedTokens, usageReports } = desk.gauge;
  return (
    decideTrigger({
      pressure,
      thresholdTokens: engine.thresholdTokens,
      contextTokens: desk.route.model.windowTokens,
      lastReportedTokens,
      usageReports,
    }) === "compress"
  );
}

/** Compresses and moves on to the continuation, or says why not. Stop leaves the session exactly as it was. */
export async function makeRoom(
  world: AgentWorld,
  desk: Desk,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<"smaller" | "unchanged"> {
  const { live } = desk;
  const startedMs = world.now();
  const before = sizeNow(desk);
  // What a draft cost was counted when it was written, and belongs to the compression that takes it.
  if (order.draft === undefined && !desk.preparedAhead) desk.summaryMeter.costUsd = 0;
  world.emit({ type: "compression-started", session: live.id, trigger: order.trigger, stage: "blocking" });
  const messages = await compressOrTell(world, desk, order, signal);
  const last = live.engine.status().lastCompression;
  if (messages === live.messages || last === undefined || (last.outcome !== "folded" && last.outcome !== "fallback")) {
    await tellUnchanged(world, desk, last);
    return "unchanged";
  }
  await moveOn(world, desk, messages, { last, shownTokens: before.tokens, startedMs });
  return "smaller";
}

/** A summary written and nothing done yet, for a person to read, edit and apply. */
export async function draftCompression(
  desk: Desk,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<CompressionDraft | { readonly reason: string }> {
  const { engine, messages } = desk.live;
  if (engine.preview === undefined)
    return {
      reason: `The context engine "${engine.name}" offers no preview. It can compress, and a compression can be undone.`,
    };
  desk.summaryMeter.costUsd = 0;
  return engine.preview(messages.slice(), optionsFor(desk, order, signal));
}

const optionsFor = (desk: Desk, order: CompressionOrder, signal: AbortSignal): CompressOptions => ({
  ...order,
  currentTokens: sizeNow(desk).tokens,
  ledger: withPins(desk.live.ledger, desk.pins),
  signal,
});

async function compressOrTell(
  world: AgentWorld,
  desk: Desk,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const { live } = desk;
  try {
    return await live.engine.compress(live.messages, optionsFor(desk, order, signal));
  } catch (error) {
    if (signal.aborted)
      world.emit({
        type: "compression-failed",
        session: live.id,
        reason: "Stopped; the session is as it was.",
        cause: "stopped",
      });
    throw error;
  }
}

async function tellUnchanged(world: AgentWorld, desk: Desk, last: LastCompression | undefined): Promise<void> {
  const { live } = desk;
  const reason = last?.reason ?? "There is nothing to compress yet.";
  if (last === undefined || last.outcome === "nothing-to-compress")
    world.emit({ type: "nothing-to-compress", session: live.id, reason });
  else world.emit({ type: "compression-failed", session: live.id, reason, cause: last.cause ?? "engine" });
  tellPause(world, desk);
  await keepEngineState(world, live);
}

/** Told once when automatic compression begins to rest, with what fills the window: only a person can help then. */
export function tellPause(world: AgentWorld, desk: Desk): void {
  const { paused } = desk.live.engine.status();
  const rests = paused !== undefined && paused.kind !== "idle";
  if (rests && !desk.pauseTold)
    world.emit({
      type: "compression-paused",
      session: desk.live.id,
      reason: paused.reason,
      largest: largestBlocks(desk.live.messages, NAMED_BLOCKS),
    });
  desk.pauseTold = rests;
}

/** Strikes, cooldown and the previous summary outlive a restart. Written only when they changed: an engine may keep a lot. */
export async function keepEngineState(world: AgentWorld, live: LiveSession): Promise<void> {
  const durable = live.engine.status().durable;
  if (durable === undefined || !live.rememberEngineState(steadyPart(durable))) return;
  await live.writer.recordEvent({ at: world.now(), name: "engine-state", data: durable });
}

/** The last prompt size changes with every request and is in the journal with that request's usage. */
const steadyPart = (durable: JsonValue): string =>
  JSON.stringify(durable, (key, value: unknown) => (key === "lastPromptTokens" ? undefined : value));

interface Applied {
  readonly last: LastCompression;
  readonly shownTokens: number;
  readonly startedMs: number;
}

/** The old session ends, a continuation starts: the child complete first, the pointer last. */
async function moveOn(world: AgentWorld, desk: Desk, messages: readonly Message[], applied: Applied): Promise<void> {
  const parent = desk.live;
  const { engine } = parent;
  const compressions = parent.compressions + 1;
  const header: SessionHeader = {
    ...parent.header,
    id: sessionId(world.newId()),
    parentId: parent.id,
    relation: "continuation",
    startedAt: world.now(),
    title: continueTitle(parent.header.title),
    systemPrompt: await world.systemPrompt(),
  };
  const report: Told = {
    outcome: applied.last.outcome === "fallback" ? "fallback" : "folded",
    ...reportOf(desk, messages, applied),
    durationMs: world.now() - applied.startedMs,
    costUsd: desk.summaryMeter.costUsd,
  };
  const durable = engine.status().durable;
  const writer = await world.sessions.continueSession(parent.writer, header, messages, [
    { at: header.startedAt, name: "compression", data: JSON.parse(JSON.stringify({ ...report, compressions })) },
    ...(durable === undefined ? [] : [{ at: header.startedAt, name: "engine-state", data: durable }]),
    ...(desk.pins.length === 0 ? [] : [{ at: header.startedAt, name: PINS, data: pinsToJson(desk.pins) }]),
  ]);
  engine.onSessionStart?.({
    sessionId: header.id,
    reason: "compression",
    messages,
    ...(durable !== undefined && { durable }),
  });
  const box = await world.toolBox(engine);
  engine.updateOverhead?.(fixedTokens(header.systemPrompt, box.tools));
  desk.live = new LiveSession({
    writer,
    messages,
    engine,
    box,
    compressions,
    sealedFrom: messages.length,
    ledger: parent.ledger,
  });
  desk.lastRequest = undefined;
  desk.preparedAhead = false;
  tellCompressed(world, desk, parent, report);
}

type Told = CompressionReport & {
  readonly outcome: "folded" | "fallback";
  readonly durationMs: number;
  readonly costUsd: number | null;
};

/** The engine's report in the gauge's own tokens, so that the row and the gauge never disagree. */
function reportOf(desk: Desk, messages: readonly Message[], { last, shownTokens }: Applied): CompressionReport {
  const told = last.report ?? { trigger: "automatic", foldedMessages: 0, prunedResults: 0 };
  return {
    ...told,
    beforeTokens: shownTokens,
    afterTokens: desk.gauge.size({ ...sentNow(desk), messages }).tokens,
    beforeMessages: desk.live.messages.length,
    afterMessages: messages.length,
  };
}

function tellCompressed(world: AgentWorld, desk: Desk, parent: LiveSession, report: Told): void {
  const { live } = desk;
  const summaryId = live.messages.find((message) => message.role === "summary")?.id ?? null;
  world.emit({
    type: "compressed",
    from: parent.id,
    to: live.id,
    summaryId,
    compressions: live.compressions,
    ...report,
  });
  world.emit({
    type: "session-opened",
    session: live.id,
    title: live.header.title,
    parentId: parent.id,
    reason: "continuation",
    messages: live.messages,
    model: desk.route.model,
  });
  tellMeasure(world, desk);
  tellPause(world, desk);
}
