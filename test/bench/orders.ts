import type { Interval } from "./bootstrap";
import type { ConditionScores } from "./report";
import type { Measure } from "./scores";

/** Where the order of `adaptive` and another strategy is not what it is with the usual summarizer. */
export interface ChangedOrder {
  readonly windowTokens: number;
  readonly quality: string;
  readonly strategy: string;
  readonly measure: Measure;
  readonly usual: Interval;
  readonly here: Interval;
  readonly change: "turned" | "no longer clear";
}

const COMPARED: readonly Measure[] = ["cost", "edit", "line"];

/** Only an order that is clear with the usual summarizer, with an interval that excludes zero, can change. */
export function changedOrders(
  usual: readonly ConditionScores[],
  others: readonly ConditionScores[],
): readonly ChangedOrder[] {
  return others.flatMap(({ condition: { windowTokens, quality }, differences }) =>
    differences.flatMap(({ strategy, by }) =>
      COMPARED.flatMap((measure): readonly ChangedOrder[] => {
        const base = usual
          .find(({ condition }) => condition.windowTokens === windowTokens)
          ?.differences.find((one) => one.strategy === strategy)?.by[measure];
        const here = by[measure];
        if (base === undefined || signOf(base) === 0 || signOf(here) === signOf(base)) return [];
        const change = signOf(here) === 0 ? "no longer clear" : "turned";
        return [{ windowTokens, quality, strategy, measure, usual: base, here, change }];
      }),
    ),
  );
}

const signOf = ({ low, high }: Interval): -1 | 0 | 1 => (low > 0 ? 1 : high < 0 ? -1 : 0);
