import { repairMessages } from "../context/compressor/sanitize";
import { openCalls } from "../context/exchanges";
import type { ContextEngine, EngineSession, Summarize } from "../context/engine";
import { ledgerOf } from "../ledger/fold";
import type { MessageId, SessionId } from "../conversation/ids";
import { messageId, sessionId } from "../conversation/ids";
import type { JsonValue, Message, ToolCallPart, ToolMessage } from "../conversation/message";
import { routeKey, routeOf } from "../models/model";
import { messageText } from "../conversation/render";
import { redactSecrets } from "../redact/secrets";
import type { EventRecord, RequestRecord, Session, SessionHeader, SessionWriter } from "../sessions/session";
import { CARRIED } from "./change-engine";
import type { Desk } from "./desk";
import { isCacheWarm, newDesk, sentNow, tellMeasure, tellNotices } from "./desk";
import { applyEvictions, EVICTED, pinsOf, PUT_BACK } from "./edits";
import type { AgentEvent, SessionPast } from "./events";
import { LiveSession } from "./live-session";
import { tellPause } from "./make-room";
import { fixedTokens } from "./measure";
import { createSummarizer } from "./summarizer";
import type { SummaryContext, SummaryMeter } from "./summarizer";
import type { AgentWorld, EngineFallback, Route } from "./world";

type OpenReason = (AgentEvent & { type: "session-opened" })["reason"];

const UNTITLED = "New session";

/** A session that begins now. Its title is set from the first request. */
export async function beginSession(world: AgentWorld, title = UNTITLED): Promise<Desk> {
  const header: SessionHeader = {
    id: sessionId(world.newId()),
    parentId: null,
    relation: "root",
    startedAt: world.now(),
    title,
    workspace: world.workspace,
    systemPrompt: await world.systemPrompt(),
    engine: world.settings().context.engine,
  };
  const writer = await world.sessions.create(header);
  return layDesk(world, { writer, messages: [], spokenAt: new Map(), events: [], requests: [], reason: "new", title });
}

/** Takes up a session where it was left; an old id leads to the newest continuation. */
export async function resumeSession(world: AgentWorld, id: SessionId): Promise<Desk> {
  const tip = await world.sessions.compressionTip(id);
  const writer = await world.sessions.open(tip);
  return layStored(world, writer, "resume");
}

export async function layStored(world: AgentWorld, writer: SessionWriter, reason: OpenReason): Promise<Desk> {
  const session: Session = await world.sessions.read(writer.header.id);
  const lost = openCalls(session.messages).map((call) => lostResult(world, call));
  if (lost.length > 0) await writer.append(lost);
  const messages = repairMessages([...session.messages, ...lost]);
  return layDesk(world, {
    writer,
    messages,
    spokenAt: timesOf(session),
    events: session.events,
    requests: session.requests,
    reason,
    title: session.title,
  });
}

/** A window that closed while a call ran leaves it without a result, and no provider takes a call without one. */
const lostResult = (world: AgentWorld, call: ToolCallPart): ToolMessage => ({
  role: "tool",
  id: messageId(world.newId()),
  callId: call.callId,
  toolName: call.name,
  failed: true,
  body: {
    kind: "full",
    content: [
      { type: "text", text: "Hermes was closed while this call was running; it may have taken effect in part." },
    ],
  },
});

interface Opening {
  readonly writer: SessionWriter;
  readonly messages: readonly Message[];
  readonly spokenAt: ReadonlyMap<MessageId, number>;
  readonly events: readonly EventRecord[];
  readonly requests: readonly RequestRecord[];
  readonly reason: OpenReason;
  readonly title: string;
}

