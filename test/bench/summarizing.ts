import type { Summarize } from "../../src/core/context/engine";
import { SummaryError } from "../../src/core/context/engine";
import { estimateTextTokens } from "../../src/core/tokens/estimate";
import { extractiveSummary } from "../support/deterministic-summarizer";
import type { SummaryCall } from "./strategy";

/** Lifetime of a cache entry; afterwards, a call on the same prefix would pay for all of it again. */
const WARM_MS = 300_000;

/**
 * Share of summary calls that fail (`--failures`); the same calls in every run, because each session counts its own.
 */
let failingShare = 0;
export const failSummaries = (share: number): void => {
  failingShare = share;
};
/** Spreads failures evenly without randomness. */
const GOLDEN = 0.618_033_988_75;

/** The summarizer that all strategies share, and a record of what its calls would have cost. */
export class SummaryDesk {
  private readonly where: "prefix" | "separate";
  private calls: SummaryCall[] = [];
  private asked = 0;
  private lastSentMs = Number.NEGATIVE_INFINITY;
  private nowMs = 0;

  constructor(where: "prefix" | "separate") {
    this.where = where;
  }

  readonly summarize: Summarize = async (request) => {
    if ((++this.asked * GOLDEN) % 1 < failingShare)
      throw new SummaryError("the summarizer failed on purpose", "transient");
    const text = await extractiveSummary(request);
    const warm = this.where === "prefix" && request.instruction !== undefined && this.nowMs - this.lastSentMs < WARM_MS;
    const prompt = warm ? (request.instruction ?? "") : request.system + request.prompt;
    this.calls.push({
      kind: warm ? "prefix" : "separate",
      promptTokens: estimateTextTokens(prompt),
      outputTokens: estimateTextTokens(text),
    });
    return text;
  };

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
