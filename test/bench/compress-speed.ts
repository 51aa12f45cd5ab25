import { createCompressor } from "../../src/core/context/compressor/compressor";
import type { ContextEngine } from "../../src/core/context/engine";
import type { CallId, MessageId } from "../../src/core/conversation/ids";
import { callId, messageId } from "../../src/core/conversation/ids";
import type { Message } from "../../src/core/conversation/message";
import { addToLedger, emptyLedger } from "../../src/core/ledger/add-to-ledger";
import type { Ledger } from "../../src/core/ledger/ledger";
import { estimateMessagesTokens } from "../../src/core/tokens/estimate";

/** The cost of a compression without the model: CPU milliseconds, medians of several runs. */
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
  /** As in a session: messages were read when they arrived. */
  readonly arrivedMs: number;
  /** The longest time the thread is blocked while texts are read for the first time. */
  readonly longestStretchMs: number;
}

const SIZES = [100, 1_000, 10_000] as const;
/** Small sizes are repeated more often, because a single garbage collection would outweigh them. */
const REPEATS: Readonly<Record<number, number>> = { 100: 15, 1000: 5, 10000: 3 };
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
  const first: Timed[] = [];
  const resumed: number[] = [];
  const arrived: number[] = [];
  for (let repeat = 0; repeat < (REPEATS[messages] ?? 1); repeat++) {
    // A mark in every text makes it one that was never read, and changes nothing else.
    first.push(await compressOnce(mixOf(sessions, messages, `unread ${messages} ${++marks}`)));
    resumed.push((await compressOnce(mixOf(sessions, messages))).cpuMs);
    arrived.push((await compressArrived(mixOf(sessions, messages))).cpuMs);
  }
  return {
    messages,
    firstMs: medianOf(first.map(({ cpuMs: ms }) => ms)),
    longestStretchMs: medianOf(first.map(({ longestStretchMs: ms }) => ms)),
    resumedMs: medianOf(resumed),
    arrivedMs: medianOf(arrived),
  };
}

let marks = 0;

interface Timed {
  readonly cpuMs: number;
  readonly longestStretchMs: number;
}

async function compressOnce(
  conversation: readonly Message[],
  prepare?: (engine: ContextEngine) => Ledger,
): Promise<Timed> {
  let since = process.cpuUsage();
  let longestStretchMs = 0;
  const yieldToHost = async () => {
    longestStretchMs = Math.max(longestStretchMs, cpuSince(since));
    since = process.cpuUsage();
  };
  const engine = createCompressor({
    contextLength: 60_000,
    trigger: "adaptive",
    summarize: async () => "## Goal\nKnown.",
    yieldToHost,
  });
  const ledger = prepare?.(engine);
  globalThis.gc?.();
  since = process.cpuUsage();
  const before = process.cpuUsage();
  await engine.compress(conversation, { trigger: "manual", signal, ...(ledger !== undefined && { ledger }) });
  const total = cpuSince(before);
  await yieldToHost();
  return { cpuMs: total, longestStretchMs };
}

const compressArrived = (conversation: readonly Message[]): Promise<Timed> =>
  compressOnce(conversation, (engine) => {
    let ledger = emptyLedger;
    conversation.forEach((message, index) => {
      ledger = addToLedger(ledger, message);
      if (index % MESSAGES_PER_REQUEST !== 0) return;
      const usage = { input: 1_000, output: 100, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
      engine.updateFromResponse(usage, conversation.slice(0, index + 1));
    });
    return ledger;
  });

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

const medianOf = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return cpuSince(before);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1_000;
}
