import type { Interval, Ratio } from "./bootstrap";
import { bootstrapDifference, bootstrapRatio } from "./bootstrap";
import type { Replay } from "./replay";
import type { Strategy } from "./strategy";

/** What is compared, as parts of a whole per session, so that sums and differences can be resampled. */
export const MEASURES = {
  cost: (run: Replay, full: Replay): Ratio => ({ part: run.cost, whole: full.cost }),
  line: (run: Replay): Ratio => ({ part: run.linesShown, whole: run.lines }),
  edit: (run: Replay): Ratio => ({ part: run.editsShown, whole: run.edits }),
  fact: (run: Replay): Ratio => ({ part: run.factsShown, whole: run.facts }),
  ref: (run: Replay): Ratio => ({ part: run.namesShown, whole: run.names }),
  miss: (run: Replay): Ratio => ({ part: run.missCalls, whole: run.calls }),
  /** With the price of reading lost text again. */
  costWithRereads: (run: Replay, full: Replay): Ratio => ({ part: run.cost + run.rereadCost, whole: full.cost }),
} as const;

export type Measure = keyof typeof MEASURES;

/** One row of the report: a strategy under a condition, over a set of sessions. */
export interface Score {
  readonly strategy: string;
  readonly group: Strategy["group"];
  readonly measures: Readonly<Record<Measure, Interval>>;
  readonly summaryShare: number;
  readonly rereads: number;
  readonly cacheRead: number;
  readonly peakTokens: number;
  readonly meanTokens: number;
  readonly overflows: number;
  readonly compressions: number;
  readonly precision: number;
  readonly cpuMsPerCall: number;
  /** The dearest session that fits the window without any compression, as a share of its full history. */
  readonly dearestFitting?: { readonly session: string; readonly share: number };
}

export function scoreRuns(strategy: Strategy, runs: readonly Replay[], full: readonly Replay[]): Score {
  const sum = (of: (run: Replay) => number) => runs.reduce((total, run) => total + of(run), 0);
  const calls = sum((run) => run.calls);
  const [dearestFitting] = runs
    .flatMap(({ fits, session, cost }, index) => (fits ? [{ session, share: cost / (full[index]?.cost ?? cost) }] : []))
    .toSorted((a, b) => b.share - a.share);
  const interval = (measure: Measure) => bootstrapRatio(ratiosOf(measure, runs, full));
  return {
    strategy: strategy.name,
    group: strategy.group,
    measures: {
      cost: interval("cost"),
      line: interval("line"),
      edit: interval("edit"),
      fact: interval("fact"),
      ref: interval("ref"),
      miss: interval("miss"),
      costWithRereads: interval("costWithRereads"),
    },
    summaryShare: sum((run) => run.summaryCost) / full.reduce((total, run) => total + run.cost, 0),
    rereads: sum((run) => run.rereads),
    cacheRead: sum((run) => run.readTokens) / sum((run) => run.promptTokens),
    peakTokens: Math.max(...runs.map((run) => run.peakTokens)),
    meanTokens: Math.round(sum((run) => run.promptTokens) / calls),
    overflows: sum((run) => run.overflows),
    compressions: sum((run) => run.compressions),
    precision: 1 - sum((run) => run.invented) / sum((run) => run.named),
    cpuMsPerCall: sum((run) => run.cpuMs) / calls,
    ...(dearestFitting !== undefined && { dearestFitting }),
  };
}

/** One strategy against another on the same sessions. */
export const pairedDifference = (
  measure: Measure,
  {
    runs,
    others,
    full,
  }: { readonly runs: readonly Replay[]; readonly others: readonly Replay[]; readonly full: readonly Replay[] },
): Interval => bootstrapDifference(ratiosOf(measure, runs, full), ratiosOf(measure, others, full));

function ratiosOf(measure: Measure, runs: readonly Replay[], full: readonly Replay[]): readonly Ratio[] {
  return runs.map((run, index) => MEASURES[measure](run, full[index] ?? run));
}
