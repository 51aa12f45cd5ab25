import type { Breakpoint } from "../../src/core/caching/breakpoints";
import { placeBreakpoints } from "../../src/core/caching/breakpoints";
import type { SimulatedRequest } from "../../src/core/caching/simulate";
import { simulateCache } from "../../src/core/caching/simulate";
import type { Message } from "../../src/core/conversation/message";
import { estimateMessageTokens } from "../../src/core/tokens/estimate";
import type { Artifacts } from "./artifacts";
import { measureArtifacts } from "./artifacts";
import { measurePrecision } from "./precision";
import type { Recording } from "./recordings";
import type { Sent, Strategy, SummaryCall } from "./strategy";
import { neededNames, Visibility } from "./visibility";

/** Claude's prices relative to fresh input. */
const PRICES = { input: 1, output: 5, cacheRead: 0.1, cacheWrite5m: 1.25, cacheWrite1h: 2 } as const;
const CACHE = { kind: "breakpoints", minimumTokens: 1_024 } as const;
const PER_MILLION = 1_000_000;

/** The result of one strategy for one session in one window. */
export interface Replay {
  readonly session: string;
  readonly calls: number;
  /** In tokens of fresh input, without the agent's own output, which is the same for every strategy. */
  readonly cost: number;
  readonly summaryCost: number;
  readonly promptTokens: number;
  readonly readTokens: number;
  readonly peakTokens: number;
  readonly overflows: number;
  readonly compressions: number;
  readonly needed: number;
  readonly shown: number;
  readonly missCalls: number;
  readonly searched: number;
  readonly found: number;
  readonly artifacts: Artifacts;
  readonly named: number;
  readonly invented: number;
  readonly cpuMs: number;
}

/** Shared by all strategies on one session, so it is computed once. */
export interface Ground {
  readonly recording: Recording;
  readonly needed: ReadonlyMap<number, readonly string[]>;
  readonly visibility: Visibility;
}

export const groundOf = (recording: Recording): Ground => ({
  recording,
  needed: neededNames(recording.messages),
  visibility: new Visibility(),
});

type Tally = { -readonly [Key in keyof Omit<Replay, "session" | "artifacts">]: number } & {
  artifacts: { files: number; filesKept: number; outcomes: number; outcomesKept: number };
};

export async function replay(ground: Ground, strategy: Strategy, windowTokens: number): Promise<Replay> {
  const { recording } = ground;
  const runner = strategy.start(recording, windowTokens);
  const wire = new Wire(recording.overheadTokens);
  const tally: Tally = {
    calls: 0,
    cost: 0,
    summaryCost: 0,
    promptTokens: 0,
    readTokens: 0,
    peakTokens: 0,
    overflows: 0,
    compressions: 0,
    needed: 0,
    shown: 0,
    missCalls: 0,
    searched: 0,
    found: 0,
    named: 0,
    invented: 0,
    cpuMs: 0,
    artifacts: { files: 0, filesKept: 0, outcomes: 0, outcomesKept: 0 },
  };
  let taken = 0;
  for (const [index, message] of recording.messages.entries()) {
    if (message.role !== "assistant") continue;
    const atMs = recording.timesMs[Math.max(0, index - 1)] ?? 0;
    const before = process.cpuUsage();
    const sent = await runner.next(recording.messages.slice(taken, index), atMs);
    const spent = process.cpuUsage(before);
    tally.cpuMs += (spent.user + spent.system) / 1_000;
    taken = index + 1;
    const promptTokens = wire.send(sent, atMs);
    tally.calls++;
    tally.promptTokens += promptTokens;
    tally.peakTokens = Math.max(tally.peakTokens, promptTokens);
    tally.overflows += Math.max(sent.refused, strategy.group !== "reference" && promptTokens > windowTokens ? 1 : 0);
    tally.compressions += sent.summaries.length;
    await judgeCall(ground, index, { sent, finds: runner.finds?.bind(runner) }, tally);
    runner.answered(message);
  }
  const billed = wire.bill();
  return {
    ...tally,
    session: recording.name,
    cost: billed.cost,
    summaryCost: billed.summaryCost,
    readTokens: billed.readTokens,
  };
}

