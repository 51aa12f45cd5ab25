import { sentence } from "../base/sentence";
import type { ContextEngine, EngineSession, Summarize } from "../context/engine";
import { enginePrices } from "../context/trigger/engine-prices";
import { readRereading } from "../context/trigger/rereading";
import { openCalls } from "../conversation/exchanges";
import type { MessageId, SessionId } from "../conversation/ids";
import { messageId, sessionId } from "../conversation/ids";
import type { Message, ToolCallPart, ToolMessage } from "../conversation/message";
import { repairMessages } from "../conversation/repair";
import { Knowledge } from "../knowledge/knowledge";
import { ledgerOf } from "../ledger/add-to-ledger";
import type { EventRecord, RequestRecord, Session, SessionHeader, SessionWriter } from "../sessions/lineage/session";
import { UNTITLED } from "../sessions/lineage/title";
import { emitPause } from "./compression/compress";
import { createSummarizer } from "./compression/summarizer";
import { lostReport } from "./delegation/lost-report";
import type { AgentEvent } from "./events";
import { ActiveSession } from "./session/active-session";
import { dropReleased } from "./session/edits/skills-in-use";
import { agesOf } from "./session/edits/tool-use";
import { emitMeasure, emitNotices, emitVersions } from "./session/emit-state";
import { applyEvictions, ENGINE_STATE, newestRecord, pinsOf, REREADING } from "./session/event-records";
import { calibrateFromRecords } from "./session/recorded-usage";
import { noteRestores, readHistory } from "./session/restore";
import { costOfHelpers } from "./session/session-end";
import { fixedTokens } from "./session/sizes/measure";
import type { StoredPast } from "./session/stored-past";
import {
  compressionOf,
  readCompressions,
  readPast,
  readUndone,
  requestsOf,
  withUndone,
  writingTimes,
} from "./session/stored-past";
import { readAudit } from "./turn/audit";
import type { AgentWorld, EngineFallback, Route } from "./world";

type OpenReason = (AgentEvent & { type: "session-opened" })["reason"];

/** Makes a session the one that the agent works on, before it is announced: views ask for the rest of it then. */
type Enter = (session: ActiveSession) => Promise<void> | void;

/** Starts a session. Without a title, its first user message becomes one. */
export async function beginSession(
  world: AgentWorld,
  title = UNTITLED,
  origin: Pick<SessionHeader, "parentId" | "relation"> = { parentId: null, relation: "root" },
  enter: Enter = () => undefined,
): Promise<ActiveSession> {
  const prompt = await world.systemPrompt((await world.route()).model.windowTokens);
  const header: SessionHeader = {
    id: sessionId(world.newId()),
    ...origin,
    startedAt: world.now(),
    title,
    workspace: world.workspace,
    systemPrompt: prompt.text,
    engine: world.settings().context.engine,
  };
  const writer = await world.sessions.create(header);
  const session = await openSession(world, {
    writer,
    messages: [],
    spokenAt: new Map(),
    events: [],
    requests: [],
    reason: "new",
    title,
    enter,
  });
  // Only now: a view starts with an empty list when it opens a session.
  for (const text of prompt.problems) world.emit({ type: "notice", level: "warning", text });
  return session;
}

/** Opens a stored session again; the id of an earlier one leads to its newest continuation. */
export async function resumeSession(world: AgentWorld, id: SessionId, enter: Enter): Promise<ActiveSession> {
  const tip = await world.sessions.compressionTip(id);
  const writer = await world.sessions.open(tip);
  return openStoredSession(world, writer, "resume", enter);
}

export async function openStoredSession(
  world: AgentWorld,
  writer: SessionWriter,
  reason: OpenReason,
  enter: Enter,
): Promise<ActiveSession> {
  const stored: Session = await world.sessions.read(writer.header.id);
  const lost = await Promise.all(openCalls(stored.messages).map((call) => lostResult(world, stored.header.id, call)));
  if (lost.length > 0) await writer.append(lost);
  return openSession(world, {
    writer,
    messages: repairMessages([...stored.messages, ...lost]),
    spokenAt: writingTimes(stored),
    events: stored.events,
    requests: stored.requests,
    reason,
    title: stored.title,
    enter,
    stored,
  });
}

