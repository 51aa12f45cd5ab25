import type { Interval } from "./bootstrap";
import { bootstrapRatio } from "./bootstrap";
import type { Replay } from "./replay";
import type { Strategy } from "./strategy";

/** One row of the report: a strategy in a window, over a set of sessions. */
export interface Score {
  readonly strategy: string;
  readonly group: Strategy["group"];
  /** As a share of the cost of the full history without a window. */
  readonly cost: Interval;
  readonly summaryShare: number;
  readonly refAvail: Interval;
  readonly missCalls: Interval;
  readonly cacheRead: number;
  readonly peakTokens: number;
  readonly meanTokens: number;
  readonly overflows: number;
  readonly compressions: number;
  readonly recoverable: number;
  readonly filesKept: number;
  readonly outcomesKept: number;
  readonly precision: number;
  readonly cpuMsPerCall: number;
  readonly dearestSession: number;
}

export function scoreRuns(strategy: Strategy, runs: readonly Replay[], full: readonly Replay[]): Score {
  const sum = (of: (run: Replay) => number) => runs.reduce((total, run) => total + of(run), 0);
  const costs = runs.map((run, index) => ({ part: run.cost, whole: full[index]?.cost ?? 0 }));
  const calls = sum((run) => run.calls);
  return {
    strategy: strategy.name,
    group: strategy.group,
    cost: bootstrapRatio(costs),
    summaryShare: sum((run) => run.summaryCost) / full.reduce((total, run) => total + run.cost, 0),
    refAvail: bootstrapRatio(runs.map((run) => ({ part: run.shown, whole: run.needed }))),
    missCalls: bootstrapRatio(runs.map((run) => ({ part: run.missCalls, whole: run.calls }))),
    cacheRead: sum((run) => run.readTokens) / sum((run) => run.promptTokens),
    peakTokens: Math.max(...runs.map((run) => run.peakTokens)),
    meanTokens: Math.round(sum((run) => run.promptTokens) / calls),
    overflows: sum((run) => run.overflows),
    compressions: sum((run) => run.compressions),
    recoverable: sum((run) => run.found) / sum((run) => run.searched),
    filesKept: sum((run) => run.artifacts.filesKept) / sum((run) => run.artifacts.files),
    outcomesKept: sum((run) => run.artifacts.outcomesKept) / sum((run) => run.artifacts.outcomes),
    precision: 1 - sum((run) => run.invented) / sum((run) => run.named),
    cpuMsPerCall: sum((run) => run.cpuMs) / calls,
    dearestSession: Math.max(...costs.map(({ part, whole }) => part / whole)),
  };
}
