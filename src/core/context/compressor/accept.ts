import type { Message } from "../../conversation/message";
import type { CompressOptions, CompressionReport, LastCompression } from "../engine";
import type { Budgets } from "../policy";
import type { FinishedSummary } from "./finish";
import { applyFold } from "./fold";
import type { FoldPlan } from "./plan";
import type { CountTokens } from "./sizes";
import { sumTokens } from "./sizes";

/** What a result is measured by. */
export interface Yardstick {
  readonly asked: Omit<CompressOptions, "signal">;
  /** Size of the next request without a compression. */
  readonly currentTokens: number;
  /** The part of it no compression touches: system prompt and tools. */
  readonly overheadTokens: number;
  readonly thresholdTokens: number;
  readonly budgets: Budgets;
  readonly countTokens: CountTokens;
}

export interface Candidate {
  readonly outcome: "folded" | "fallback";
  readonly summary: FinishedSummary;
  readonly reason?: string;
}

export interface Accepted {
  readonly messages: readonly Message[];
  readonly last: LastCompression;
}

/** The folded conversation, or the same one with the reason why folding would not have helped. */
export function acceptFold(yardstick: Yardstick, plan: FoldPlan, candidate: Candidate): Accepted {
  const folded = applyFold(plan, candidate.summary.text);
  const afterTokens = sumTokens(folded, yardstick.countTokens);
  const refusal = refusalOf(yardstick, plan, afterTokens);
  if (refusal !== undefined)
    return { messages: plan.messages, last: { outcome: "kept", cause: "not-smaller", reason: refusal } };
  const { asked } = yardstick;
  const report: CompressionReport = {
    trigger: asked.trigger,
    beforeTokens: plan.beforeTokens,
    afterTokens,
    beforeMessages: plan.messages.length,
    afterMessages: folded.length,
    foldedMessages: plan.folded.length,
    prunedResults: plan.prunedResults,
    verification: candidate.summary.verification,
    ...(asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
  };
  return {
    messages: folded,
    last: {
      outcome: candidate.outcome,
      report,
      ...(candidate.reason === undefined ? {} : { reason: candidate.reason }),
    },
  };
}

/** While the request still fits, a failed summary costs nothing; after a refusal for size it plainly does not fit. */
export const fitsWindow = ({ asked, currentTokens, budgets }: Yardstick): boolean =>
  asked.trigger !== "overflow" && currentTokens < budgets.contextTokens;

/** The next request, in the tokens the last one was measured in. */
export function projectFold({ overheadTokens, currentTokens }: Yardstick, plan: FoldPlan, afterTokens: number): number {
  const fixed = Math.min(overheadTokens, currentTokens);
  return Math.round(fixed + (currentTokens - fixed) * (afterTokens / plan.beforeTokens));
}

function refusalOf(yardstick: Yardstick, plan: FoldPlan, afterTokens: number): string | undefined {
  if (afterTokens >= plan.beforeTokens) return "The summary would not have been smaller than what it stands for.";
  const projected = projectFold(yardstick, plan, afterTokens);
  if (yardstick.asked.trigger !== "automatic" || !fitsWindow(yardstick) || projected < yardstick.thresholdTokens)
    return undefined;
  return `The next request would still take about ${projected.toLocaleString("en-US")} tokens, not below the threshold of ${yardstick.thresholdTokens.toLocaleString("en-US")}.`;
}
