/** What a person may set about compression; everything else derives from it and the window. */
export interface CompressionPolicy {
  /** Share of the window, 0–1. */
  readonly threshold: number;
  /** Absolute trigger; the lower of the two wins. */
  readonly thresholdTokens: number | null;
  /** Share of the threshold that stays verbatim at the end. */
  readonly targetRatio: number;
  readonly protectLastN: number;
}

export const DEFAULT_POLICY: CompressionPolicy = {
  threshold: 0.5,
  thresholdTokens: null,
  targetRatio: 0.2,
  protectLastN: 20,
};

/** The opening of a conversation states the task and is the cached prefix; it is not for setting. */
export const PROTECT_FIRST_N = 3;

/** Where no window is stated: the size most current models have. */
export const DEFAULT_CONTEXT_TOKENS = 200_000;

/** Before an incoming message is handled, anything fuller than this share of the window is compressed first. */
export const HYGIENE_RATIO = 0.85;

/** From this share of the threshold on, the gauge is amber and a draft may be prepared in the background. */
export const SOFT_MARK_RATIO = 0.85;

/** A tail may run over its budget by this much before its token count beats its message count. */
export const TAIL_SLACK = 1.5;

const RATIO_BOUNDS = { low: 0.1, high: 0.8 } as const;
const SUMMARY_WINDOW_SHARE = 0.05;
const SUMMARY_MOST_TOKENS = 12_000;
const SUMMARY_FOLDED_SHARE = 0.2;
const SUMMARY_FLOOR_TOKENS = 2_000;
/** Thirteen headings with one line each need about this much, whatever the window. */
const SUMMARY_LEAST_TOKENS = 256;

export interface Budgets {
  readonly contextTokens: number;
  readonly thresholdTokens: number;
  readonly tailTokens: number;
  readonly summaryCeilingTokens: number;
  /** Room for facts and names that code adds to a summary; by the summary's own size where absent. */
  readonly factsTokens?: number;
  /** Room for the current text of files in work; none where absent. */
  readonly liveTokens?: number;
  /** How many messages of the opening are kept; the usual number where absent. */
  readonly headMessages?: number;
  /** A larger opening has its tool output pruned; as large as the tail where absent. */
  readonly headTokens?: number;
}

/** Fills in what was not said and pulls what is out of bounds to the nearest bound. */
export function completePolicy(policy: Partial<CompressionPolicy> = {}): CompressionPolicy {
  return {
    threshold: within(policy.threshold, 0.01, 1, DEFAULT_POLICY.threshold),
    thresholdTokens: policy.thresholdTokens != null && policy.thresholdTokens > 0 ? policy.thresholdTokens : null,
    targetRatio: within(policy.targetRatio, RATIO_BOUNDS.low, RATIO_BOUNDS.high, DEFAULT_POLICY.targetRatio),
    protectLastN: Math.floor(within(policy.protectLastN, 1, Number.MAX_SAFE_INTEGER, DEFAULT_POLICY.protectLastN)),
  };
}

export function budgetsFor(policy: CompressionPolicy, contextTokens: number): Budgets {
  const share = Math.floor(contextTokens * policy.threshold);
  const thresholdTokens = Math.max(
    1,
    policy.thresholdTokens === null ? share : Math.min(share, policy.thresholdTokens),
  );
  return {
    contextTokens,
    thresholdTokens,
    tailTokens: Math.floor(thresholdTokens * policy.targetRatio),
    summaryCeilingTokens: Math.floor(Math.min(contextTokens * SUMMARY_WINDOW_SHARE, SUMMARY_MOST_TOKENS)),
  };
}

/** How long the summary may be: a fifth of what it replaces, within the ceiling the window allows. */
export function summaryTargetTokens(foldedTokens: number, budgets: Budgets): number {
  const ceiling = budgets.summaryCeilingTokens;
  const wanted = Math.max(foldedTokens * SUMMARY_FOLDED_SHARE, Math.min(SUMMARY_FLOOR_TOKENS, ceiling));
  return Math.max(SUMMARY_LEAST_TOKENS, Math.floor(Math.min(wanted, ceiling)));
}

function within(value: number | undefined, low: number, high: number, otherwise: number): number {
  if (value === undefined || Number.isNaN(value)) return otherwise;
  return Math.min(high, Math.max(low, value));
}
