import type { Budgets, CompressionPolicy } from "../policy";
import { budgetsFor } from "../policy";

/** What a session pays for, relative to fresh input, and how fast it grows. */
export interface SessionCosts {
  readonly read: number;
  readonly write: number;
  readonly output: number;
  readonly growthTokensPerCall: number;
}

/** Claude's price ratios, and what a step adds to recorded coding sessions; until the session's own are known. */
export const USUAL_COSTS: SessionCosts = { read: 0.1, write: 1.25, output: 5, growthTokensPerCall: 900 };

/**
 * Recent messages word for word. The current text of files in work covers most of what a longer tail would keep, at the
 * size of the files instead of every version of them.
 */
const TAIL: Share = { ofRoom: 0.16, usualTokens: 7_000, ofLargeRoom: 0.055, mostTokens: 50_000 };
/** The current text of files in work: what edits quote. A small window has room for little else that is worth more. */
const LIVE: Share = { ofRoom: 0.46, usualTokens: 18_000, ofLargeRoom: 0.11, mostTokens: 24_000 };
/**
 * Values, errors, open work, and names: what gives later turns something to ask for. In a small window the text of
 * files tells more than the names in it.
 */
const FACTS: Share = { ofRoom: 0.06, usualTokens: 3_000, ofLargeRoom: 0, mostTokens: 3_000 };
/** The first request. What was looked up for it is written to the cache again at every compression, and is old. */
const HEAD_MESSAGES = 1;
/** The opening states the task; files it read are as old as anything by the time of a compression. */
const HEAD_TAIL_SHARE = 0.25;
/**
 * Room for a wrong estimate of what the last step added, and for the reply. The request is measured before it is sent,
 * so no room is needed for the step itself.
 */
const MARGIN_SHARE = 0.08;
const MARGIN_TOKENS = 1_800;
/** Of the room below the trigger at most this much stays filled: a quarter is the least to work with until the next. */
const MOST_LEFT_SHARE = 0.75;
/** Compressing for less room than this share of what stays would have to be done again at once. */
const LEAST_GROWTH_SHARE = 0.5;

/**
 * Budgets by what they cost, in the room that system prompt and tools leave: between two compressions a conversation
 * may grow until the reads of its growth have cost as much as compressing it (`sqrt(2 K g / r)`), so a small window
 * waits until it is nearly full and a large one does not. An absolute threshold still caps the trigger.
 */
export function adaptiveBudgets(
  policy: CompressionPolicy,
  contextTokens: number,
  overheadTokens: number,
  costs: SessionCosts = USUAL_COSTS,
): Budgets {
  const roomTokens = Math.max(1, contextTokens - Math.min(overheadTokens, contextTokens * MOST_OVERHEAD_SHARE));
  const summaryCeilingTokens = Math.min(
    budgetsFor(policy, contextTokens).summaryCeilingTokens,
    Math.floor(roomTokens * SUMMARY_ROOM_SHARE),
    SUMMARY_TOKENS,
  );
  const tailTokens = within(roomTokens, TAIL);
  const factsTokens = within(roomTokens, FACTS);
  const marginTokens = Math.min(Math.max(contextTokens * MARGIN_SHARE, MARGIN_TOKENS), roomTokens / 4);
  const besideFiles = tailTokens + summaryCeilingTokens + factsTokens;
  const liveTokens = Math.floor(
    Math.min(within(roomTokens, LIVE), (roomTokens - marginTokens) * MOST_LEFT_SHARE - besideFiles),
  );
  const afterTokens = contextTokens - roomTokens + besideFiles + liveTokens;
  const highest = contextTokens - marginTokens;
  const growth = Math.max(
    cheapestGrowthTokens(afterTokens, summaryCeilingTokens, costs),
    afterTokens * LEAST_GROWTH_SHARE,
  );
  const wanted = Math.min(afterTokens + growth, highest);
  const thresholdTokens = Math.max(
    1,
    Math.floor(policy.thresholdTokens === null ? wanted : Math.min(wanted, policy.thresholdTokens)),
  );
  return {
    contextTokens,
    thresholdTokens,
    tailTokens,
    summaryCeilingTokens,
    factsTokens,
    liveTokens,
    headMessages: HEAD_MESSAGES,
    headTokens: Math.floor(tailTokens * HEAD_TAIL_SHARE),
  };
}

/** A share of a small room, up to a usual size, which a large room exceeds by a smaller share of its own. */
interface Share {
  readonly ofRoom: number;
  readonly usualTokens: number;
  readonly ofLargeRoom: number;
  readonly mostTokens: number;
}

const within = (roomTokens: number, { ofRoom, usualTokens, ofLargeRoom, mostTokens }: Share): number =>
  Math.floor(Math.min(Math.max(Math.min(roomTokens * ofRoom, usualTokens), roomTokens * ofLargeRoom), mostTokens));

/** A window that tools fill nearly whole still needs some room to work in. */
const MOST_OVERHEAD_SHARE = 0.8;
/** A summary of its usual size would fill the little room that many tools leave. */
const SUMMARY_ROOM_SHARE = 0.06;
/** Thousands of tokens more are written at the price of output and carried in every request, and say little more. */
const SUMMARY_TOKENS = 6_000;

function cheapestGrowthTokens(afterTokens: number, summaryTokens: number, costs: SessionCosts): number {
  const compressionCost = afterTokens * Math.max(0, costs.write - costs.read) + summaryTokens * costs.output;
  return Math.sqrt((2 * compressionCost * costs.growthTokensPerCall) / costs.read);
}