/** A window that was closed during a call leaves the call without a result, and providers refuse such a call. */
async function lostResult(world: AgentWorld, session: SessionId, call: ToolCallPart): Promise<ToolMessage> {
  const report = call.name === "delegate" ? await lostReport(world, session, call.callId) : undefined;
  const text = report ?? "Hermes was closed while this call was running; it may have taken effect in part.";
  return {
    role: "tool",
    id: messageId(world.newId()),
    callId: call.callId,
    toolName: call.name,
    failed: true,
    body: { kind: "full", content: [{ type: "text", text }] },
  };
}

interface Opening {
  readonly writer: SessionWriter;
  readonly messages: readonly Message[];
  readonly spokenAt: ReadonlyMap<MessageId, number>;
  readonly events: readonly EventRecord[];
  readonly requests: readonly RequestRecord[];
  readonly reason: OpenReason;
  readonly title: string;
  readonly enter: Enter;
  /** As it was read; absent for a session that begins now. */
  readonly stored?: Session;
}

async function openSession(world: AgentWorld, opening: Opening): Promise<ActiveSession> {
  const route = await world.route();
  let opened: ActiveSession | undefined;
  const summarize = createSummarizer(world, () => {
    if (opened === undefined) throw new Error("the engine asked for a summary before its session was open");
    return opened;
  });
  const fallbacks = holdFallbacks(world);
  const earlier = await readPast(world, opening.writer.header);
  const session = await buildSession(world, opening, { route, summarize, earlier, onFallback: fallbacks.emit });
  opened = session;
  if (opening.stored !== undefined) await calibrateFromRecords(world, session, opening.stored);
  const helpersUsd = await costOfHelpers(world, session.id, [...earlier.messages, ...session.messages]);
  const checkpoints = await readHistory(world, session);
  noteRestores(session, checkpoints);
  const undone = await readUndone(world, opening.stored ?? { undone: [] });
  // The time only counts for retention; an unwritable disk is reported where it matters.
  await world.spills.touch(session.id).catch(() => undefined);
  await opening.enter(session);
  world.emit({
    type: "session-opened",
    session: session.id,
    title: opening.title,
    parentId: session.header.parentId,
    reason: opening.reason,
    messages: session.messages,
    model: route.model,
    past: {
      requests: requestsOf({ ...opening, header: opening.writer.header }),
      compressions: [
        ...(await withUndone(world, session.id, [
          ...earlier.compressions,
          ...compressionOf({ ...opening, header: opening.writer.header }),
        ])),
        ...undone.compressions,
      ],
      earlierRequests: [...earlier.requests, ...undone.requests],
      ...(helpersUsd !== undefined && { helpersUsd }),
      audit: readAudit([...earlier.events, ...opening.events]),
      checkpoints,
    },
  });
  fallbacks.release();
  if (route.note !== undefined) world.emit({ type: "model-changed", model: route.model, routeNote: route.note });
  emitMeasure(world, session);
  emitNotices(world, session);
  emitPause(world, session);
  emitUnfinished(world, session, opening.reason);
  countExactly(world, session);
  // A large index takes seconds to load, and the conversation can be read without it.
  if (opening.stored !== undefined) void emitVersions(world, session);
  return session;
}

/** What a window that was closed in mid-turn left behind: the list of steps, and a way to go on. */
function emitUnfinished(world: AgentWorld, { id, ledger, messages }: ActiveSession, reason: Opening["reason"]): void {
  if (ledger.todos.length > 0) world.emit({ type: "todos-changed", session: id, todos: ledger.todos });
  if (reason !== "resume" || !isUnfinished(messages.at(-1))) return;
  world.emit({ type: "notice", level: "info", text: UNFINISHED, actions: ["continue"] });
}

const UNFINISHED = sentence("The last turn did not finish. Its messages and results were kept.");

/** A request or a result that the model has not answered, or an answer that broke off. A stopped one was meant to. */
const isUnfinished = (last: Message | undefined): boolean =>
  last?.role === "user" ||
  last?.role === "tool" ||
  (last?.role === "assistant" &&
    (last.interrupted === "disconnected" || last.parts.some((part) => part.type === "tool-call")));

interface HeldFallbacks {
  emit(fallback: EngineFallback): void;
  release(): void;
}

