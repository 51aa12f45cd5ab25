import type { LargestBlock } from "../core/agent/events";
import type { ProjectedCosts, ProjectedSizes } from "../core/caching/economics";
import type { CompressionPlan } from "../core/context/compressor/plan";
import { labelMessages } from "../core/context/label-messages";
import type { Message } from "../core/conversation/message";
import type { PreviewPicture } from "../protocol";

/** Enough to see what would go; the diff shows all of it. */
const SHOWN_FOLDS = 20;

export interface PreviewInputs {
  readonly focusTopic: string | null;
  readonly thresholdTokens: number;
  /** What the gauge says now; the plan's estimates are told in its tokens. */
  readonly usedTokens: number;
  /** System prompt and tool schemas, part of every request; a plan only counts messages. */
  readonly fixedTokens: number;
  /** Undefined where no price is known. */
  costs(sizes: ProjectedSizes): ProjectedCosts | undefined;
  countTokens(message: Message): number;
}

/** A plan as people see it before anything happens, in sizes of whole requests. */
export function presentPlan(plan: CompressionPlan, inputs: PreviewInputs): PreviewPicture {
  const { focusTopic, thresholdTokens, fixedTokens, usedTokens: beforeTokens } = inputs;
  const scale = beforeTokens / Math.max(1, fixedTokens + plan.beforeTokens);
  const countTokens = (message: Message) => Math.round(inputs.countTokens(message) * scale);
  if (plan.kind === "nothing") {
    return {
      focusTopic,
      thresholdTokens,
      beforeTokens,
      state: "nothing-to-compress",
      reason: plan.reason,
      projectedTokens: beforeTokens,
      draft: null,
      headMessages: plan.messages.length,
      foldedMessages: 0,
      tailMessages: 0,
      prunedResults: 0,
      folds: [],
      hiddenFolds: 0,
      nextTurnCostUsd: null,
      cacheRewriteUsd: null,
      summaryCostUsd: null,
    };
  }
  const labelOf = labelMessages(plan.folded);
  const blocks = plan.folded
    .map((message): LargestBlock => ({ messageId: message.id, label: labelOf(message), tokens: countTokens(message) }))
    .toSorted((a, b) => b.tokens - a.tokens);
  const sum = (messages: readonly Message[]) => messages.reduce((total, message) => total + countTokens(message), 0);
  const projectedTokens = Math.round(fixedTokens * scale) + sum(plan.head) + sum(plan.tail) + plan.targetTokens;
  const projected = inputs.costs({
    fixedTokens: Math.round(fixedTokens * scale),
    foldedTokens: sum(plan.folded),
    summaryTokens: plan.targetTokens,
    projectedTokens,
  });
  return {
    focusTopic,
    thresholdTokens,
    beforeTokens,
    state: "planned",
    reason: null,
    projectedTokens,
    draft: null,
    headMessages: plan.head.length,
    foldedMessages: plan.folded.length,
    tailMessages: plan.tail.length,
    prunedResults: plan.prunedResults,
    folds: blocks.slice(0, SHOWN_FOLDS),
    hiddenFolds: Math.max(0, blocks.length - SHOWN_FOLDS),
    nextTurnCostUsd: projected?.nextTurnUsd ?? null,
    cacheRewriteUsd: projected?.cacheRewriteUsd ?? null,
    summaryCostUsd: projected?.summaryUsd ?? null,
  };
}