interface JudgedCall {
  readonly sent: Sent;
  readonly finds: ((name: string) => Promise<boolean>) | undefined;
}

async function judgeCall(ground: Ground, index: number, { sent, finds }: JudgedCall, tally: Tally): Promise<void> {
  const needed = ground.needed.get(index) ?? [];
  const missing = needed.filter((name) => !ground.visibility.shows(sent.messages, name));
  tally.needed += needed.length;
  tally.shown += needed.length - missing.length;
  if (missing.length > 0) tally.missCalls++;
  if (finds !== undefined) {
    for (const name of missing) {
      tally.searched++;
      if (await finds(name)) tally.found++;
    }
  }
  const summary = sent.summaries.at(-1);
  if (summary === undefined) return;
  const history = ground.recording.messages.slice(0, index);
  const kept = measureArtifacts(history, sent.messages, ground.visibility);
  for (const key of ["files", "filesKept", "outcomes", "outcomesKept"] as const) tally.artifacts[key] += kept[key];
  const precision = measurePrecision(history, summary, ground.visibility);
  tally.named += precision.named;
  tally.invented += precision.invented;
}

/** Converts what was sent into requests as the cache sees them. */
class Wire {
  private readonly overheadTokens: number;
  private readonly requests: (SimulatedRequest & { readonly purpose: "agent" | "summary" })[] = [];
  private marks: readonly Breakpoint[] = [];
  private last: SimulatedRequest | undefined;

  constructor(overheadTokens: number) {
    this.overheadTokens = overheadTokens;
  }

  send(sent: Sent, atMs: number): number {
    for (const call of sent.summaryCalls)
      this.requests.push({ ...this.summaryRequest(call, atMs), purpose: "summary" });
    const request = this.agentRequest(sent.messages, atMs);
    this.requests.push({ ...request, purpose: "agent" });
    this.last = request;
    return request.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  }

  bill(): { readonly cost: number; readonly summaryCost: number; readonly readTokens: number } {
    const report = simulateCache(this.requests, { minimumTokens: CACHE.minimumTokens, prices: PRICES });
    const costs = report.requests.map(({ costUsd }) => (costUsd ?? 0) * PER_MILLION);
    const sum = (purpose: "agent" | "summary", of: readonly number[]) =>
      of.reduce((total, value, index) => (this.requests[index]?.purpose === purpose ? total + value : total), 0);
    return {
      cost: sum("agent", costs) + sum("summary", costs),
      summaryCost: sum("summary", costs),
      readTokens: sum(
        "agent",
        report.requests.map(({ read }) => read),
      ),
    };
  }

  private agentRequest(messages: readonly Message[], atMs: number): SimulatedRequest {
    const marks = placeBreakpoints(messages, CACHE, this.marks);
    this.marks = marks;
    const places = new Map(messages.map(({ id }, index) => [id, index + 1]));
    return {
      atMs,
      blocks: [
        { hash: "system", tokens: this.overheadTokens },
        ...messages.map((message) => ({ hash: contentKey(message), tokens: estimateMessageTokens(message) })),
      ],
      marks: [...new Set(marks.map((mark) => (mark.after === "system" ? 0 : (places.get(mark.messageId) ?? 0))))].map(
        (block) => ({ block, ttl: "5m" as const }),
      ),
    };
  }

  private summaryRequest(call: SummaryCall, atMs: number): SimulatedRequest {
    const own = { hash: `summary task ${this.requests.length}`, tokens: call.promptTokens };
    if (call.kind === "prefix" && this.last !== undefined)
      return { ...this.last, atMs, blocks: [...this.last.blocks, own], outputTokens: call.outputTokens };
    return { atMs, scope: "summary", blocks: [own], marks: [], outputTokens: call.outputTokens };
  }
}

/** A number per distinct text: equal exactly if the content is equal. */
const keys = new Map<string, string>();
const keyByMessage = new WeakMap<Message, string>();

function contentKey(message: Message): string {
  const known = keyByMessage.get(message);
  if (known !== undefined) return known;
  const { id: _notSent, ...content } = message;
  const text = JSON.stringify(content);
  const key = keys.get(text) ?? String(keys.size);
  keys.set(text, key);
  keyByMessage.set(message, key);
  return key;
}
