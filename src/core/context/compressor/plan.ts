import { fnv1a } from "../../base/hash";
import type { Reason } from "../../base/reason";
import { because } from "../../base/reason";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { exchangeStarts } from "../../conversation/exchanges";
import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { LiveFile, Message, SummaryMessage } from "../../conversation/message";
import { newestRequestIndex, newestRequestText } from "../../conversation/newest-request";
import { stripSummaryMarkers } from "../../conversation/render";
import { repairMessages } from "../../conversation/repair";
import { sealSummary } from "../../redact/redacted-message";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { CountTokens, Sizes } from "../../tokens/sizes";
import { measureSizes, sumTokens } from "../../tokens/sizes";
import type { CompressOptions } from "../engine";
import type { Budgets, CompressionPolicy } from "../policy";
import { budgetsFor, completePolicy, DEFAULT_CONTEXT_TOKENS, summaryTargetTokens } from "../policy";
import type { Fold } from "../summary/fold";
import { freshenTail, withoutImages } from "../summary/kept-messages";
import type { Boundaries } from "./boundaries";
import { findBoundaries } from "./boundaries";
import { prunableResults, pruneRange } from "./pruning/prune";
import { shrinkTail } from "./pruning/shrink-tail";
import type { RangeLimits } from "./range";
import { findRange } from "./range";

/** What a compression would do, as a value: preview, diff and deed all use this one. */
export type CompressionPlan = FoldPlan | NothingPlan;

interface NothingPlan extends Required<Reason> {
  readonly kind: "nothing";
  readonly messages: readonly Message[];
  readonly beforeTokens: number;
}

export interface FoldPlan extends Fold {
  readonly kind: "fold";
  /** The conversation as it was; `legal` is the very same list where it had no orphans. */
  readonly messages: readonly Message[];
  /** Places in `legal`. */
  readonly headEnd: number;
  readonly tailStart: number;
  readonly summaryId: MessageId;
  readonly covers: readonly MessageId[];
  readonly beforeTokens: number;
  readonly prunedResults: number;
  /** The same results by their ids. */
  readonly prunedIds: readonly MessageId[];
  /** Exchanges of the middle that stay because they are being read again; the first messages of `tail`. */
  readonly kept: readonly Message[];
  /** Current text of files in work, for the summary message. */
  readonly files?: readonly LiveFile[];
}

/** A window may be stated beside the policy; without one it follows from the absolute threshold. */
export type PlanPolicy = Partial<CompressionPolicy> & { readonly contextLength?: number };

/** What a result is measured by. */
export interface SizeInputs {
  readonly asked: Omit<CompressOptions, "signal">;
  /** Size of the next request without a compression. */
  readonly currentTokens: number;
  /** The part of it no compression touches: system prompt and tools. */
  readonly overheadTokens: number;
  readonly thresholdTokens: number;
  readonly budgets: Budgets;
  readonly countTokens: CountTokens;
}

export interface PlanInputs extends SizeInputs {
  readonly messages: readonly Message[];
  readonly protectLastN: number;
}

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

/**
 * A request that does not fit must shrink until it does: where the usual ends leave nothing to fold, or too much around
 * it, shorter tails are tried, and at last an opening of the first message alone. The first that fits is taken, else
 * the smallest, with what is too large in its tail reduced.
 */
export function planFor(inputs: PlanInputs): CompressionPlan {
  const attempts = tryEnds(inputs);
  for (;;) {
    const { done, value } = attempts.next();
    if (done) return value;
  }
}

/** The same, with a pause between attempts: each takes a while where a conversation is very long. */
export async function planInTurns(inputs: PlanInputs, pause: () => Promise<void>): Promise<CompressionPlan> {
  const attempts = tryEnds(inputs);
  for (;;) {
    const { done, value } = attempts.next();
    if (done) return value;
    await pause();
  }
}

