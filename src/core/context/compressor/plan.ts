import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { Message, SummaryMessage } from "../../conversation/message";
import { estimateMessageTokens } from "../../tokens/estimate";
import { newestRequestIndex, newestRequestText } from "../newest";
import type { CompressionPolicy } from "../policy";
import { DEFAULT_CONTEXT_TOKENS, budgetsFor, completePolicy, summaryTargetTokens } from "../policy";
import type { Boundaries, BoundaryLimits } from "./boundaries";
import { findBoundaries } from "./boundaries";
import { withoutImages } from "./images";
import { pruneRange } from "./prune";
import { repairMessages } from "./sanitize";
import type { CountTokens, Sizes } from "./sizes";
import { measureSizes, sumTokens } from "./sizes";

/** What a compression would do, as a value: preview, diff and deed all use this one. */
export type CompressionPlan = FoldPlan | NothingPlan;

export interface NothingPlan {
  readonly kind: "nothing";
  readonly messages: readonly Message[];
  readonly beforeTokens: number;
  readonly reason: string;
}

export interface FoldPlan {
  readonly kind: "fold";
  /** The conversation as it was. */
  readonly messages: readonly Message[];
  /** The same without orphans and empties, the very same list where it had none; the next two count in it. */
  readonly legal: readonly Message[];
  readonly headEnd: number;
  readonly tailStart: number;
  /** Stays as it was, unless it alone is larger than the tail may be; then its tool output is pruned. */
  readonly head: readonly Message[];
  /** What the summary will stand for, untouched, an earlier summary included. */
  readonly folded: readonly Message[];
  /** The folded messages with old tool output and long arguments reduced: what a summarizer reads. */
  readonly pruned: readonly Message[];
  readonly tail: readonly Message[];
  readonly previousSummary?: string;
  readonly summaryId: MessageId;
  readonly covers: readonly MessageId[];
  readonly restatedRequest?: string;
  readonly beforeTokens: number;
  readonly foldedTokens: number;
  readonly targetTokens: number;
  readonly prunedResults: number;
}

/** A window may be stated beside the policy; without one it follows from the absolute threshold. */
export type PlanPolicy = Partial<CompressionPolicy> & { readonly contextLength?: number };

/** A summary shorter than this says nothing worth a fold. */
const LEAST_SUMMARY_TOKENS = 64;

export function planCompression(
  messages: readonly Message[],
  policy: PlanPolicy = {},
  countTokens: CountTokens = estimateMessageTokens,
): CompressionPlan {
  const complete = completePolicy(policy);
  return planWithin(
    messages,
    { budgets: budgetsFor(complete, windowOf(policy, complete)), protectLastN: complete.protectLastN },
    countTokens,
  );
}

export type PlanLimits = BoundaryLimits;

export function planWithin(
  messages: readonly Message[],
  limits: PlanLimits,
  countTokens: CountTokens,
): CompressionPlan {
  const legal = repairMessages(messages);
  const sizes = measureSizes(legal, countTokens);
  const beforeTokens = legal === messages ? sizes.total : sumTokens(messages, countTokens);
  const boundaries = findBoundaries(legal, sizes, limits);
  const folded = legal.slice(boundaries.headEnd, boundaries.tailStart);
  const nothing = (reason: string): NothingPlan => ({ kind: "nothing", messages, beforeTokens, reason });
  if (folded.length === 0)
    return nothing("Everything is protected: the opening and the recent messages are all there is.");
  if (folded.every((message) => message.role === "summary"))
    return nothing("Nothing was added between the last summary and the recent messages.");
  const plan = planFold({ messages, legal, beforeTokens, sizes, limits }, boundaries, folded);
  const shell: SummaryMessage = summaryMessage(plan, "");
  const kept = sumTokens(plan.head, countTokens) + sumTokens(plan.tail, countTokens) + countTokens(shell);
  if (kept + LEAST_SUMMARY_TOKENS >= Math.min(beforeTokens, sizes.total))
    return nothing("A summary would not be smaller than the messages it stands for.");
  return plan;
}

/** The message that stands for everything the plan folds. */
export const summaryMessage = (plan: FoldPlan, text: string): SummaryMessage => ({
  role: "summary",
  id: plan.summaryId,
  text,
  covers: plan.covers,
  ...(plan.restatedRequest === undefined ? {} : { restatedRequest: plan.restatedRequest }),
});

interface Source {
  readonly messages: readonly Message[];
  readonly legal: readonly Message[];
  readonly beforeTokens: number;
  readonly sizes: Sizes;
  readonly limits: PlanLimits;
}

function planFold(
  { messages, legal, beforeTokens, sizes, limits }: Source,
  { headEnd, tailStart }: Boundaries,
  folded: readonly Message[],
): FoldPlan {
  const { budgets } = limits;
  const middle = pruneRange(legal, headEnd, tailStart);
  const largeHead = sizes.between(0, headEnd) > (budgets.headTokens ?? budgets.tailTokens);
  const head = largeHead ? pruneHead(legal, headEnd) : { messages: legal.slice(0, headEnd), prunedResults: 0 };
  const covers = coveredIds(folded);
  const previous = previousSummaryOf(folded);
  const restated = newestRequestIndex(legal) < tailStart ? newestRequestText(legal.slice(0, tailStart)) : undefined;
  return {
    kind: "fold",
    messages,
    legal,
    headEnd,
    tailStart,
    head: head.messages,
    folded,
    covers,
    pruned: middle.messages.slice(headEnd, tailStart),
    tail: legal.slice(tailStart),
    summaryId: messageId(`summary-${digest(covers)}`),
    beforeTokens,
    foldedTokens: sizes.between(headEnd, tailStart),
    targetTokens: summaryTargetTokens(sizes.between(headEnd, tailStart), budgets),
    prunedResults: middle.prunedResults + head.prunedResults,
    ...(previous === undefined ? {} : { previousSummary: previous }),
    ...(restated === undefined ? {} : { restatedRequest: restated }),
  };
}

/** Only images and what tools brought are reduced; what people and the model wrote in the opening stays word for word. */
function pruneHead(
  messages: readonly Message[],
  headEnd: number,
): { readonly messages: readonly Message[]; readonly prunedResults: number } {
  const pruned = pruneRange(messages, 0, headEnd);
  const head = pruned.messages.slice(0, headEnd).map((message, index) => {
    const original = messages[index];
    if (message.role === "user") return withoutImages(message);
    return original?.role === "assistant" ? original : message;
  });
  return { messages: head, prunedResults: pruned.prunedResults };
}

function coveredIds(folded: readonly Message[]): readonly MessageId[] {
  return [...new Set(folded.flatMap((message) => (message.role === "summary" ? message.covers : [message.id])))];
}

function previousSummaryOf(folded: readonly Message[]): string | undefined {
  const texts = folded.flatMap((message) => (message.role === "summary" ? [message.text] : []));
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function windowOf(policy: PlanPolicy, complete: CompressionPolicy): number {
  if (policy.contextLength !== undefined && policy.contextLength > 0) return policy.contextLength;
  return complete.thresholdTokens === null
    ? DEFAULT_CONTEXT_TOKENS
    : Math.ceil(complete.thresholdTokens / complete.threshold);
}

/** Same messages, same name (FNV-1a): a plan must not depend on chance. */
function digest(ids: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const text of ids)
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `${ids.length}-${hash.toString(16).padStart(8, "0")}`;
}
