import type { LargestBlock } from "../core/agent/events";
import type { CompressionPlan } from "../core/context/compressor/plan";
import type { Message } from "../core/conversation/message";
import type { PreviewPicture } from "../protocol";

/** Enough to see what would go; the diff shows all of it. */
const SHOWN_FOLDS = 20;
const LABEL_CHARS = 80;

export interface PreviewInputs {
  readonly focusTopic: string | null;
  readonly thresholdTokens: number;
  countTokens(message: Message): number;
  textOf(message: Message): string;
}

/** A plan as people see it before anything happens. Costs are null: prices are the agent's business. */
export function presentPlan(plan: CompressionPlan, { focusTopic, thresholdTokens, countTokens, textOf }: PreviewInputs): PreviewPicture {
  const costs = { nextTurnCostUsd: null, cacheRewriteUsd: null, summaryCostUsd: null, draft: null };
  const { beforeTokens } = plan;
  if (plan.kind === "nothing") {
    return {
      ...costs, focusTopic, thresholdTokens, beforeTokens, state: "nothing-to-compress", reason: plan.reason, projectedTokens: beforeTokens,
      headMessages: plan.messages.length, foldedMessages: 0, tailMessages: 0, prunedResults: 0, folds: [], hiddenFolds: 0,
    };
  }
  const blocks = plan.folded.map((message): LargestBlock => ({ messageId: message.id, label: labelOf(message, textOf(message)), tokens: countTokens(message) })).toSorted((a, b) => b.tokens - a.tokens);
  const kept = [...plan.head, ...plan.tail].reduce((sum, message) => sum + countTokens(message), 0);
  return {
    ...costs, focusTopic, thresholdTokens, beforeTokens, state: "planned", reason: null, projectedTokens: kept + plan.targetTokens,
    headMessages: plan.head.length, foldedMessages: plan.folded.length, tailMessages: plan.tail.length, prunedResults: plan.prunedResults,
    folds: blocks.slice(0, SHOWN_FOLDS), hiddenFolds: Math.max(0, blocks.length - SHOWN_FOLDS),
  };
}

function labelOf(message: Message, text: string): string {
  const who = message.role === "tool" ? message.toolName : message.role;
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line === "" ? who : `${who}: ${line.slice(0, LABEL_CHARS)}`;
}
