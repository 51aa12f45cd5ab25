import type { ChosenCompression } from "../../core/agent/compression/order";
import type { SessionPlan } from "../../core/agent/compression/plan";
import type { Reason } from "../../core/base/reason";
import { sentenceFor } from "../../core/base/reason";
import type { Message } from "../../core/conversation/message";
import { labelMessages } from "../../core/conversation/text/label-messages";
import { redacting } from "../../core/redact/redacted-message";
import type { PreviewPicture } from "../../protocol/compression";
import type { Say } from "../words/say";

/** The largest messages to be folded; the diff shows all of them. */
const SHOWN_FOLDS = 20;

/** The plan of the session's engine as the user sees it before anything happens. */
export function presentPlan(planned: SessionPlan | Reason, choice: PlanChoice, say: Say): PreviewPicture {
  const chosen = { focusTopic: choice.asked.focusTopic ?? null, range: presentRange(choice, say) };
  if (!("plan" in planned)) return { ...NOTHING, ...chosen, state: "unplanned", reason: say(sentenceFor(planned)) };
  const { plan, beforeTokens, projectedTokens, thresholdTokens, folds, costs } = planned;
  const sizes = { ...chosen, beforeTokens, projectedTokens, thresholdTokens };
  if (plan.kind === "nothing")
    return { ...NOTHING, ...sizes, state: "nothing-to-compress", reason: say(sentenceFor(plan)) };
  return {
    ...sizes,
    state: "planned",
    reason: null,
    draft: null,
    claims: [],
    headMessages: plan.headIds.length,
    foldedMessages: plan.foldedIds.length,
    tailMessages: plan.tailIds.length,
    prunedResults: plan.prunedIds.length,
    folds: folds.slice(0, SHOWN_FOLDS).map((fold) => ({ ...fold, label: say(fold.label) })),
    hiddenFolds: Math.max(0, folds.length - SHOWN_FOLDS),
    nextTurnCostUsd: costs?.nextTurnUsd ?? null,
    cacheRewriteUsd: costs?.cacheRewriteUsd ?? null,
    summaryCostUsd: costs?.summaryUsd ?? null,
  };
}

/** What the user chose, and the messages it is about. */
export interface PlanChoice {
  readonly asked: ChosenCompression;
  readonly messages: readonly Message[];
}

function presentRange({ asked: { range }, messages }: PlanChoice, say: Say): PreviewPicture["range"] {
  if (range === undefined) return null;
  const message = messages.find(({ id }) => id === range.messageId);
  const label = message === undefined ? "" : say(labelMessages(messages, redacting)(message));
  return { ...range, label };
}

const NOTHING = {
  beforeTokens: 0,
  projectedTokens: 0,
  thresholdTokens: 0,
  draft: null,
  claims: [],
  headMessages: 0,
  foldedMessages: 0,
  tailMessages: 0,
  prunedResults: 0,
  folds: [],
  hiddenFolds: 0,
  nextTurnCostUsd: null,
  cacheRewriteUsd: null,
  summaryCostUsd: null,
} as const;
