import { createCompressor } from "../../src/core/context/compressor/compressor";
import { estimateMessagesTokens } from "../../src/core/tokens/estimate";
import { longTalk } from "../support/long-conversation";

/** What a compression costs beside the model: CPU milliseconds, medians of several runs on fresh messages. */
export interface CompressFigures {
  readonly runs: readonly { readonly messages: number; readonly compressMs: number }[];
  /** Ten times the messages must not cost more than 13 times the time. */
  readonly growthPerTenfold: readonly number[];
  /** The longest the thread is kept from others while the largest is compressed. */
  readonly longestStretchMs: number;
  readonly coldEstimateMs: number;
  readonly warmEstimateMs: number;
  /** A warm estimate only looks up. */
  readonly coldOverWarm: number;
}

const SIZES = [100, 1_000, 10_000] as const;
const MESSAGES_PER_TURN = 4;
/** Small sizes are repeated more often: a single collection of garbage would outweigh them. */
const REPEATS: Readonly<Record<number, number>> = { 100: 21, 1_000: 9, 10_000: 3 };
const OTHER_REPEATS = 5;
/** One warm estimate is below what the clock can tell. */
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
  const breathe = async () => {
    longest = Math.max(longest, cpuSince(since));
    since = process.cpuUsage();
  };
  const engine = createCompressor({ contextLength: 60_000, summarize: async () => "## Goal\nKnown.", breathe });
  await engine.compress(conversation, { trigger: "manual", signal: new AbortController().signal });
  await breathe();
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

export async function printCompression(): Promise<void> {
  const figures = await measureCompression();
  for (const { messages, compressMs } of figures.runs)
    console.log(`compress ${String(messages).padStart(6)} messages  ${compressMs.toFixed(1).padStart(8)} ms`);
  console.log(`longest stretch            ${figures.longestStretchMs.toFixed(1)} ms`);
  console.log(`growth per tenfold         ${figures.growthPerTenfold.map((growth) => growth.toFixed(1)).join(", ")}`);
  console.log(
    `estimate cold, warm        ${figures.coldEstimateMs.toFixed(2)} ms, ${figures.warmEstimateMs.toFixed(3)} ms (1/${Math.round(figures.coldOverWarm)})`,
  );
}
