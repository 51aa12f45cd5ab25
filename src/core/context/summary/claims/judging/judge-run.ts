import type { Sentence } from "../../../../base/sentence";
import { sentence } from "../../../../base/sentence";
import { errorLinesIn } from "../../../../conversation/text/error-lines";
import type { Chore, CommandClaim, ExitCodeClaim, Judgment, RunClaim, ToolClaim, WhichRun } from "../claim";
import { conceptsOf, sharedWeight } from "../language/concepts";
import { doesChore, mayDoChore, runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import { isSamePath } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { vocabularyOf } from "../record/vocabulary";

/** A command as it ran: an action of the past is true if any run went so, a state only if the newest did. */
export function judgeCommand(record: WorkRecord, claim: CommandClaim): Judgment {
  const { command } = claim;
  const runs = runsMeant(record, claim);
  // A step of something larger: `pip install` in the output of an image build.
  if (runs.length === 0 && claim.manner === "named" && isPrinted(record, command)) return { verdict: "silent" };
  const changed = lastChange(record, claim.after ?? []);
  const newest = runs.at(-1);
  if (newest !== undefined && changed !== undefined && record.deeds.indexOf(newest) < changed)
    return { verdict: "contradicted", fact: outcomeFact(newest), messageId: newest.messageId };
  return runs.length === 0
    ? { verdict: "contradicted", fact: sentence("`{command}` was never run", { command: quote(command) }) }
    : judgeOutcome(record, runs, claim);
}

/** Where the files and values that a run is said to come after were last changed. */
function lastChange(record: WorkRecord, after: readonly string[]): number | undefined {
  const at = record.deeds.findLastIndex(
    ({ outcome, files, newText }) =>
      outcome === "success" &&
      after.some(
        (one) =>
          files.some((file) => file.operation === "written" && isSamePath(file.path, one)) ||
          newText?.replaceAll(/[,_]/g, "").includes(one) === true,
      ),
  );
  return at < 0 ? undefined : at;
}

/** Runs of the command; where no quotes say where it ends, of what is left without its last words. */
function runsMeant(record: WorkRecord, { command, shorter }: CommandClaim): readonly Deed[] {
  for (const one of [command, ...shorter]) {
    const runs = runsOf(one, record.deeds);
    if (runs.length > 0) return runs;
  }
  return [];
}

const isPrinted = (record: WorkRecord, command: string): boolean =>
  passagesOf(record).some(({ message, text }) => message.role === "tool" && text.includes(command));

function judgeOutcome(
  record: WorkRecord,
  all: readonly Deed[],
  { outcome, tense, which }: CommandClaim | RunClaim,
): Judgment {
  const runs = meantRuns(all, which);
  const last = runs.at(-1);
  if (last === undefined) return { verdict: "silent" };
  if (outcome === undefined) return { verdict: "backed", fact: outcomeFact(last), messageId: last.messageId };
  const counted = tense === "present" ? [last] : runs;
  const match = counted.findLast((run) => ended(record, run, outcome) === "so");
  if (match !== undefined) return { verdict: "backed", fact: outcomeFact(match), messageId: match.messageId };
  if (counted.every((run) => ended(record, run, outcome) === "unknown"))
    return { verdict: "unchecked", messageId: last.messageId };
  // Whichever run is meant, the correction states how things are.
  const newest = all.at(-1) ?? last;
  return { verdict: "contradicted", fact: outcomeFact(newest), messageId: newest.messageId };
}

const POSITIONS = { first: 0, second: 1, third: 2, last: -1 } as const;

/** Those of several runs that a sentence means; all of them where it does not say, or says something impossible. */
export function meantRuns(runs: readonly Deed[], which: WhichRun | undefined): readonly Deed[] {
  if (which === undefined || runs.length < 2) return runs;
  if (which === "later") return runs.slice(1);
  const meant = runs.at(POSITIONS[which]);
  return meant === undefined ? runs : [meant];
}

function ended(record: WorkRecord, run: Deed, outcome: number | "success" | "failure"): "so" | "otherwise" | "unknown" {
  if (typeof outcome === "number") {
    if (run.exitCode !== null) return run.exitCode === outcome ? "so" : "otherwise";
    if (outcome === 0) return run.outcome === "success" ? "so" : "otherwise";
    return run.outcome === "failure" ? "unknown" : "otherwise";
  }
  if (run.tests !== undefined && run.tests.failed > 0) return outcome === "failure" ? "so" : "otherwise";
  if (run.outcome === outcome) return "so";
  // An output without an exit code may tell of errors all the same.
  const showsErrors = run.exitCode === null && errorLinesIn(textOfResult(record, run.messageId)).length > 0;
  return outcome === "failure" && showsErrors ? "so" : "otherwise";
}

export function outcomeFact(run: Deed): Sentence {
  const command = quote(run.command ?? "");
  if (run.tests !== undefined) {
    const { passed, failed } = run.tests;
    return sentence("`{command}` counted {passed} passed, {failed} failed", {
      command,
      passed: String(passed),
      failed: String(failed),
    });
  }
  if (run.exitCode !== null)
    return sentence("`{command}` ended with exit code {code}", { command, code: String(run.exitCode) });
  return run.outcome === "success"
    ? sentence("`{command}` was run", { command })
    : sentence("`{command}` failed", { command });
}

const COMMAND_CHARS = 120;
const quote = (command: string): string => {
  const line = command.replace(/\s+/g, " ").replaceAll("`", "'").trim();
  return line.length <= COMMAND_CHARS ? line : `${line.slice(0, COMMAND_CHARS)}…`;
};

const NEVER: Readonly<Record<Chore, Sentence>> = {
  test: sentence("no test run is on record"),
  build: sentence("no build is on record"),
  types: sentence("no type check is on record"),
  lint: sentence("no lint run is on record"),
  format: sentence("no run of a formatter is on record"),
  commit: sentence("no commit is on record"),
  push: sentence("no push is on record"),
  install: sentence("no installation is on record"),
};

export const neverRan = (chore: Chore): Judgment => ({ verdict: "contradicted", fact: NEVER[chore] });

export function judgeRun(record: WorkRecord, claim: RunClaim): Judgment {
  const { work } = claim;
  const commands = record.deeds.filter((deed) => deed.command !== undefined);
  if (typeof work !== "string")
    return judgeOutcome(record, vocabularyOf(record).programs.get(work.program) ?? [], claim);
  const runs = commands.filter((deed) => doesChore(deed.command ?? "", work));
  if (runs.length > 0) {
    // Several commands may do the same work; one that went so is enough.
    const judged = [...new Set(runs.map(({ command }) => command))].map((command) =>
      judgeOutcome(
        record,
        runs.filter((run) => run.command === command),
        claim,
      ),
    );
    return judged.find(({ verdict }) => verdict === "backed") ?? judgeOutcome(record, runs, claim);
  }
  const maybe = commands.findLast((deed) => mayDoChore(deed.command ?? "", work));
  if (maybe !== undefined)
    return { verdict: claim.outcome === undefined ? "unchecked" : "silent", messageId: maybe.messageId } as Judgment;
  return claim.outcome === "failure" ? { verdict: "silent" } : neverRan(work);
}

/** A tool that was never called did nothing; calls whose messages are gone could have been any tool's. */
export function judgeTool(record: WorkRecord, { tool, paths }: ToolClaim): Judgment {
  if (record.deeds.some((deed) => deed.tool === "")) return { verdict: "silent" };
  const calls = record.deeds.filter((deed) => deed.tool.toLowerCase() === tool.toLowerCase());
  if (calls.length === 0)
    return { verdict: "contradicted", fact: sentence("no call of the tool {tool} is on record", { tool }) };
  const [first] = paths;
  const takesOneFile = calls.every(({ files, command }) => files.length > 0 && command === undefined);
  if (first === undefined || !takesOneFile) return { verdict: "silent" };
  const isGiven = calls.some(({ files }) => files.some(({ path }) => paths.some((named) => isSamePath(path, named))));
  return isGiven
    ? { verdict: "silent" }
    : {
        verdict: "contradicted",
        fact: sentence("no call of the tool {tool} on record is about {path}", { tool, path: first }),
      };
}

/** A code that nothing on record ended with, or that the run which the sentence tells did not. */
export function judgeExitCode(record: WorkRecord, { code, commands, about, which }: ExitCodeClaim): Judgment {
  const runs = record.deeds.filter((deed) => deed.command !== undefined);
  if (runs.length === 0) return { verdict: "silent" };
  const endedSo = ({ exitCode, outcome }: Deed) => (exitCode ?? (outcome === "success" ? 0 : code)) === code;
  const isStated = runs.some(endedSo) || isCodePrinted(record, code);
  const exact = commands.flatMap((command) => runsOf(command, runs));
  const same = exact.length > 0 ? exact : spokenRuns(runs, about);
  const spoken = meantRuns(same, which);
  const last = same.at(-1) ?? runs.at(-1);
  if (last === undefined || (isStated && (spoken.length === 0 || spoken.some(endedSo)))) return { verdict: "silent" };
  return { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}

const isCodePrinted = (record: WorkRecord, code: number): boolean => {
  const form = new RegExp(`(?:code|status|exit(?:ed)?(?: with)?|error)\\s*[:=]?\\s*${code}\\b`, "i");
  return passagesOf(record).some(({ text }) => form.test(text));
};

const OF_EVERY_RUN = new Set(
  "start script first last code fail pass error second".split(" ").map((word) => `=${word}`),
);

/** Runs whose commands have most of the words of a sentence; none where several commands have as many. */
function spokenRuns(runs: readonly Deed[], about: string): readonly Deed[] {
  const { names, words, pairs } = conceptsOf(about);
  const said = { names, words: new Set([...words].filter((word) => !OF_EVERY_RUN.has(word))), pairs };
  const scored = runs.map((run) => ({ run, score: sharedWeight(said, conceptsOf(run.command ?? "")) }));
  const most = Math.max(...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most).map(({ run }) => run);
  return most === 0 || new Set(best.map(({ command }) => command)).size > 1 ? [] : best;
}
