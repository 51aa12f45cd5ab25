import type { Message } from "../../conversation/message";
import type { CompressionDraft } from "../engine";
import { newestRequestIndex, newestRequestText } from "../newest";
import type { FoldPlan } from "./plan";
import { repairMessages } from "./sanitize";
import type { CountTokens } from "./sizes";
import { sumTokens } from "./sizes";

/** The same draft with a person's words. */
export const editDraft = (draft: CompressionDraft, text: string): CompressionDraft => ({
  ...draft,
  text,
  author: "person",
});

/**
 * The draft's plan for the conversation as it is now: what came since joins the tail. Undefined where anything the
 * summary stands for, or the head before it, is not what it was: then the draft is void.
 */
export function rebaseDraft(
  { plan }: CompressionDraft,
  messages: readonly Message[],
  countTokens: CountTokens,
): FoldPlan | undefined {
  if (plan.messages === messages) return plan;
  const legal = repairMessages(messages);
  const same =
    legal.length >= plan.legal.length &&
    plan.legal.every((message, index) => index >= plan.tailStart || legal[index] === message);
  if (!same) return undefined;
  const { restatedRequest: _ofItsTime, ...rest } = plan;
  const restated =
    newestRequestIndex(legal) < plan.tailStart ? newestRequestText(legal.slice(0, plan.tailStart)) : undefined;
  return {
    ...rest,
    messages,
    legal,
    tail: legal.slice(plan.tailStart),
    beforeTokens: sumTokens(messages, countTokens),
    ...(restated === undefined ? {} : { restatedRequest: restated }),
  };
}