async function layDesk(world: AgentWorld, opening: Opening): Promise<Desk> {
  const route = await world.route();
  const summaryMeter: SummaryMeter = { costUsd: 0 };
  let laid: Desk | undefined;
  const summarize = createSummarizer(world, () => summaryContext(world, laid), summaryMeter);
  const fallbacks = holdFallbacks(world);
  const live = await buildLive(world, opening, { route, summarize, onFallback: fallbacks.tell });
  const desk = newDesk({ live, route, summaryMeter, summarize, pins: pinsOf(opening.events) });
  laid = desk;
  restoreReport(desk, opening);
  await world.spills.touch(live.id).catch(() => undefined); // Only retention counts from it; a disk that refuses is told elsewhere.
  world.emit({
    type: "session-opened",
    session: live.id,
    title: opening.title,
    parentId: live.header.parentId,
    reason: opening.reason,
    messages: live.messages,
    model: route.model,
    past: recordedPast(opening),
  });
  fallbacks.release();
  if (route.note !== undefined) world.emit({ type: "model-changed", model: route.model, routeNote: route.note });
  tellMeasure(world, desk);
  tellNotices(world, desk);
  tellPause(world, desk);
  countExactly(world, desk);
  return desk;
}

/** Told after the session was opened: a view that opens one begins with its rows alone. */
function holdFallbacks(world: AgentWorld): { tell(fallback: EngineFallback): void; release(): void } {
  const held: EngineFallback[] = [];
  const emit = (fallback: EngineFallback) => world.emit({ type: "engine-fallback", ...fallback });
  let tell: (fallback: EngineFallback) => unknown = (fallback) => held.push(fallback);
  return {
    tell: (fallback) => void tell(fallback),
    release() {
      tell = emit;
      held.forEach((fallback) => emit(fallback));
    },
  };
}

/** What the provider last reported still measures the conversation, as long as it is the same model and nothing was taken out since. */
function restoreReport(desk: Desk, { requests, events }: Opening): void {
  const { live, route } = desk;
  const last = requests.findLast(({ purpose }) => purpose === "agent");
  const reply = live.messages.findLastIndex(
    (message) => message.role === "assistant" && message.interrupted === undefined,
  );
  if (last === undefined || reply < 0 || !isSameRoute(last, route)) return;
  if (events.some(({ at, name }) => at >= last.at && (name === EVICTED || name === PUT_BACK))) return;
  desk.gauge.report({ ...sentNow(desk), messages: live.messages.slice(0, reply) }, last.usage);
}

/** Requests recorded before the server was written down are taken for this one's. */
const isSameRoute = (last: RequestRecord, { model }: Route): boolean =>
  routeKey({ ...routeOf(model), ...last }) === routeKey(model);

/** A long conversation is counted once by its real tokens, off this thread; the gauge follows when the count is there. */
function countExactly(world: AgentWorld, desk: Desk): void {
  if (world.countTokens === undefined || desk.live.messages.length === 0) return;
  const sent = sentNow(desk);
  // Without the count the estimate stays, and the first usage corrects it.
  void world
    .countTokens(sent.messages, sent.model.protocol)
    .then((tokens) => {
      desk.gauge.observeCount(sent, tokens);
      tellMeasure(world, desk);
    })
    .catch(() => undefined);
}

function summaryContext(world: AgentWorld, desk: Desk | undefined): SummaryContext {
  if (desk === undefined) throw new Error("a summary was asked for before the session was laid out");
  const warm =
    isCacheWarm(world, desk) && isCleanText(desk.live.header.systemPrompt) && desk.live.messages.every(isClean)
      ? desk.lastRequest?.request
      : undefined;
  return { live: desk.live, main: desk.route, warmPrefix: warm };
}

interface EngineParts {
  readonly route: Route;
  readonly summarize: Summarize;
  onFallback(fallback: EngineFallback): void;
}

