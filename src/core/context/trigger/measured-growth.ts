/** How much the calls of a session have added to its prompt, on average. */
export interface MeasuredGrowth {
  readonly calls: number;
  readonly tokens: number;
}

export const NO_CALLS: MeasuredGrowth = { calls: 0, tokens: 0 };

/** Fewer calls say little about the next ones. */
const LEAST_CALLS = 20;
/** Rounded, so that the trigger does not move with every call. */
const ROUND_TOKENS = 100;

/** A smaller prompt follows a compression or an edit, and says nothing about growth. */
export const afterCall = (growth: MeasuredGrowth, beforeTokens: number, promptTokens: number): MeasuredGrowth =>
  beforeTokens > 0 && promptTokens > beforeTokens
    ? { calls: growth.calls + 1, tokens: growth.tokens + promptTokens - beforeTokens }
    : growth;

export function growthOf({ calls, tokens }: MeasuredGrowth): { readonly growthTokensPerCall?: number } {
  if (calls < LEAST_CALLS) return {};
  return { growthTokensPerCall: Math.max(ROUND_TOKENS, Math.round(tokens / calls / ROUND_TOKENS) * ROUND_TOKENS) };
}
