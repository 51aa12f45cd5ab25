import type { Budgets, CompressionPolicy } from "../policy";
import { budgetsFor } from "../policy";

/** Claude's price ratios, the dearest to rewrite; where caching is cheaper, waiting a little less costs little. */
const READ_PRICE = 0.1;
const WRITE_PRICE = 1.25;
const OUTPUT_PRICE = 5;
/** What a step adds to recorded coding sessions, on average. */
const GROWTH_TOKENS_PER_CALL = 900;
/**
 * Recent messages word for word: a quarter of a small window; beyond this many tokens they cost more than they keep.
 */
const TAIL_SHARE = 0.25;
const TAIL_TOKENS = 20_000;
const LARGE_WINDOW_TAIL_SHARE = 0.05;
/** The opening states the task; files it read are as old as anything by the time of a compression. */
const HEAD_TAIL_SHARE = 0.25;
/** Names are what later turns ask for and cost a few tokens each; a thousand of them fit. */
const FACTS_SHARE = 0.2;
const FACTS_TOKENS = 10_000;
/** One step may add this much to a request before anyone looks at it again. */
const HIGHEST_SHARE = 0.8;

/**
 * Budgets by what they cost: between two compressions a conversation may grow until the reads of its growth have cost
 * as much as compressing it (`sqrt(2 K g / r)`), so a small window waits until it is nearly full and a large one does
 * not. An absolute threshold still caps the trigger.
 */
export function adaptiveBudgets(policy: CompressionPolicy, contextTokens: number, overheadTokens: number): Budgets {
  const { summaryCeilingTokens } = budgetsFor(policy, contextTokens);
  const tailTokens = Math.floor(
    Math.max(Math.min(contextTokens * TAIL_SHARE, TAIL_TOKENS), contextTokens * LARGE_WINDOW_TAIL_SHARE),
  );
  const factsTokens = Math.floor(Math.min(contextTokens * FACTS_SHARE, FACTS_TOKENS));
  const afterTokens = overheadTokens + tailTokens + summaryCeilingTokens + factsTokens;
  const wanted = Math.min(
    afterTokens + cheapestGrowthTokens(afterTokens, summaryCeilingTokens),
    contextTokens * HIGHEST_SHARE,
  );
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
    headTokens: Math.floor(tailTokens * HEAD_TAIL_SHARE),
  };
}

function cheapestGrowthTokens(afterTokens: number, summaryTokens: number): number {
  const compressionCost = afterTokens * (WRITE_PRICE - READ_PRICE) + summaryTokens * OUTPUT_PRICE;
  return Math.sqrt((2 * compressionCost * GROWTH_TOKENS_PER_CALL) / READ_PRICE);
}