/** Yields once everything is measured, and after every attempt that did not do. */
function* tryEnds(inputs: PlanInputs): Generator<undefined, CompressionPlan> {
  const { messages, budgets, protectLastN, countTokens } = inputs;
  measureSizes(repairMessages(messages), countTokens);
  yield;
  const { range } = inputs.asked;
  const keepVerbatim = new Set(inputs.asked.keepVerbatim);
  const limits = { budgets, protectLastN, keepVerbatim, ...headOf(budgets), ...(range !== undefined && { range }) };
  const usual = planWithin(messages, limits, countTokens);
  if (range !== undefined || fitsWindow(inputs)) return usual;
  let best: CompressionPlan = usual;
  for (const { tailShare, ...ends } of TIGHTER_ENDS) {
    if (best.kind === "fold" && isFitting(inputs, best)) return best;
    yield;
    const tighter = planWithin(
      messages,
      { ...ends, protectLastN: 1, budgets: { ...budgets, tailTokens: Math.floor(budgets.tailTokens * tailShare) } },
      countTokens,
    );
    if (tighter.kind === "fold" && (best.kind !== "fold" || roomTaken(inputs, tighter) < roomTaken(inputs, best)))
      best = tighter;
  }
  return best.kind === "fold" ? withFittingTail(inputs, best) : best;
}

/** Whether the request fits once the plan is carried out. */
export const isFitting = (inputs: PlanInputs, plan: FoldPlan): boolean =>
  projectFold(inputs, plan, roomTaken(inputs, plan)) <= inputs.budgets.contextTokens;

/** Live files take what remains, so the tail may have all of the room beside opening and summary. */
function withFittingTail(inputs: PlanInputs, plan: FoldPlan): FoldPlan {
  const { countTokens, currentTokens, overheadTokens, budgets } = inputs;
  const fixed = Math.min(overheadTokens, currentTokens);
  const scale = Math.max(1, currentTokens - fixed) / Math.max(1, plan.beforeTokens);
  const beside = sumTokens(plan.head, countTokens) + plan.targetTokens * SUMMARY_ROOM;
  const tail = shrinkTail(plan.tail, (budgets.contextTokens - fixed) / scale - beside, countTokens);
  return tail === plan.tail ? plan : { ...plan, tail };
}

const headOf = ({ headMessages }: Budgets): { readonly protectFirstN?: number } =>
  headMessages === undefined ? {} : { protectFirstN: headMessages };

const TIGHTER_ENDS = [
  { tailShare: 1 },
  { tailShare: 0.5 },
  { tailShare: 0.25 },
  { tailShare: 1, protectFirstN: 1 },
  { tailShare: 0.25, protectFirstN: 1 },
] as const;
/** Code may add as much to a summary as its target again. */
const SUMMARY_ROOM = 2;

const roomTaken = ({ countTokens, budgets }: PlanInputs, plan: FoldPlan): number =>
  sumTokens(plan.head, countTokens) +
  sumTokens(plan.tail, countTokens) +
  plan.targetTokens * SUMMARY_ROOM +
  (budgets.liveTokens ?? 0);

/**
 * The conversation with the summary in place of what the plan folds; the very same list where it folds nothing or there
 * is no summary.
 */
export function applyFold(plan: CompressionPlan, summary: string | Pick<SummaryMessage, "text">): readonly Message[] {
  const text = stripSummaryMarkers(typeof summary === "string" ? summary : summary.text);
  if (plan.kind === "nothing" || text === "") return plan.messages;
  return repairMessages([...plan.head, sealSummary(summaryMessage(plan, text)), ...freshenTail(plan.tail)]);
}

