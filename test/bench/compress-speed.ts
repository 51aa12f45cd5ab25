import { createCompressor } from "../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../src/core/context/engine";
import type { CallId, MessageId } from "../../src/core/conversation/ids";
import { callId, messageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { addToLedger, emptyLedger } from "../../src/core/ledger/add-to-ledger";
import type { Ledger } from "../../src/core/ledger/ledger";
import { estimateMessagesTokens } from "../../src/core/tokens/estimate";
import type { StretchFigures } from "./stretches";
import { StretchWatch } from "./stretches";

/**
 * The cost of a compression without the model: CPU milliseconds of one `compress()` with the adaptive policy in a
 * window of 60K and a summarizer that answers at once. Inside the span: reading messages that were not read before,
 * the plan, pruning, facts and names, redaction, the prompt of the summarizer, checking and completing what it wrote,
 * and the new conversation. Outside of it: the model, live files, the journal, and reading on arrival, which has lines
 * of its own. CPU time is that of all threads of the process: compiling and collecting garbage count wherever they run.
 * The best of several runs counts, because a busy machine makes a run longer, never shorter; stretches are measured in
 * runs of their own, because looking at the clock hundreds of times is no part of a compression. What counts of them is
 * for how long they block the thread. Garbage is collected before the messages of a run are made: right before the
 * compression, the threads that sweep up after the collection would be counted with it.
 *
 * Messages that were read on arrival are compressed in series, several conversations with texts of their own after one
 * collection. A forced collection of all garbage also throws away compiled code that handled objects of which none is
 * left, and a bench leaves none: the first compression of a series compiles that code again. A session keeps its
 * objects, so the others count, and the first is reported beside them.
 */
export interface CompressFigures {
  readonly runs: readonly CompressRun[];
  readonly coldEstimateMs: number;
  readonly warmEstimateMs: number;
  /** A warm estimate only reads the cache. */
  readonly coldOverWarm: number;
}

interface CompressRun {
  readonly messages: number;
  /** The first time that any of these texts is read. */
  readonly firstMs: number;
  /** Copies of texts that were read before: a resumed session. */
  readonly resumedMs: number;
  /** As in a session: messages with new texts, which were read when they arrived. */
  readonly arrivedMs: number;
  /** The same as the first compression after a forced collection of garbage. */
  readonly collectedMs: number;
  /** What reading one of those messages took, on average and at most. */
  readonly arrival: StretchFigures;
  /** What lies between two moments at which others get their turn, while texts are read for the first time. */
  readonly stretch: StretchFigures;
}

const SIZES = [100, 1_000, 10_000] as const;
/** Small sizes are repeated more often, because code that is still being compiled would outweigh them. */
const REPEATS: Readonly<Record<number, number>> = { 100: 30, 1000: 8, 10000: 3 };
/** Conversations that are compressed one after the other; the first of a long one compiles what it needs by itself. */
const SERIES: Readonly<Record<number, number>> = { 100: 10, 1000: 3, 10000: 1 };
const MESSAGES_PER_REQUEST = 4;
/** A single warm estimate is below the resolution of the clock. */
const WARM_RUNS = 200;
const signal = new AbortController().signal;

/** The sizes and kinds of recorded messages, in their order, for as many messages as are wanted. */
export async function measureCompression(sessions: readonly (readonly Message[])[]): Promise<CompressFigures> {
  const runs: CompressRun[] = [];
  for (const messages of SIZES) runs.push(await measureSize(sessions, messages));
  const fresh = mixOf(sessions, SIZES[2]);
  const coldEstimateMs = cpuMs(() => estimateMessagesTokens(fresh));
  const warmEstimateMs =
    cpuMs(() => {
      for (let run = 0; run < WARM_RUNS; run++) estimateMessagesTokens(fresh);
    }) / WARM_RUNS;
  return { runs, coldEstimateMs, warmEstimateMs, coldOverWarm: coldEstimateMs / warmEstimateMs };
}

async function measureSize(sessions: readonly (readonly Message[])[], messages: number): Promise<CompressRun> {
  const first: number[] = [];
  const stretches: StretchFigures[] = [];
  const resumed: number[] = [];
  const arrived: number[] = [];
  const collected: number[] = [];
  const arrivals: StretchFigures[] = [];
  // A mark in every text makes it one that was never read, and changes nothing else.
  const unread = () => mixOf(sessions, messages, `unread ${messages} ${++marks}`);
  for (let repeat = 0; repeat < (REPEATS[messages] ?? 1); repeat++) {
    first.push(await compressOnce(unread));
    stretches.push(await stretchesOf(unread));
    resumed.push(await compressOnce(() => mixOf(sessions, messages)));
    const series = await receiveAndCompress(Array.from({ length: SERIES[messages] ?? 1 }, () => unread));
    const [afterCollection = Number.NaN, ...others] = series.compressMs;
    collected.push(afterCollection);
    arrived.push(...(others.length === 0 ? [afterCollection] : others));
    arrivals.push(...series.arrivals);
  }
  return {
    messages,
    firstMs: Math.min(...first),
    resumedMs: Math.min(...resumed),
    arrivedMs: Math.min(...arrived),
    collectedMs: Math.min(...collected),
    arrival: leastOf(arrivals),
    stretch: leastOf(stretches),
  };
}

/** The best of each figure: a busy machine makes a stretch longer, never shorter. */
const leastOf = (figures: readonly StretchFigures[]): StretchFigures => ({
  meanMs: Math.min(...figures.map(({ meanMs }) => meanMs)),
  longestMs: Math.min(...figures.map(({ longestMs }) => longestMs)),
  longestPauseMs: Math.min(...figures.map(({ longestPauseMs }) => longestPauseMs)),
});

let marks = 0;

/** CPU milliseconds of one compression of messages that nobody has read on arrival. */
async function compressOnce(makeConversation: () => readonly Message[]): Promise<number> {
  globalThis.gc?.();
  const conversation = makeConversation();
  const engine = engineWith(async () => undefined);
  const before = process.cpuUsage();
  await engine.compress(conversation, { trigger: "manual", signal });
  return cpuSince(before);
}

/** CPU milliseconds of compressing conversations that were read on arrival, and of reading them. */
async function receiveAndCompress(
  makeConversations: readonly (() => readonly Message[])[],
): Promise<{ readonly compressMs: readonly number[]; readonly arrivals: readonly StretchFigures[] }> {
  globalThis.gc?.();
  const received = makeConversations.map((makeConversation) => {
    const conversation = makeConversation();
    const engine = engineWith(async () => undefined);
    return { conversation, engine, ...receiveAll(engine, conversation) };
  });
  const compressMs: number[] = [];
  for (const { conversation, engine, ledger } of received) {
    const before = process.cpuUsage();
    await engine.compress(conversation, { trigger: "manual", signal, ledger });
    compressMs.push(cpuSince(before));
  }
  return { compressMs, arrivals: await Promise.all(received.map(({ watch }) => watch.figures())) };
}

/** The stretches of a compression between the moments at which it lets others take their turn. */
async function stretchesOf(makeConversation: () => readonly Message[]): Promise<StretchFigures> {
  globalThis.gc?.();
  const conversation = makeConversation();
  const watch = new StretchWatch();
  const yieldToHost = async () => {
    watch.end();
    watch.begin();
  };
  const engine = engineWith(yieldToHost);
  watch.begin();
  await engine.compress(conversation, { trigger: "manual", signal });
  watch.end();
  return watch.figures();
}

const engineWith = (yieldToHost: () => Promise<void>): ContextEngine =>
  createCompressor({
    contextLength: 60_000,
    trigger: "adaptive",
    summarize: async () => "## Goal\nKnown.",
    yieldToHost,
  });

/** As the agent does: each message enters the ledger, and the engine hears of every response. */
function receiveAll(
  engine: ContextEngine,
  conversation: readonly Message[],
): { readonly ledger: Ledger; readonly watch: StretchWatch } {
  const usage = { input: 1_000, output: 100, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const watch = new StretchWatch();
  let ledger = emptyLedger;
  for (const [index, message] of conversation.entries()) {
    watch.begin();
    ledger = addToLedger(ledger, message);
    if (index % MESSAGES_PER_REQUEST === 0) engine.updateFromResponse(usage, conversation.slice(0, index + 1));
    watch.end();
  }
  return { ledger, watch };
}

let copies = 0;

/** Whole sessions one after the other, as fresh objects with ids of their own. */
function mixOf(sessions: readonly (readonly Message[])[], count: number, mark?: string): readonly Message[] {
  const copy = ++copies;
  const mixed: Message[] = [];
  for (let round = 0; mixed.length < count; round++) {
    const session = sessions[round % sessions.length] ?? [];
    if (session.length === 0) break;
    for (const message of session.slice(0, count - mixed.length))
      mixed.push(renamed(structuredClone(message), `${copy}.${round}`, mark));
  }
  return mixed;
}

function renamed(message: Message, tag: string, mark: string | undefined): Message {
  const id: MessageId = messageId(`${message.id}.${tag}`);
  const marked = (text: string) => (mark === undefined ? text : `${text}\n${mark}`);
  const call = (own: CallId) => callId(`${own}.${tag}`);
  if (message.role === "assistant")
    return {
      ...message,
      id,
      parts: message.parts.map((part) =>
        part.type === "tool-call"
          ? { ...part, callId: call(part.callId) }
          : part.type === "text"
            ? { ...part, text: marked(part.text) }
            : part,
      ),
    };
  if (message.role !== "tool" || message.body.kind !== "full") return { ...message, id };
  const content = message.body.content.map((part) =>
    part.type === "text" ? { ...part, text: marked(part.text) } : part,
  );
  return { ...message, id, callId: call(message.callId), body: { kind: "full", content } };
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return cpuSince(before);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1_000;
}
