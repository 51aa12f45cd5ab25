import { createCompressor } from "../../src/core/context/compressor/compressor";
import { estimateMessagesTokens } from "../../src/core/tokens/estimate";
import { longTalk } from "../support/long-conversation";

/** The cost of a compression without the model: CPU milliseconds, medians of several runs on fresh messages. */
export interface CompressFigures {
  readonly runs: readonly { readonly messages: number; readonly compressMs: number }[];
  /** Ten times the messages must not cost more than 13 times the time. */
  readonly growthPerTenfold: readonly number[];
  /** The longest time the thread is blocked while the largest conversation is compressed. */
  readonly longestStretchMs: number;
  readonly coldEstimateMs: number;
  readonly warmEstimateMs: number;
  /** A warm estimate only reads the cache. */
  readonly coldOverWarm: number;
}

const SIZES = [100, 1_000, 10_000] as const;
const MESSAGES_PER_TURN = 4;
/** Small sizes are repeated more often, because a single garbage collection would outweigh them. */
const REPEATS: Readonly<Record<number, number>> = { 100: 21, 1000: 9, 10000: 3 };
const OTHER_REPEATS = 5;
/** A single warm estimate is below the resolution of the clock. */
const WARM_RUNS = 200;

export async function measureCompression(): Promise<CompressFigures> {
  for (const messages of SIZES) await compressOnce(messages);
  const runs: CompressFigures["runs"][number][] = [];
  for (const messages of SIZES)
    runs.push({ messages, compressMs: await medianOf(() => compressOnce(messages), REPEATS[messages]) });
  const fresh = longTalk(SIZES[2] / MESSAGES_PER_TURN);
  const coldEstimateMs = cpuMs(() => estimateMessagesTokens(fresh));
  const warmEstimateMs = await medianOf(
    async () =>
      cpuMs(() => {
        for (let run = 0; run < WARM_RUNS; run++) estimateMessagesTokens(fresh);
      }) / WARM_RUNS,
  );
  const longestStretchMs = await medianOf(() => longestStretch(SIZES[2]), REPEATS[SIZES[2]]);
  return {
    runs,
    longestStretchMs,
    coldEstimateMs,
    warmEstimateMs,
    coldOverWarm: coldEstimateMs / warmEstimateMs,
    growthPerTenfold: runs.slice(1).map((run, index) => run.compressMs / (runs[index]?.compressMs ?? run.compressMs)),
  };
}

async function compressOnce(messages: number): Promise<number> {
  const conversation = longTalk(messages / MESSAGES_PER_TURN);
  const engine = createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown." });
  const before = process.cpuUsage();
  await engine.compress(conversation, { trigger: "manual", signal: new AbortController().signal });
  return cpuSince(before);
}

async function longestStretch(messages: number): Promise<number> {
  const conversation = longTalk(messages / MESSAGES_PER_TURN);
  let [since, longest] = [process.cpuUsage(), 0];
  const yieldToHost = async () => {
    longest = Math.max(longest, cpuSince(since));
    since = process.cpuUsage();
  };
  const engine = createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown.", yieldToHost });
  await engine.compress(conversation, { trigger: "manual", signal: new AbortController().signal });
  await yieldToHost();
  return longest;
}

async function medianOf(measure: () => Promise<number>, repeats = OTHER_REPEATS): Promise<number> {
  const figures: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    globalThis.gc?.();
    figures.push(await measure());
  }
  return figures.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? 0;
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