async function buildLive(world: AgentWorld, opening: Opening, using: EngineParts): Promise<LiveSession> {
  const { header } = opening.writer;
  const past = await pastOf(world, header);
  const messages = applyEvictions(opening.messages, opening.events);
  const engine = await startEngine(world, using, engineSession(opening, messages, past));
  const box = await world.toolBox(engine);
  engine.updateOverhead?.(fixedTokens(header.systemPrompt, box.tools));
  return new LiveSession({
    writer: opening.writer,
    messages,
    engine,
    box,
    ledger: ledgerOf([...past.messages, ...messages]),
    ...compressionOf(opening.events),
  });
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
      ...(summaryModel !== undefined && { summaryContextLength: summaryModel.windowTokens }),
    },
    using.onFallback,
  );
  engine.onSessionStart?.(session);
  return engine;
}

function engineSession(opening: Opening, messages: readonly Message[], past: Past): EngineSession {
  const durable = newest(opening.events, "engine-state");
  // What a continuation starts with is written there again; when it was spoken, the session before it tells.
  const spokenAt = new Map([...opening.spokenAt, ...past.spokenAt]);
  // Where a result was evicted the session's own words come first: an engine that keeps originals takes those it sees first.
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

interface Past {
  readonly messages: readonly Message[];
  readonly spokenAt: ReadonlyMap<MessageId, number>;
}

/** What was said in the sessions this one continues, in their own words, oldest first. */
async function pastOf(world: AgentWorld, header: SessionHeader): Promise<Past> {
  const past: Past[] = [];
  for (let at = header; at.relation === "continuation" && at.parentId !== null; ) {
    const parent: Session | undefined = await world.sessions.read(at.parentId).catch(() => undefined); // Deleted: the summary has to do.
    if (parent === undefined) break;
    // What a continuation starts with was made by the compression before it; anything else starts with its own words.
    const own = parent.header.relation === "continuation" ? parent.messages.slice(parent.seedCount) : parent.messages;
    past.unshift({ messages: own, spokenAt: timesOf(parent) });
    at = parent.header;
  }
  // Of two times the older session's is the one at which it was said.
  return {
    messages: past.flatMap(({ messages }) => messages),
    spokenAt: new Map(past.toReversed().flatMap(({ spokenAt }) => [...spokenAt])),
  };
}

const timesOf = ({ messages, writtenAt }: Session): ReadonlyMap<MessageId, number> =>
  new Map(
    messages.flatMap(({ id }, index) => (writtenAt[index] === undefined ? [] : [[id, writtenAt[index]] as const])),
  );

const recordedPast = ({ requests, events }: Opening): SessionPast => ({
  requests,
  compressions: events.filter(({ name }) => name === "compression").map(({ data }) => data),
});

const newest = (events: readonly EventRecord[], name: string): JsonValue | undefined =>
  events.findLast((event) => event.name === name)?.data;

/** What the continuation's first event tells: how many compressions lie behind, and which messages were there before the last. */
function compressionOf(events: readonly EventRecord[]): { readonly compressions: number; readonly sealedFrom: number } {
  const data = newest(events, "compression") ?? newest(events, CARRIED);
  if (typeof data !== "object" || data === null || !("compressions" in data)) return { compressions: 0, sealedFrom: 0 };
  const { compressions, afterMessages } = data;
  return {
    compressions: typeof compressions === "number" ? compressions : 0,
    sealedFrom: typeof afterMessages === "number" ? afterMessages : 0,
  };
}

/** A prefix that redaction would change must not be sent to be summarized as it is. */
function isClean(message: Message): boolean {
  const known = cleanMessages.get(message);
  if (known !== undefined) return known;
  const clean = isCleanText([messageText(message), ...besideText(message)].join("\n"));
  cleanMessages.set(message, clean);
  return clean;
}

/** What a request carries of a message that is not its text. */
function besideText(message: Message): readonly string[] {
  if (message.role === "user") return message.attachment === undefined ? [] : [message.attachment];
  return message.role === "assistant"
    ? message.parts.flatMap((part) => (part.type === "tool-call" ? [part.inputJson] : []))
    : [];
}

const isCleanText = (text: string): boolean => redactSecrets(text) === text;

const cleanMessages = new WeakMap<Message, boolean>();
