import type { Message } from "../../conversation/message";
import { newestRequestIndex, newestRequestText } from "../../conversation/newest-request";
import { repairMessages } from "../../conversation/repair";
import type { CountTokens } from "../../tokens/sizes";
import { sumTokens } from "../../tokens/sizes";
import type { CompressionDraft } from "../engine";
import type { FoldPlan } from "./plan";

/** A draft whose plan this engine can read. */
export interface CompressorDraft extends CompressionDraft {
  readonly plan: FoldPlan;
}

/** The same draft with a person's words. */
export const editDraft = (draft: CompressionDraft, text: string): CompressionDraft => ({
  ...draft,
  text,
  author: "person",
});

/**
 * The draft's plan for the conversation as it is now: messages added since join the tail. Undefined where the draft is
 * void: it is not ours, or the head or anything the summary stands for has changed.
 */
export function rebaseDraft(
  draft: CompressionDraft,
  messages: readonly Message[],
  countTokens: CountTokens,
): FoldPlan | undefined {
  if (!isCompressorDraft(draft)) return undefined;
  const { plan } = draft;
  if (plan.messages === messages) return plan;
  const legal = repairMessages(messages);
  const same =
    legal.length >= plan.legal.length &&
    plan.legal.every((message, index) => index >= plan.tailStart || legal[index] === message);
  if (!same) return undefined;
  const { restatedRequest: _ofItsTime, ...unchanged } = plan;
  const restated =
    newestRequestIndex(legal) < plan.tailStart ? newestRequestText(legal.slice(0, plan.tailStart)) : undefined;
  return {
    ...unchanged,
    messages,
    legal,
    tail: [...plan.kept, ...legal.slice(plan.tailStart)],
    beforeTokens: sumTokens(messages, countTokens),
    ...(restated === undefined ? {} : { restatedRequest: restated }),
  };
}

/** No other engine has plans of this kind. */
const isCompressorDraft = (draft: CompressionDraft): draft is CompressorDraft =>
  "kind" in draft.plan && draft.plan.kind === "fold";
