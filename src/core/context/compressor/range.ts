import type { Reason } from "../../base/reason";
import { because } from "../../base/reason";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { exchangeStarts } from "../../conversation/exchanges";
import type { Message } from "../../conversation/message";
import type { Sizes } from "../../tokens/sizes";
import type { FoldRange } from "../engine";
import { LATER_SUMMARY, NOT_IN_CONTEXT } from "../engine-reasons";
import { PROTECT_FIRST_N } from "../policy";
import type { Boundaries, BoundaryLimits } from "./boundaries";
import { findHeadEnd, keepNewest } from "./boundaries";

export interface RangeLimits extends BoundaryLimits {
  readonly range?: FoldRange;
}

/** The ends of what a person chose to fold, at whole exchanges; or why there is nothing to fold there. */
export function findRange(
  messages: readonly Message[],
  sizes: Sizes,
  { range, budgets, protectFirstN = PROTECT_FIRST_N }: RangeLimits,
): Boundaries | Required<Reason> {
  const starts = exchangeStarts(messages);
  const cut = starts[messages.findIndex(({ id }) => id === range?.messageId)];
  if (cut === undefined) return because(NOT_IN_CONTEXT);
  const summaryAt = messages.findLastIndex(({ role }) => role === "summary");
  if (range?.kind === "from") {
    const lowest = Math.max(cut, summaryAt + 1);
    const walk = { messages, starts, sizes, lowest, tailTokens: budgets.tailTokens };
    const tailStart = keepNewest(walk, Math.max(lowest, starts.at(-1) ?? lowest));
    return orReason({ headEnd: cut, tailStart }, NOTHING_AFTER);
  }
  // Folding less than the earlier summary covers would leave two summaries, or put later work before earlier work.
  if (summaryAt >= cut) return because(LATER_SUMMARY);
  return orReason(
    { headEnd: Math.min(cut, findHeadEnd(messages, starts, protectFirstN)), tailStart: cut },
    NOTHING_BEFORE,
  );
}

const orReason = (boundaries: Boundaries, why: Sentence): Boundaries | Required<Reason> =>
  boundaries.headEnd < boundaries.tailStart ? boundaries : because(why);

const NOTHING_BEFORE = sentence("Only the opening of the conversation is before this message, and it is always kept.");

const NOTHING_AFTER = sentence("Only the newest request and its reply follow here, and they are always kept.");
