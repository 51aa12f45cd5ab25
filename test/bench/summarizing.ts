import type { Summarize } from "../../src/core/context/engine";
import { SummaryError } from "../../src/core/context/engine";
import { CACHE_TTL_MS } from "../../src/core/models/model";
import { estimateTextTokens } from "../../src/core/tokens/estimate";
import type { Condition, SummaryCall } from "./strategy";
import { writeSummary } from "./summarizers";

/**
 * Share of summary calls that fail (`--failures`); the same calls in every run, because each session counts its own.
 */
let failingShare = 0;
export const failSummaries = (share: number): void => {
  failingShare = share;
};
/** Spreads failures evenly without randomness. */
const GOLDEN = 0.618_033_988_75;

/** Every strategy may write summaries of this size and no larger. */
export const summaryCeiling = (windowTokens: number): number => Math.floor(Math.min(windowTokens * 0.05, 12_000));

/** The summarizer that all strategies share, and a record of what its calls would have cost. */
export class SummaryDesk {
  private readonly where: "prefix" | "separate";
  private readonly condition: Condition;
  private calls: SummaryCall[] = [];
  private asked = 0;
  private lastSentMs = Number.NEGATIVE_INFINITY;
  private nowMs = 0;

  constructor(where: "prefix" | "separate", condition: Condition) {
    this.where = where;
    this.condition = condition;
  }

  readonly summarize: Summarize = async (request) => {
    if ((++this.asked * GOLDEN) % 1 < failingShare)
      throw new SummaryError("the summarizer failed on purpose", "transient");
    const { windowTokens, quality } = this.condition;
    const text = writeSummary(request, quality, summaryCeiling(windowTokens));
    const warm = this.where === "prefix" && request.instruction !== undefined && this.isWarm();
    const prompt = warm ? (request.instruction ?? "") : request.system + request.prompt;
    this.calls.push({
      kind: warm ? "prefix" : "separate",
      promptTokens: estimateTextTokens(prompt),
      outputTokens: estimateTextTokens(text),
    });
    return text;
  };

  /** After the lifetime of a cache entry, a call on the same prefix would pay for all of it again. */
  isWarm(): boolean {
    return this.nowMs - this.lastSentMs < CACHE_TTL_MS[this.condition.ttl];
  }

  at(nowMs: number): void {
    this.nowMs = nowMs;
  }

  sent(): void {
    this.lastSentMs = this.nowMs;
  }

  takeCalls(): readonly SummaryCall[] {
    const calls = this.calls;
    this.calls = [];
    return calls;
  }
}
