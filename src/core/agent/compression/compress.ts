import type { JsonValue } from "../../base/json";
import type { Reason } from "../../base/reason";
import { because, sentenceFor } from "../../base/reason";
import { sentence } from "../../base/sentence";
import type { CompressionDraft, CompressionReport, LastCompression } from "../../context/engine";
import { CHANGED_SINCE_PREVIEW } from "../../context/engine-reasons";
import { compareSummaries } from "../../context/summary/summary-lineage";
import { afterCompression } from "../../context/trigger/rereading";
import type { SessionId } from "../../conversation/ids";
import { messageId, sessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { carryPins } from "../../ledger/carry-pins";
import { sealSummary } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import type { SessionHeader } from "../../sessions/lineage/session";
import { continueTitle } from "../../sessions/lineage/title";
import type { ActiveSession } from "../session/active-session";
import { refreshFilePins } from "../session/edits/pinning";
import { ageRecords, agesAfter } from "../session/edits/tool-use";
import { emitMeasure, emitRefusedTools } from "../session/emit-state";
import { COMPRESSION, ENGINE_STATE, pinRecords, rereadingRecord } from "../session/event-records";
import { fixedTokens, largestBlocks } from "../session/sizes/measure";
import type { AgentWorld } from "../world";
import { askCompressionHooks, reportToHooks } from "./compression-hooks";
import type { CompressionOrder } from "./order";
import { optionsFor, refuseRange } from "./order";
import { isSamePlan } from "./plan";

const NAMED_BLOCKS = 3;

/** Compresses and continues in a new session, or emits why not. Stop leaves the session exactly as it was. */
export async function compressSession(
  world: AgentWorld,
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<"smaller" | "unchanged" | "vetoed"> {
  const refusal = refuseRange(session.engine, order);
  if (refusal !== undefined) {
    world.emit({ type: "nothing-to-compress", session: session.id, reason: refusal });
    return "unchanged";
  }
  if (order.plan !== undefined && !(await isStillPlanned(session, order, signal))) {
    const reason = CHANGED_SINCE_PREVIEW;
    world.emit({ type: "compression-failed", session: session.id, reason, cause: "changed" });
    return "unchanged";
  }
  const hooked = await askCompressionHooks(world, session, order, signal);
  if (hooked.kind === "vetoed") return "vetoed";
  const startedMs = world.now();
  const shownTokens = session.size().tokens;
  // The cost of a draft or of a prepared summary was counted when it was written, and belongs to this compression.
  if (order.draft === undefined && !session.hasPrepared) session.resetSummaryCost();
  world.emit({ type: "compression-started", session: session.id, trigger: order.trigger, stage: "blocking" });
  await refreshFilePins(world, session);
  const compressed = await runEngine(world, session, hooked.order, signal);
  const last = session.engine.status().lastCompression;
  const isDone = last?.outcome === "folded" || last?.outcome === "fallback";
  if (!isDone || compressed === session.messages) {
    await emitUnchanged(world, session, last);
    return "unchanged";
  }
  // An engine may know nothing of pins; whatever it returned, they are in it afterwards.
  const messages = carryPins(compressed, [...session.pins, ...hooked.keep], messageId(world.newId()));
  await continueCompressed(world, session, messages, { last, shownTokens, startedMs });
  await reportToHooks(world, session, order, signal);
  return "smaller";
}

/** A draft brings its own plan, which its engine checks. */
async function isStillPlanned(session: ActiveSession, order: CompressionOrder, signal: AbortSignal): Promise<boolean> {
  const { engine, messages } = session;
  if (order.plan === undefined || order.draft !== undefined || engine.plan === undefined) return true;
  return isSamePlan(order.plan, await engine.plan(messages.slice(), optionsFor(session, order, signal)));
}

/** A summary that is written but not applied, for a person to read, edit and apply. */
export async function draftCompression(
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<CompressionDraft | Reason> {
  const { engine, messages } = session;
  const refusal = refuseRange(engine, order);
  if (refusal !== undefined) return because(refusal);
  if (engine.preview === undefined)
    return because(
      sentence('The context engine "{name}" offers no preview. It can compress, and a compression can be undone.', {
        name: engine.name,
      }),
    );
  session.resetSummaryCost();
  const draft = await engine.preview(messages.slice(), optionsFor(session, order, signal));
  return "text" in draft ? { ...draft, text: redactSecrets(draft.text) } : draft;
}

async function runEngine(
  world: AgentWorld,
  session: ActiveSession,
  order: CompressionOrder,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  try {
    const { messages, engine } = session;
    const compressed = await engine.compress(messages, optionsFor(session, order, signal));
    return compressed === messages ? messages : compressed.map(sealMessage);
  } catch (error) {
    if (signal.aborted)
      world.emit({
        type: "compression-failed",
        session: session.id,
        reason: sentence("Stopped. The session is unchanged."),
        cause: "stopped",
      });
    throw error;
  }
}

/** Engines from outside write summaries too. */
const sealMessage = (message: Message): Message => (message.role === "summary" ? sealSummary(message) : message);

async function emitUnchanged(
  world: AgentWorld,
  session: ActiveSession,
  last: LastCompression | undefined,
): Promise<void> {
  const reason =
    last?.reason === undefined
      ? sentence("There is nothing to compress yet.")
      : sentenceFor({ ...last, reason: last.reason });
  if (last === undefined || last.outcome === "nothing-to-compress")
    world.emit({ type: "nothing-to-compress", session: session.id, reason });
  else world.emit({ type: "compression-failed", session: session.id, reason, cause: last.cause ?? "engine" });
  emitPause(world, session);
  await saveEngineState(world, session);
}

/**
 * Emits once that automatic compression is paused, with the largest blocks of the context: from then on only a person
 * can free tokens.
 */
export function emitPause(world: AgentWorld, session: ActiveSession): void {
  const { paused } = session.engine.status();
  const isPaused = paused !== undefined && paused.kind !== "idle";
  if (session.recordCompression(isPaused ? "paused" : "active") === "unchanged" || !isPaused) return;
  world.emit({
    type: "compression-paused",
    session: session.id,
    reason: sentenceFor(paused),
    largest: largestBlocks(session.messages, NAMED_BLOCKS),
  });
}

/**
 * Failed attempts, cooldown and the previous summary survive a restart. Written only when they changed: an engine may
 * keep a lot.
 */
export async function saveEngineState(world: AgentWorld, session: ActiveSession): Promise<void> {
  const { durable } = session.engine.status();
  if (durable === undefined || session.recordEngineState(comparableState(durable)) === "unchanged") return;
  await session.writer.recordEvent({ at: world.now(), name: ENGINE_STATE, data: durable });
}

/** The last prompt size changes with every request and is in the journal with that request's usage. */
const comparableState = (durable: JsonValue): string =>
  JSON.stringify(durable, (key, value: unknown) => (key === "lastPromptTokens" ? undefined : value));

interface Applied {
  readonly last: LastCompression;
  readonly shownTokens: number;
  readonly startedMs: number;
}

/** Ends the session and starts its continuation: the new journal is complete before the old one points to it. */
async function continueCompressed(
  world: AgentWorld,
  session: ActiveSession,
  messages: readonly Message[],
  applied: Applied,
): Promise<void> {
  await commitMemory(world);
  const { engine, writer: parent } = session;
  const compressions = session.compressions + 1;
  const rereading = afterCompression(session.rereading, session.messages, messages);
  if (rereading.strikes === 0) session.startSpending();
  const header: SessionHeader = {
    ...parent.header,
    id: sessionId(world.newId()),
    parentId: parent.header.id,
    relation: "continuation",
    startedAt: world.now(),
    title: continueTitle(parent.titled.title),
    systemPrompt: (await world.systemPrompt(session.route.model.windowTokens)).text,
  };
  const at = header.startedAt;
  const report: FullReport = {
    outcome: applied.last.outcome === "fallback" ? "fallback" : "folded",
    ...measureReport(session, messages, applied),
    durationMs: world.now() - applied.startedMs,
    costUsd: session.summaryCostUsd,
  };
  const durable = engine.status().durable;
  const toolAges = agesAfter(session);
  const writer = await world.sessions.continueSession(parent, header, messages, [
    { at, name: COMPRESSION, data: JSON.parse(JSON.stringify({ ...report, compressions })) },
    ...(durable === undefined ? [] : [{ at, name: ENGINE_STATE, data: durable }]),
    rereadingRecord(rereading, at),
    ...ageRecords(toolAges, at),
    ...pinRecords(session.pins, at),
  ]);
  engine.onSessionStart?.({
    sessionId: header.id,
    reason: "compression",
    messages,
    ...(durable !== undefined && { durable }),
  });
  const kept = new Set(messages.map(({ id }) => id));
  world.memory.noteFolded(session.messages.filter(({ id }) => !kept.has(id)));
  world.memory.onSessionSwitch({ from: parent.header.id, to: header.id, reason: "compression" });
  const toolBox = await world.toolBox(engine, { windowTokens: session.route.model.windowTokens, ages: toolAges });
  engine.updateOverhead?.(fixedTokens(header.systemPrompt, toolBox.tools), header.systemPrompt);
  session.noteRereading(rereading);
  session.continueWith({ writer, messages, toolBox, toolAges, compressions, sealedFrom: messages.length });
  emitCompressed(world, session, parent.header.id, report);
  emitRefusedTools(world, toolBox);
}

/** A disk that refuses must not keep a full conversation from shrinking; memory is then as safe as it was before. */
async function commitMemory(world: AgentWorld): Promise<void> {
  try {
    await world.memory.commit();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    world.emit({
      type: "notice",
      level: "warning",
      text: sentence("Memory could not be committed to disk: {reason}", { reason }),
    });
  }
}

type FullReport = CompressionReport & {
  readonly outcome: "folded" | "fallback";
  readonly durationMs: number;
  readonly costUsd: number | null;
};

/** The engine's report with the gauge's token counts, so that the row and the gauge never disagree. */
function measureReport(
  session: ActiveSession,
  messages: readonly Message[],
  { last, shownTokens }: Applied,
): CompressionReport {
  const report = last.report ?? { trigger: "automatic", foldedMessages: 0, prunedResults: 0 };
  const [before, after] = [session.messages, messages].map((list) => list.find(({ role }) => role === "summary"));
  return {
    ...report,
    ...(before?.role === "summary" &&
      after?.role === "summary" && { lineage: compareSummaries(before.text, after.text) }),
    beforeTokens: shownTokens,
    afterTokens: session.gauge.size({ ...session.outline(), messages }).tokens,
    beforeMessages: session.messages.length,
    afterMessages: messages.length,
  };
}

function emitCompressed(world: AgentWorld, session: ActiveSession, from: SessionId, report: FullReport): void {
  const summaryId = session.messages.find((message) => message.role === "summary")?.id ?? null;
  world.emit({ type: "compressed", from, to: session.id, summaryId, compressions: session.compressions, ...report });
  world.emit({
    type: "session-opened",
    session: session.id,
    title: session.writer.titled.title,
    parentId: from,
    reason: "continuation",
    messages: session.messages,
    model: session.route.model,
  });
  emitMeasure(world, session);
  emitPause(world, session);
}