/** Holds events back until the session is open: a view starts with an empty list when it opens a session. */
function holdFallbacks(world: AgentWorld): HeldFallbacks {
  const emitNow = (fallback: EngineFallback) => world.emit({ type: "engine-fallback", ...fallback });
  let held: EngineFallback[] | undefined = [];
  return {
    emit(fallback) {
      if (held === undefined) emitNow(fallback);
      else held.push(fallback);
    },
    release() {
      const waiting = held ?? [];
      held = undefined;
      waiting.forEach(emitNow);
    },
  };
}

/** Counts a long conversation once with the real tokenizer, in a worker, and emits the corrected measure. */
function countExactly(world: AgentWorld, session: ActiveSession): void {
  if (world.countTokens === undefined || session.messages.length === 0) return;
  const request = session.outline();
  // Without the count the estimate is used, and the first reported usage corrects it.
  void world
    .countTokens(request.messages, request.model.protocol)
    .then((tokens) => {
      session.gauge.observeCount(request, tokens);
      emitMeasure(world, session);
    })
    .catch(() => undefined);
}

interface EngineParts {
  readonly route: Route;
  readonly summarize: Summarize;
  readonly earlier: StoredPast;
  onFallback(fallback: EngineFallback): void;
}

async function buildSession(world: AgentWorld, opening: Opening, using: EngineParts): Promise<ActiveSession> {
  const { writer, events } = opening;
  const { header } = writer;
  const past = using.earlier;
  const messages = dropReleased(applyEvictions(opening.messages, events), pinsOf(events));
  const engine = await startEngine(world, using, engineSession(opening, messages, past));
  const toolBox = await world.toolBox(engine, {
    windowTokens: using.route.model.windowTokens,
    ages: agesOf(events),
  });
  engine.updateOverhead?.(fixedTokens(header.systemPrompt, toolBox.tools), header.systemPrompt);
  return new ActiveSession({
    writer,
    messages,
    engine,
    toolBox,
    route: using.route,
    ledger: ledgerOf([...past.messages, ...messages]),
    knowledge: knowledgeOf(world, opening, past),
    pins: pinsOf(events),
    start: opening.reason === "new" ? "startup" : "resume",
    toolAges: agesOf(events),
    rereading: readRereading(newestRecord(events, REREADING)),
    ...lastRequestOf(opening),
    ...readCompressions(events),
  });
}

function knowledgeOf(world: AgentWorld, { messages, spokenAt }: Opening, past: StoredPast): Knowledge {
  const knowledge = new Knowledge(world.workspace);
  knowledge.add([...past.messages, ...messages], (id) => past.spokenAt.get(id) ?? spokenAt.get(id) ?? null);
  return knowledge;
}

function lastRequestOf({ requests }: Opening): { readonly sentBeforeMs?: number } {
  const sent = requests.findLast(({ purpose }) => purpose === "agent");
  return sent === undefined ? {} : { sentBeforeMs: sent.at };
}

async function startEngine(world: AgentWorld, using: EngineParts, session: EngineSession): Promise<ContextEngine> {
  const { model } = using.route;
  const summaryModel = (await world.summaryRoute())?.model;
  const engine = await world.createEngine(
    {
      contextLength: model.windowTokens,
      modelName: model.model,
      providerName: model.provider,
      summarize: using.summarize,
      ...(model.baseUrl !== undefined && { baseUrl: model.baseUrl }),
      ...enginePrices(model, world.settings().promptCaching.cacheTtl),
      ...(summaryModel !== undefined && { summaryContextLength: summaryModel.windowTokens }),
    },
    using.onFallback,
  );
  engine.onSessionStart?.(session);
  return engine;
}

function engineSession(opening: Opening, messages: readonly Message[], past: StoredPast): EngineSession {
  const durable = newestRecord(opening.events, ENGINE_STATE);
  // A continuation repeats messages of the session before it; their times are in that session.
  const spokenAt = new Map([...opening.spokenAt, ...past.spokenAt]);
  // After evictions the originals come first: an engine that stores originals keeps the first version it sees.
  const ancestors = messages === opening.messages ? past.messages : [...past.messages, ...opening.messages];
  return {
    sessionId: opening.writer.header.id,
    reason: opening.reason === "new" ? "new" : "resume",
    messages,
    ancestors,
    spokenAt,
    ...(durable !== undefined && { durable }),
  };
}
