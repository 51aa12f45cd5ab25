import type { Measure, Score } from "./scores";

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

/** By window, for the default policy on long sessions. */
const WANTED: Readonly<Record<number, Wanted>> = {
  32000: { edit: 0.92, line: 0.91 },
  64000: { edit: 0.97, line: 0.96 },
  200000: { edit: 0.985, line: 0.98, cost: 0.5 },
};
const LEAST_REF = 0.98;
/** A session that fits the window needs no compression. */
const MOST_FITTING_COST = 1.03;

export function goalsFor(windowTokens: number, scores: readonly Score[], strategy: string): readonly Goal[] {
  const wanted = WANTED[windowTokens];
  const score = scores.find((row) => row.strategy === strategy);
  if (wanted === undefined || score === undefined) return [];
  const at = `${windowTokens / 1_000}K`;
  const value = (measure: Measure) => score.measures[measure].value;
  return [
    atLeast(`${at}: edit-avail`, value("edit"), wanted.edit),
    atLeast(`${at}: line-avail`, value("line"), wanted.line),
    atLeast(`${at}: ref-avail`, value("ref"), LEAST_REF),
    ...(wanted.cost === undefined ? [] : [atMost(`${at}: cost of full history`, value("cost"), wanted.cost)]),
    ...(Number.isNaN(score.dearestFitting)
      ? []
      : [atMost(`${at}: dearest session that fits the window`, score.dearestFitting, MOST_FITTING_COST)]),
    ...scores
      .filter(({ group }) => group === "ours")
      .map(({ strategy: name, overflows }) => ({
        what: `${at}: overflows, ${name}`,
        wanted: "0",
        measured: String(overflows),
        met: overflows === 0,
      })),
  ];
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
