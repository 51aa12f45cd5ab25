import type { Score } from "./scores";

export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly measured: string;
  readonly met: boolean;
}

interface Wanted {
  readonly cost: number;
  readonly refAvail: number;
  readonly missCalls?: number;
}

/** By window, over all sessions. */
const WANTED: Readonly<Record<number, Wanted>> = {
  32000: { cost: 0.8, refAvail: 0.99 },
  64000: { cost: 0.8, refAvail: 0.99 },
  200000: { cost: 0.4, refAvail: 0.97, missCalls: 0.03 },
};
const SHORT_COST = 1.01;

export function goalsFor(
  scores: { readonly windowTokens: number; readonly all: readonly Score[]; readonly short: readonly Score[] },
  strategy: string,
): readonly Goal[] {
  const wanted = WANTED[scores.windowTokens];
  const score = scores.all.find((row) => row.strategy === strategy);
  const short = scores.short.find((row) => row.strategy === strategy);
  if (wanted === undefined || score === undefined) return [];
  const at = `${scores.windowTokens / 1_000}K`;
  return [
    atMost(`${at}: cost of full history`, score.cost.value, wanted.cost),
    atLeast(`${at}: ref-avail`, score.refAvail.value, wanted.refAvail),
    ...(wanted.missCalls === undefined ? [] : [atMost(`${at}: miss-calls`, score.missCalls.value, wanted.missCalls)]),
    { what: `${at}: overflows`, wanted: "0", measured: String(score.overflows), met: score.overflows === 0 },
    ...(short === undefined ? [] : [atMost(`${at}: dearest short session`, short.dearestSession, SHORT_COST)]),
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
