import type { WhichRun } from "../claim";
import { doesChore } from "../record/commands";
import type { Deed } from "../record/deed";

const POSITIONS = { first: 0, early: 0, second: 1, third: 2, last: -1 } as const;

/** How a sentence says that a run ended. */
type ToldEnd = "success" | "failure" | "pass" | "fail" | number;

/**
 * Those of several runs that a sentence may mean; all of them where it does not say, or says something impossible. It
 * counts the runs of the command that it names.
 */
export function nthRuns(runs: readonly Deed[], which: WhichRun | undefined, end?: ToldEnd): readonly Deed[] {
  if (which === undefined || which === "every" || runs.length < 2) return runs;
  if (which === "later") return runs.slice(1);
  // What failed at first was mended at some time before the end; what passed at first did so from the beginning.
  if (which === "early" && (end === "fail" || end === "failure")) return runs.slice(0, -1);
  const meant = runs.at(POSITIONS[which]);
  return meant === undefined ? runs : [meant];
}

/** Where no command is named, "the second run" is the second of all, or of any command that ran more than once. */
export function meantRuns(runs: readonly Deed[], which: WhichRun | undefined, end?: ToldEnd): readonly Deed[] {
  if (which !== "first" && which !== "second" && which !== "third") return nthRuns(runs, which, end);
  const groups = byCommand(runs).filter((group) => group.length > 1);
  const meant = new Set([runs, ...groups].map((group) => group.at(POSITIONS[which])));
  const found = runs.filter((run) => meant.has(run));
  return found.length === 0 ? runs : found;
}

function byCommand(runs: readonly Deed[]): readonly (readonly Deed[])[] {
  const groups = new Map<string, Deed[]>();
  for (const run of runs) {
    const group = groups.get(run.command ?? "");
    if (group === undefined) groups.set(run.command ?? "", [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

/** A linter that is given the folder of the specs runs none of them. */
export const isTestRun = ({ command, tests }: Deed): boolean =>
  command !== undefined && (tests !== undefined || (doesChore(command, "test") && !isOnlyLint(command)));

const isOnlyLint = (command: string): boolean => doesChore(command, "lint") && !RUNS_TESTS.test(command);
const RUNS_TESTS =
  /\b(?:\w+test|jest|mocha|rspec|playwright|cypress|phpunit|(?:go|cargo|\w?npm|yarn|mvn|gradlew?|dotnet|mix) test)\b/i;
