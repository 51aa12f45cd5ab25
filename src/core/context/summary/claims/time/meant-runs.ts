import type { WhichRun } from "../claim";
import { marksIn } from "../language/polarity";
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

/** "Under the race detector", "without the sanitizers": only runs with the option, or without, where there are any. */
export function qualifiedRuns(runs: readonly Deed[], about: string): readonly Deed[] {
  // "It failed first and passed in the verbose run": the words belong to one of two runs.
  if (new Set(marksIn(about).map(({ kind }) => kind)).size > 1) return runs;
  return QUALIFIERS.reduce((left, { said, given }) => {
    const told = said.exec(about);
    const found = left.filter(({ command = "" }) => given.test(command) === (told?.[1] === undefined));
    return told === null || found.length === 0 ? left : found;
  }, runs);
}

/** Words for options, and what commands are given for them. */
const OPTIONS: readonly (readonly [string, RegExp])[] = [
  ["race(?: detector)?|竞态(?:检测)?", /[-=]race\b|tsan|thread/i],
  ["sanitizers?|asan|ubsan|msan|tsan", /asan|ubsan|msan|tsan|sanitize/i],
  ["valgrind", /valgrind/i],
  ["verbose|详细", /\s-v+\b|--verbose|--nocapture/],
  ["release(?= mode| profile| build|\\W|$)", /release/i],
  ["headless|无头", /headless/i],
  ["coverage|覆盖率", /cov/i],
  ["warnings (?:denied|as errors)|denying warnings|strict(?: mode)?|严格", /-D\s?warnings|-Werror|strict|max-warnings/],
];
const QUALIFIERS = OPTIONS.map(([words, given]) => ({
  said: new RegExp(`(?:\\b(without|no) (?:the |any )?|(?<![\\w-]))(?:${words})(?![\\w-])`, "i"),
  given,
}));

/** A linter that is given the folder of the specs runs none of them. */
export const isTestRun = ({ command, tests }: Deed): boolean =>
  command !== undefined && (tests !== undefined || (doesChore(command, "test") && !isOnlyLint(command)));

const isOnlyLint = (command: string): boolean => doesChore(command, "lint") && !RUNS_TESTS.test(command);
const RUNS_TESTS =
  /\b(?:\w+test|jest|mocha|rspec|playwright|cypress|phpunit|(?:go|cargo|\w?npm|yarn|mvn|gradlew?|dotnet|mix) test)\b/i;
