import type { Replay } from "./replay";
import { MEASURES } from "./scores";

/** The runs of one candidate, one per session, in the order of the sessions. */
export interface CandidateRuns {
  readonly name: string;
  readonly runs: readonly Replay[];
}

export interface HeldOut {
  readonly agent: string;
  /** The candidate that was best on all other agents. */
  readonly chosen: string;
  readonly runs: readonly Replay[];
  readonly full: readonly Replay[];
}

/** For each agent, parameters chosen on the others and judged on it. */
export function leaveOneAgentOut(candidates: readonly CandidateRuns[], full: readonly Replay[]): readonly HeldOut[] {
  const agents = [...new Set(full.map(({ agent }) => agent))];
  return agents.map((agent) => {
    const isOther = (index: number) => full[index]?.agent !== agent;
    const best = candidates.reduce((champion, candidate) =>
      worthOf(candidate.runs, full, isOther) > worthOf(champion.runs, full, isOther) ? candidate : champion,
    );
    const own = (runs: readonly Replay[]) => runs.filter((_, index) => !isOther(index));
    return { agent, chosen: best.name, runs: own(best.runs), full: own(full) };
  });
}

/** A point of cost counts as much as a point of edits and lines together; what is lost has to be read again. */
function worthOf(runs: readonly Replay[], full: readonly Replay[], counts: (index: number) => boolean): number {
  const share = (measure: "edit" | "line" | "costWithRereads") => {
    const ratios = runs.flatMap((run, index) => {
      const whole = full[index];
      return whole === undefined || !counts(index) ? [] : [MEASURES[measure](run, whole)];
    });
    const sum = (of: "part" | "whole") => ratios.reduce((total, ratio) => total + ratio[of], 0);
    return sum("part") / sum("whole");
  };
  return (share("edit") + share("line")) / 2 - share("costWithRereads");
}

/** All agents, each judged with the parameters that were chosen without it. */
export const pooled = (agents: readonly HeldOut[]): HeldOut => ({
  agent: "**all, each left out once**",
  chosen: "",
  runs: agents.flatMap(({ runs }) => runs),
  full: agents.flatMap(({ full }) => full),
});
