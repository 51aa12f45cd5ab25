import type { HeldOut } from "./leave-one-out";
import { pooled } from "./leave-one-out";
import type { BenchResults, ConditionScores } from "./report";
import type { Measure, Score } from "./scores";
import { MEASURES } from "./scores";
import { ADAPTIVE } from "./strategies";

export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean;
}

interface Wanted {
  readonly edit: number;
  readonly line: number;
  readonly cost?: number;
}

/** By window, for `adaptive` on long sessions. At 64K it may cost what it did before live files were chosen better. */
const WANTED: Readonly<Record<number, Wanted>> = {
  32000: { edit: 0.92, line: 0.91 },
  64000: { edit: 0.97, line: 0.96, cost: 0.429 },
  200000: { edit: 0.985, line: 0.98, cost: 0.5 },
};
const LEAST_REF = 0.98;
/** A session that fits the window needs no compression. */
const MOST_FITTING_COST = 1.03;
const LEAST_RECALL_USED = 0.6;

export function goalsOf(results: BenchResults): readonly Goal[] {
  const { base = [], heldOut = [], sweeps = [], qualities = [], short = [], recall } = results;
  const conditions = [...base, ...sweeps, ...qualities, ...short];
  return [
    ...base.flatMap(({ condition, scores }) => goalsFor(condition.windowTokens, scores)),
    ...heldOut.flatMap(({ windowTokens, agents }) => heldOutGoals(windowTokens, agents)),
    ...overflowGoals(conditions),
    ...dearestGoals(conditions),
    ...(recall === undefined ? [] : [recallGoal(recall)]),
  ];
}

function goalsFor(windowTokens: number, scores: readonly Score[]): readonly Goal[] {
  const score = scores.find(({ strategy }) => strategy === ADAPTIVE);
  if (score === undefined) return [];
  return contentGoals(windowTokens, "", (measure) => score.measures[measure].value);
}

function heldOutGoals(windowTokens: number, agents: readonly HeldOut[]): readonly Goal[] {
  const { runs, full } = pooled(agents);
  return contentGoals(windowTokens, ", each agent left out once", (measure) => {
    const ratios = runs.flatMap((run, index) => {
      const whole = full[index];
      return whole === undefined ? [] : [MEASURES[measure](run, whole)];
    });
    const sum = (of: "part" | "whole") => ratios.reduce((total, ratio) => total + ratio[of], 0);
    return sum("part") / sum("whole");
  });
}

function contentGoals(windowTokens: number, how: string, value: (measure: Measure) => number): readonly Goal[] {
  const wanted = WANTED[windowTokens];
  if (wanted === undefined) return [];
  const at = `${windowTokens / 1_000}K`;
  return [
    atLeast(`${at}: edit-avail${how}`, value("edit"), wanted.edit),
    atLeast(`${at}: line-avail${how}`, value("line"), wanted.line),
    atLeast(`${at}: ref-avail${how}`, value("ref"), LEAST_REF),
    ...(wanted.cost === undefined ? [] : [atMost(`${at}: cost of full history${how}`, value("cost"), wanted.cost)]),
  ];
}

/** Over all conditions: windows, overheads, cache lifetimes, summarizers, long and short sessions. */
function overflowGoals(conditions: readonly ConditionScores[]): readonly Goal[] {
  const ours = conditions.flatMap(({ scores }) => scores.filter(({ group }) => group === "ours"));
  return [...new Set(ours.map(({ strategy }) => strategy))].map((name) => {
    const overflows = ours
      .filter(({ strategy }) => strategy === name)
      .reduce((sum, { overflows: count }) => sum + count, 0);
    return {
      what: `overflows under all ${conditions.length} conditions, ${name}`,
      wanted: "0",
      measured: String(overflows),
      met: overflows === 0,
    };
  });
}

function dearestGoals(conditions: readonly ConditionScores[]): readonly Goal[] {
  const [dearest] = conditions
    .flatMap(({ scores }) => scores)
    .flatMap(({ strategy, dearestFitting }) =>
      strategy !== ADAPTIVE || dearestFitting === undefined ? [] : [dearestFitting],
    )
    .toSorted((a, b) => b.share - a.share);
  if (dearest === undefined) return [];
  const what = `dearest session that fits its window under all ${conditions.length} conditions (${dearest.session})`;
  return [atMost(what, dearest.share, MOST_FITTING_COST)];
}

function recallGoal(rows: NonNullable<BenchResults["recall"]>): Goal {
  const sum = (of: "used" | "broughtBack") => rows.reduce((total, row) => total + row[of], 0);
  return atLeast(
    `recalled lines that were used, of ${sum("broughtBack")}`,
    sum("used") / sum("broughtBack"),
    LEAST_RECALL_USED,
  );
}

const atMost = (what: string, value: number, most: number): Goal => ({
  what,
  wanted: `≤ ${percent(most)}`,
  measured: percent(value),
  met: value <= most,
});
const atLeast = (what: string, value: number, least: number): Goal => ({
  what,
  wanted: `≥ ${percent(least)}`,
  measured: percent(value),
  met: value >= least,
});
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
