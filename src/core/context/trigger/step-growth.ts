/** How much single steps of late have added to the prompt; plain data, replaced by each report. */
export interface StepGrowth {
  readonly promptTokens: number;
  readonly steps: readonly number[];
}

export const NO_GROWTH: StepGrowth = { promptTokens: 0, steps: [] };

/** Few enough to follow the work, and enough to see a large step among small ones. */
const RECENT_STEPS = 4;

export function afterStep({ promptTokens: before, steps }: StepGrowth, promptTokens: number): StepGrowth {
  // A smaller prompt follows a compression or an edit, and says nothing about a step.
  const grown = before > 0 && promptTokens > before ? [...steps, promptTokens - before].slice(-RECENT_STEPS) : steps;
  return { promptTokens, steps: grown };
}

/**
 * From where on a compression within a turn is due, so that the results of one more step like the recent ones do not
 * pass the hard mark; not before the soft one.
 */
export const markBefore = (hardTokens: number, softTokens: number, { steps }: StepGrowth): number =>
  Math.max(softTokens, hardTokens - Math.max(0, ...steps));