function planWithin(messages: readonly Message[], limits: FoldLimits, countTokens: CountTokens): CompressionPlan {
  const legal = repairMessages(messages);
  const sizes = measureSizes(legal, countTokens);
  const beforeTokens = legal === messages ? sizes.total : measureSizes(messages, countTokens).total;
  const nothing = (why: Sentence): NothingPlan => ({ kind: "nothing", messages, beforeTokens, ...because(why) });
  const boundaries =
    limits.range === undefined ? findBoundaries(legal, sizes, limits) : findRange(legal, sizes, limits);
  if ("sentence" in boundaries) return nothing(boundaries.sentence);
  const kept = keepExchanges({ legal, sizes, limits }, boundaries);
  const folded = legal.filter((message, at) => isFolded(message, at, boundaries) && !kept.includes(message));
  if (boundaries.headEnd === boundaries.tailStart) return nothing(ALL_PROTECTED);
  if (folded.every((message) => message.role === "summary"))
    return kept.length === 0
      ? nothing(NOTHING_NEW)
      : planWithin(messages, { ...limits, keepVerbatim: new Set() }, countTokens);
  const plan = planFold({ messages, legal, beforeTokens, sizes, limits, kept }, boundaries, folded);
  const shell: SummaryMessage = summaryMessage(plan, "");
  const tailTokens = sumTokens(kept, countTokens) + sizes.between(boundaries.tailStart, legal.length);
  const around = sumTokens(plan.head, countTokens) + tailTokens + countTokens(shell);
  if (around + LEAST_SUMMARY_TOKENS >= Math.min(beforeTokens, sizes.total))
    return nothing(sentence("A summary would not be smaller than the messages it would replace."));
  return plan;
}

/** There is one summary in a conversation: an earlier one is folded even where it stands before the chosen part. */
const isFolded = (message: Message, at: number, { headEnd, tailStart }: Boundaries): boolean =>
  message.role === "summary" || (at >= headEnd && at < tailStart);

const ALL_PROTECTED = sentence(
  "Everything is protected: the conversation consists of its opening and recent messages only.",
);

const NOTHING_NEW = sentence("Nothing was added between the last summary and the recent messages.");

interface FoldLimits extends RangeLimits {
  /** Messages to keep out of the fold, with the exchanges they belong to. */
  readonly keepVerbatim?: ReadonlySet<MessageId>;
}

/**
 * Whole exchanges of the middle that hold a message to keep, newest first, until they take as much as the tail may: a
 * person's settings say how much of a conversation stays verbatim, and this at most doubles it.
 */
function keepExchanges(
  { legal, sizes, limits }: Pick<Source, "legal" | "sizes" | "limits">,
  { headEnd, tailStart }: Boundaries,
): readonly Message[] {
  const { keepVerbatim, budgets } = limits;
  if (keepVerbatim === undefined || keepVerbatim.size === 0) return [];
  const starts = exchangeStarts(legal);
  const wanted = new Set(
    starts.filter((_, at) => at >= headEnd && at < tailStart && keepVerbatim.has(idAt(legal, at))),
  );
  let room = budgets.tailTokens;
  const kept = new Set<number>();
  for (const start of [...wanted].reverse()) {
    const tokens = sizes.between(start, starts.lastIndexOf(start) + 1);
    if (tokens > room) continue;
    room -= tokens;
    kept.add(start);
  }
  return legal.filter((_, at) => at >= headEnd && at < tailStart && kept.has(starts[at] ?? at));
}

const idAt = (messages: readonly Message[], index: number): MessageId => messages[index]?.id ?? messageId("");

/** The message that replaces everything the plan folds. */
const summaryMessage = (plan: FoldPlan, text: string): SummaryMessage => ({
  role: "summary",
  id: plan.summaryId,
  text,
  covers: plan.covers,
  ...(plan.files === undefined ? {} : { files: plan.files }),
  ...(plan.restatedRequest === undefined ? {} : { restatedRequest: plan.restatedRequest }),
});

/** While the request still fits, a failed summary costs nothing; after a refusal for size it plainly does not fit. */
export const fitsWindow = ({ asked, currentTokens, budgets }: SizeInputs): boolean =>
  asked.trigger !== "overflow" && currentTokens < budgets.contextTokens;

