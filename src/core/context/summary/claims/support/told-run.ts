import type { Claim } from "../claim";
import { namedCodesIn } from "../language/exit-codes";
import { simplified, withDigits } from "../language/plain-words";
import { marksIn } from "../language/polarity";
import { isSmall } from "../language/rounding";
import { whichRun } from "../language/which-run";
import { runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { isTestRun, meantRuns, nthRuns } from "../time/meant-runs";
import { runsInTime } from "../time/runs-in-time";
import { statesAll } from "./stated-numbers";
import { plainName, toldTokens } from "./told-tokens";

/** Claims about how one run went. */
const OF_RUNS: ReadonlySet<Claim["kind"]> = new Set(["command", "run", "tests", "exit-code", "number"]);

/** Fewer figures fit several runs by chance, unless one of them is rare. */
const LEAST_FIGURES = 3;
const LEAST_WITH_RARE = 2;

/**
 * Whether one run of the record is the one that a sentence tells: it has every figure of the sentence, ended as the
 * sentence says, and stands where the sentence puts it among the runs of its command. Each claim of a sentence is
 * judged by itself, and may be held against another run; together they say which one is meant.
 */
export function isRunTold(
  record: WorkRecord,
  sentence: string,
  { refuted, said }: { readonly refuted: readonly Claim[]; readonly said: readonly Claim[] },
): boolean {
  if (refuted.length === 0 || !refuted.every(({ kind }) => OF_RUNS.has(kind))) return false;
  const text = withDigits(simplified(sentence)).replace(ORDINAL, " ");
  const { numbers, names } = toldTokens(text);
  const codes = namedCodesIn(text);
  const end = endTold(text);
  const figures = new Set(numbers.map(({ value }) => value));
  const isRare = [...figures].some((value) => !isSmall(value));
  if (figures.size < (isRare ? LEAST_WITH_RARE : LEAST_FIGURES)) return false;
  if (end === undefined || codes.length > 1) return false;
  const runs = runsTold(record, sentence, said);
  const telling = names.filter((name) => record.deeds.some(({ command = "" }) => plainName(command).includes(name)));
  return runs.some(
    (run) =>
      codes.every((code) => run.exitCode === code) &&
      endOf(run) === end &&
      telling.every((name) => plainName(run.command ?? "").includes(name)) &&
      statesAll(figuresOf(record, run), numbers),
  );
}

/** "the 2nd run", "第2次": which one it is, and no figure of its own. */
const ORDINAL = /第\s*\d+\s*[次遍回轮个]?|\b(?:run|attempt|try|round|pass|step)\s#?\d+\b/gi;

type End = "good" | "bad";

/** Undefined where it tells of more than one run, or not how it ended. */
function endTold(text: string): End | undefined {
  const kinds = new Set(marksIn(text).map(({ kind }) => kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== "gone" ? kind : undefined;
}

const endOf = ({ outcome, tests }: Deed): End => (outcome === "failure" || (tests?.failed ?? 0) > 0 ? "bad" : "good");

/** Runs of the command that the sentence names, of any where it names none, in the place and at the time it tells. */
function runsTold(record: WorkRecord, sentence: string, claims: readonly Claim[]): readonly Deed[] {
  const [command, ...more] = new Set(claims.flatMap(commandsOf));
  if (more.length > 0) return [];
  const all = record.deeds.filter((deed) => deed.command !== undefined);
  const runs = command === undefined ? all.filter(isTestRun) : runsOf(command, all);
  const which = whichRun(simplified(sentence));
  const time = claims.flatMap((claim) => claim.time ?? [])[0];
  const timed = which === undefined || time?.which === "first" ? (runsInTime(record, runs, time) ?? []) : [];
  if (timed.length > 0) return timed;
  if (which === "last" && command === undefined) return runs.filter((run) => !isSameAgain(runs, run));
  if (which !== undefined) return (command === undefined ? meantRuns : nthRuns)(runs, which);
  return claims.some(({ tense }) => tense === "present") ? runs.filter((run) => !isDoneAgain(runs, run)) : runs;
}

const isSameAgain = (runs: readonly Deed[], run: Deed): boolean =>
  runs.slice(runs.indexOf(run) + 1).some(({ command }) => command === run.command);

/** Work of the same kind was done later, so that the run does not tell how things are. */
const isDoneAgain = (runs: readonly Deed[], run: Deed): boolean =>
  runs.slice(runs.indexOf(run) + 1).some(({ command = "" }) => runsOf(run.command ?? "", [{ command }]).length > 0);

function commandsOf(claim: Claim): readonly string[] {
  switch (claim.kind) {
    case "command":
      return [claim.command];
    case "tests":
      return claim.command === undefined ? [] : [claim.command];
    case "exit-code":
      return claim.commands;
    default:
      return [];
  }
}

/** What the run printed, was given, and counted. */
function figuresOf(record: WorkRecord, { command = "", exitCode, tests, messageId }: Deed): string {
  const { passed = 0, failed = 0 } = tests ?? {};
  return [command, exitCode ?? "", passed, failed, passed + failed, textOfResult(record, messageId)].join("\n");
}
