import { exchangeStarts } from "../../conversation/exchanges";
import type { Message } from "../../conversation/message";
import { hasVisibleText, newestRequestIndex } from "../../conversation/newest-request";
import type { Sizes } from "../../tokens/sizes";
import type { Budgets } from "../policy";
import { PROTECT_FIRST_N, TAIL_SLACK } from "../policy";

/** `[0, headEnd)` stays, `[headEnd, tailStart)` is folded, the rest stays. Equal ends: there is no middle. */
export interface Boundaries {
  readonly headEnd: number;
  readonly tailStart: number;
}

/** A tail of fewer messages would lose the thread, however large they are. */
const LEAST_TAIL_MESSAGES = 3;

export interface BoundaryLimits {
  readonly budgets: Budgets;
  readonly protectLastN: number;
  /** Fewer than usual where a request must shrink whatever it takes. */
  readonly protectFirstN?: number;
}

export function findBoundaries(messages: readonly Message[], sizes: Sizes, limits: BoundaryLimits): Boundaries {
  const starts = exchangeStarts(messages);
  const headEnd = findHeadEnd(messages, starts, limits.protectFirstN ?? PROTECT_FIRST_N);
  const lowest = Math.max(headEnd, messages.findLastIndex((message) => message.role === "summary") + 1);
  const walk: Walk = { messages, starts, sizes, lowest, tailTokens: limits.budgets.tailTokens };
  const tailStart = keepNewest(walk, cutTail(walk, messageFloor(walk, limits.protectLastN)));
  const noMiddle = tailStart <= lowest && lowest === headEnd;
  if (!noMiddle) return { headEnd, tailStart };
  return { headEnd, tailStart: keepNewest(walk, cutTail(walk, LEAST_TAIL_MESSAGES)) };
}

/** What a walk back from the end needs to know; it stops at `lowest`, the first message that may be kept. */
export interface Walk {
  readonly messages: readonly Message[];
  readonly starts: readonly number[];
  readonly sizes: Sizes;
  readonly lowest: number;
  readonly tailTokens: number;
}

/** The head ends with a whole exchange, and before an earlier summary: a later compression never re-grows it. */
export function findHeadEnd(messages: readonly Message[], starts: readonly number[], protectFirstN: number): number {
  let end = Math.min(protectFirstN, messages.length);
  while (end < messages.length && (starts[end] ?? end) < end) end++;
  const summaryAt = messages.findIndex((message) => message.role === "summary");
  return summaryAt < 0 ? end : Math.min(summaryAt, end);
}

/** Messages that stay whatever the budget says, unless they alone run far over it. */
function messageFloor(walk: Walk, protectLastN: number): number {
  const last = walk.messages.length;
  const floor = Math.min(protectLastN, last - walk.lowest);
  return walk.sizes.between(last - floor, last) > TAIL_SLACK * walk.tailTokens
    ? Math.min(floor, LEAST_TAIL_MESSAGES)
    : floor;
}

function cutTail(walk: Walk, floor: number): number {
  const last = walk.messages.length;
  let start = last;
  while (start > walk.lowest) {
    const opener = walk.starts[start - 1] ?? start - 1;
    const full = walk.sizes.between(opener, last) > walk.tailTokens;
    if (full && last - start >= floor) break;
    start = Math.max(opener, walk.lowest);
  }
  return start;
}

/** The newest request and the newest reply in words stay, unless reaching back to them would fill the tail. */
export function keepNewest(walk: Walk, tailStart: number): number {
  const request = newestRequestIndex(walk.messages);
  const reply = walk.messages.findLastIndex(hasVisibleText);
  return [request, reply].reduce((start, index) => (mayReach(walk, index) ? Math.min(start, index) : start), tailStart);
}

const mayReach = (walk: Walk, index: number): boolean =>
  index >= walk.lowest && walk.sizes.between(index, walk.messages.length) <= TAIL_SLACK * walk.tailTokens;