/** The next request, in the tokens the last one was measured in. */
export function projectFold(
  { overheadTokens, currentTokens }: SizeInputs,
  plan: FoldPlan,
  afterTokens: number,
): number {
  const fixed = Math.min(overheadTokens, currentTokens);
  return Math.round(fixed + (currentTokens - fixed) * (afterTokens / plan.beforeTokens));
}

interface Source {
  readonly messages: readonly Message[];
  readonly legal: readonly Message[];
  readonly beforeTokens: number;
  readonly sizes: Sizes;
  readonly limits: FoldLimits;
  readonly kept: readonly Message[];
}

function planFold(
  { messages, legal, beforeTokens, sizes, limits, kept }: Source,
  { headEnd, tailStart }: Boundaries,
  folded: readonly Message[],
): FoldPlan {
  const { budgets, range } = limits;
  const foldedIds = new Set(folded.map(({ id }) => id));
  const before = legal.slice(0, headEnd).filter(({ id }) => !foldedIds.has(id));
  const largeHead = sizes.between(0, headEnd) > (budgets.headTokens ?? budgets.tailTokens);
  // What a person chose to keep stays as it is, whatever its size.
  const head = largeHead && range?.kind !== "from" ? pruneHead(legal, headEnd) : before;
  const prunedIds = [
    ...reducedResults(legal.slice(0, headEnd), head),
    ...prunableResults(legal, headEnd, tailStart).flatMap(({ id }) => (foldedIds.has(id) ? [id] : [])),
  ];
  const foldedTokens = sizesOf(folded, legal, sizes);
  const covers = coveredIds(folded);
  const previous = previousSummaryOf(folded);
  const restated = newestRequestIndex(legal) < tailStart ? newestRequestText(legal.slice(0, tailStart)) : undefined;
  return {
    kind: "fold",
    messages,
    legal,
    headEnd,
    tailStart,
    head,
    folded,
    covers,
    kept,
    tail: [...kept, ...legal.slice(tailStart)],
    summaryId: summaryIdFor(covers),
    beforeTokens,
    foldedTokens,
    targetTokens: summaryTargetTokens(foldedTokens, budgets),
    prunedResults: prunedIds.length,
    prunedIds,
    ...(range === undefined ? {} : { range }),
    ...(previous === undefined ? {} : { previousSummary: previous }),
    ...(restated === undefined ? {} : { restatedRequest: restated }),
  };
}

/** The size of some messages of a list, in its order. */
function sizesOf(some: readonly Message[], legal: readonly Message[], sizes: Sizes): number {
  let tokens = 0;
  let next = 0;
  for (let at = 0; at < legal.length && next < some.length; at++) {
    if (legal[at] !== some[next]) continue;
    tokens += sizes.between(at, at + 1);
    next++;
  }
  return tokens;
}

/**
 * Only images and what tools brought are reduced; what people and the model wrote in the opening stays word for word.
 */
function pruneHead(messages: readonly Message[], headEnd: number): readonly Message[] {
  const pruned = pruneRange(messages, 0, headEnd);
  return pruned.messages.slice(0, headEnd).map((message, index) => {
    const original = messages[index];
    if (message.role === "user") return withoutImages(message);
    return original?.role === "assistant" ? original : message;
  });
}

/** Results that the plan shows as one line where the conversation has them in full. */
function reducedResults(written: readonly Message[], planned: readonly Message[]): readonly MessageId[] {
  const asTheyWere = new Set(written);
  return planned.flatMap((message) => (message.role === "tool" && !asTheyWere.has(message) ? [message.id] : []));
}

/** Same messages, same name: a plan must not depend on chance. */
const summaryIdFor = (covers: readonly MessageId[]): MessageId =>
  messageId(`summary-${covers.length}-${fnv1a(covers.join("")).toString(16).padStart(8, "0")}`);

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
