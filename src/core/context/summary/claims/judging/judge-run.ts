import type { Sentence } from "../../../../base/sentence";
import { sentence } from "../../../../base/sentence";
import { errorLinesIn } from "../../../../conversation/text/error-lines";
import { shellText } from "../../../../ledger/shell-text";
import type { Chore, CommandClaim, ExitCodeClaim, Judgment, RunClaim, ToolClaim } from "../claim";
import { conceptsOf, sharedWeight } from "../language/concepts";
import { CHORES_CHECKED, commandParts, doesChore, mayDoChore, runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import { isSamePath, mayHold } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { passagesOf, textOfResult } from "../record/record";
import { QUOTES_FILES } from "../record/troubles";
import { vocabularyOf } from "../record/vocabulary";
import { meantRuns, nthRuns, qualifiedRuns } from "../time/meant-runs";
import { runsInTime } from "../time/runs-in-time";

/** A command as it ran: an action of the past is true if any run went so, a state only if the newest did. */
export function judgeCommand(record: WorkRecord, claim: CommandClaim): Judgment {
  const { command } = claim;
  const runs = runsMeant(record, claim);
  if (runs.length === 0 && claim.manner === "named" && isSpokenOf(record, claim)) return { verdict: "silent" };
  const isRefused = record.deeds.some(
    ({ refused }) => refused !== undefined && runsOf(command, [{ command: refused }]).length > 0,
  );
  if (runs.length === 0 && isRefused && (claim.outcome === "failure" || claim.manner === "tried"))
    return { verdict: "silent" };
  const changed = firstChange(record, claim.after ?? []);
  const newest = runs.at(-1);
  // The tests behind it failed: how the command before them ended, no output says.
  const isPart = ({ command: ran = "", tests }: Deed): boolean =>
    /&&/.test(ran) && (tests?.failed ?? 0) > 0 && !doesChore(command, "test");
  if (claim.outcome === "success" && runs.some(isPart)) return { verdict: "silent" };
  const isNarrower = claim.extent === "whole" && !runs.some((run) => isExactly(run.command ?? "", command));
  if (newest !== undefined && isNarrower)
    return { verdict: "contradicted", fact: outcomeFact(newest), messageId: newest.messageId };
  if (newest !== undefined && changed !== undefined && record.deeds.indexOf(newest) < changed)
    return { verdict: "contradicted", fact: outcomeFact(newest), messageId: newest.messageId };
  return runs.length === 0
    ? { verdict: "contradicted", fact: sentence("`{command}` was never run", { command: quote(command) }) }
    : judgeOutcome(record, runs, claim);
}

const isExactly = (ran: string, told: string): boolean => {
  const [parts, wanted] = [ran, told].map((one) => commandParts(one).map((words) => words.join(" ")));
  return wanted?.every((part) => parts?.includes(part)) === true;
};

/** Where the files and values that a run is said to come after were first changed. */
function firstChange(record: WorkRecord, after: readonly string[]): number | undefined {
  const at = record.deeds.findIndex(
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

/**
 * Only told of: a file that was read or written has it. That it went well no file says, only the output of something
 * larger: `pip install` in that of an image build. A whole line of a file that was written is quoted as what it is.
 */
function isSpokenOf(record: WorkRecord, { command: told, shorter, outcome }: CommandClaim): boolean {
  const names = [told, ...shorter.filter((one) => one.includes(" "))];
  const has = (text: string): boolean => names.some((name) => text.includes(name));
  return record.deeds.some(({ command, given, files, refused, newText = "", messageId }) => {
    const isRun = command !== undefined && !QUOTES_FILES.test(shellText(command).run);
    const isPut = refused === undefined && files.some(({ operation }) => operation === "written");
    if (isPut && newText.split("\n").some((line) => line.trim() === told)) return true;
    if (outcome !== undefined && outcome !== "failure") return isRun && has(textOfResult(record, messageId));
    return has(textOfResult(record, messageId)) || (isPut && has(given));
  });
}

function judgeOutcome(
  record: WorkRecord,
  all: readonly Deed[],
  { kind, outcome, tense, which, time }: CommandClaim | RunClaim,
): Judgment {
  const found = runsInTime(record, all, time);
  const timed = found?.length === 0 ? undefined : found;
  const runs = timed ?? (kind === "command" ? nthRuns : meantRuns)(all, which, outcome);
  const last = runs.at(-1);
  if (last === undefined) return { verdict: "silent" };
  if (outcome === undefined) return { verdict: "backed", fact: outcomeFact(last), messageId: last.messageId };
  const newestOfAll = tense === "present" ? all.slice(-1) : [];
  const counted = tense === "present" && timed === undefined ? newestOfEach(runs) : [...runs, ...newestOfAll];
  const match = counted.findLast((run) => ended(record, run, outcome) === "so");
  if (match !== undefined) return { verdict: "backed", fact: outcomeFact(match), messageId: match.messageId };
  if (counted.every((run) => ended(record, run, outcome) === "unknown"))
    return { verdict: "unchecked", messageId: last.messageId };
  // Whichever run is meant, the correction states how things are.
  const newest = all.at(-1) ?? last;
  return { verdict: "contradicted", fact: outcomeFact(newest), messageId: newest.messageId };
}

/** A command that is told shortly may stand for several; the newest run of each may be meant. */
const newestOfEach = (runs: readonly Deed[]): readonly Deed[] => [
  ...new Map(runs.map((run) => [run.command, run])).values(),
];

function ended(record: WorkRecord, run: Deed, outcome: number | "success" | "failure"): "so" | "otherwise" | "unknown" {
  if (typeof outcome === "number") {
    if (run.exitCode !== null) return run.exitCode === outcome ? "so" : "otherwise";
    if (outcome === 0) return run.outcome === "success" ? "so" : "otherwise";
    return run.outcome === "failure" ? "unknown" : "otherwise";
  }
  if (run.tests !== undefined && run.tests.failed > 0) return outcome === "failure" ? "so" : "otherwise";
  if (run.outcome === outcome) return "so";
  // Without an exit code, only an error that is told shows that something failed, and nothing shows that it did not.
  if (run.exitCode === null && outcome === "failure" && run.tests === undefined) return "unknown";
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
export const quote = (command: string): string => {
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
  deploy: sentence("no deployment is on record"),
};

export const neverRan = (chore: Chore): Judgment => ({ verdict: "contradicted", fact: NEVER[chore] });

/** To say that it was done is to say that it worked. */
const EFFECTS: ReadonlySet<RunClaim["work"]> = new Set(["commit", "push", "install", "deploy", "format"]);

export function judgeRun(record: WorkRecord, told: RunClaim): Judgment {
  const { work } = told;
  const claim: RunClaim = told.outcome === undefined && EFFECTS.has(work) ? { ...told, outcome: "success" } : told;
  const commands = qualifiedRuns(
    record.deeds.filter((deed) => deed.command !== undefined),
    claim.about,
  );
  if (typeof work !== "string") {
    const runs = vocabularyOf(record).programs.get(work.program) ?? [];
    return judgeOutcome(record, qualifiedRuns(runs, claim.about), claim);
  }
  const isRefused = record.deeds.some(({ refused }) => refused !== undefined && mayDoChore(refused, work));
  if (isRefused && claim.outcome === "failure") return { verdict: "silent" };
  const runs =
    work === "build" ? buildsOf(record, commands) : commands.filter(({ command = "" }) => doesChore(command, work));
  if (runs.length > 0) {
    const failed = runs.filter(({ outcome }) => outcome === "failure");
    if (
      claim.outcome === "success" &&
      failed.length > 0 &&
      failed.every(({ command = "" }) => isOneOfMany(command, work))
    )
      return { verdict: "silent" };
    if (claim.which === "last") return judgeOutcome(record, runs, claim);
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
  const maybe = commands.findLast((deed) => mayHaveDone(record, deed, work));
  if (maybe !== undefined)
    return {
      verdict: told.outcome === undefined && !EFFECTS.has(work) ? "unchecked" : "silent",
      messageId: maybe.messageId,
    } as Judgment;
  return claim.outcome === "failure" || isProgramRun(record, claim.by) ? { verdict: "silent" } : neverRan(work);
}

/** Without saying so in its command; but a script that prints, and no word of tests, tested nothing. */
export function mayHaveDone(record: WorkRecord, { command = "", messageId }: Deed, work: Chore): boolean {
  if (!mayDoChore(command, work)) return false;
  const output = textOfResult(record, messageId).trim();
  return work !== "test" || output === "" || !IS_SCRIPT.test(command) || OF_TESTS.test(`${command} ${output}`);
}

const IS_SCRIPT = /^(?:cd \S+ && )?(?:python3?|node|ruby|tsx|bun|deno run) [\w./-]+\.\w+\s*$/;
const OF_TESTS = /test|spec|pass|fail|assert|\bok\b|✓|✔|error|exit code/i;

/** What is said to have done the work was run: it may do it under a name of its own. */
const isProgramRun = (record: WorkRecord, by = ""): boolean =>
  (by.toLowerCase().match(/[a-z]\w*(?:[.-]\w+)*/g) ?? []).some(
    (word) => !OF_ANY_RUN.test(word) && vocabularyOf(record).programs.has(word),
  );

const OF_ANY_RUN = /^(?:tests?|builds?|checks?|lint|format|runs?|code|types?|project|python3?|node)$/;

/** Tests that could not be built tell of the build; so do those that ran, where the program is known to build them. */
function buildsOf(record: WorkRecord, commands: readonly Deed[]): readonly Deed[] {
  const isUnbuilt = (deed: Deed) => deed.tests === undefined && NOT_BUILT.test(textOfResult(record, deed.messageId));
  const builders = new Set(commands.filter(isUnbuilt).map(({ command = "" }) => commandParts(command)[0]?.[0]));
  return commands.filter((deed) => {
    const { command = "", outcome } = deed;
    if (doesChore(command, "build") || isUnbuilt(deed)) return true;
    return outcome === "success" && CHECKS.test(command) && builders.has(commandParts(command)[0]?.[0]);
  });
}

const CHECKS = /\s(?:test|check|verify)\b/;

/** `ruff check src && mypy src` failed: nobody knows whether the linter did. */
const isOneOfMany = (command: string, work: Chore): boolean => {
  const parts = commandParts(command).map((words) => words.join(" "));
  return (
    parts.some((part) => doesChore(part, work)) &&
    parts.some((part) =>
      CHORES_CHECKED.some((other) => other !== work && doesChore(part, other) && !doesChore(part, work)),
    )
  );
};

const NOT_BUILT = /\[build failed\]|\bcould not compile\b|\bcompilation (?:error|failed|failure)\b|\bbuild failed\b/i;

/** A tool that was never called did nothing; calls whose messages are gone could have been any tool's. */
export function judgeTool(record: WorkRecord, { tool, paths }: ToolClaim): Judgment {
  if (record.deeds.some((deed) => deed.tool === "")) return { verdict: "silent" };
  const calls = record.deeds.filter((deed) => deed.tool.toLowerCase() === tool.toLowerCase());
  if (calls.length === 0)
    return { verdict: "contradicted", fact: sentence("no call of the tool {tool} is on record", { tool }) };
  const [first] = paths;
  const takesOneFile = calls.every(({ files, command }) => files.length > 0 && command === undefined);
  if (first === undefined || !takesOneFile) return { verdict: "silent" };
  const isGiven = calls.some(({ files }) =>
    files.some(({ path }) =>
      paths.some((named) => isSamePath(path, named) || (named.endsWith("/") && mayHold(named, path))),
    ),
  );
  return isGiven
    ? { verdict: "silent" }
    : {
        verdict: "contradicted",
        fact: sentence("no call of the tool {tool} on record is about {path}", { tool, path: first }),
      };
}

/** A code that nothing on record ended with, or that none of the runs which the sentence may mean ended with. */
export function judgeExitCode(record: WorkRecord, claim: ExitCodeClaim): Judgment {
  const { code, which, time } = claim;
  const runs = record.deeds.filter((deed) => deed.command !== undefined);
  if (runs.length === 0) return { verdict: "silent" };
  const endedSo = ({ exitCode, outcome }: Deed) => (exitCode ?? (outcome === "success" ? 0 : code)) === code;
  const isStated = runs.some(endedSo) || isCodePrinted(record, code);
  const same = qualifiedRuns(runsTold(record, runs, claim), claim.context);
  // A failure that shows what the sentence names may be meant before a command that only its plain words are like.
  const { names } = conceptsOf(claim.context);
  const isNamed = same.some(({ command = "" }) => [...conceptsOf(command).names].some((name) => names.has(name)));
  if (claim.commands.length === 0 && !isNamed && showingMost(record, runs, claim.context).some(endedSo))
    return { verdict: "silent" };
  const shown = code === 0 ? [] : showingMost(record, same, claim.context);
  const timed = runsInTime(record, same, time) ?? [];
  const spoken = shown.length > 0 ? shown : timed.length > 0 ? timed : nthRuns(same, which);
  const last = same.at(-1) ?? runs.at(-1);
  if (last === undefined || (isStated && (spoken.length === 0 || spoken.some(endedSo)))) return { verdict: "silent" };
  return { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}

/** Runs that the words around a code may mean: by command, by program, by the words of a command, by kind of work. */
function runsTold(
  record: WorkRecord,
  runs: readonly Deed[],
  { commands, chore, about, context }: ExitCodeClaim,
): readonly Deed[] {
  const exact = commands.flatMap((command) => runsOf(command, runs));
  if (exact.length > 0) return withNames(exact, about.replace(REASON, ""));
  const byProgram = programRuns(record, about);
  const byWords = spokenRuns(byProgram.length > 0 ? byProgram : runs, about.replace(REASON, ""));
  // Words that several commands have do not tell them apart; a name before them may.
  if (byWords.length > 0) return withNames(byWords, context.replace(REASON, ""));
  if (byProgram.length > 0) return byProgram;
  return chore === undefined ? [] : runs.filter(({ command = "" }) => doesChore(command, chore));
}

/** Why it ended so names other things than what was run. */
const REASON = /\b(?:because|since|due to|for lack of)\b.*$|因为.*$|由于.*$/is;

/** Those whose commands have most of the names in a text; all where none has any. */
function withNames(runs: readonly Deed[], text: string): readonly Deed[] {
  const { names } = conceptsOf(text);
  const counts = runs.map(
    ({ command = "" }) => [...conceptsOf(shellText(command).line).names].filter((name) => names.has(name)).length,
  );
  const most = Math.max(...counts);
  return runs.filter((_, index) => counts[index] === most);
}

/** Of the failed runs those whose outputs have most of what a sentence quotes or names; none where none has any. */
function showingMost(record: WorkRecord, runs: readonly Deed[], context: string): readonly Deed[] {
  const quoted = [...context.matchAll(/["“「'`]([^"”」'`]{6,80})["”」'`]/g)].map(([, words = ""]) =>
    words.toLowerCase(),
  );
  const signs = [...quoted, ...conceptsOf(context).names];
  const scored = runs.map((run) => {
    const output = textOfResult(record, run.messageId).toLowerCase();
    return { run, score: run.outcome === "failure" ? signs.filter((sign) => output.includes(sign)).length : 0 };
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  return most === 0 ? [] : scored.filter(({ score }) => score === most).map(({ run }) => run);
}

/** Runs of the programs that a sentence names. */
function programRuns(record: WorkRecord, about: string): readonly Deed[] {
  const { programs } = vocabularyOf(record);
  const named = new Set((about.toLowerCase().match(/[a-z][\w-]+/g) ?? []).flatMap((word) => programs.get(word) ?? []));
  return record.deeds.filter((deed) => named.has(deed));
}

const isCodePrinted = (record: WorkRecord, code: number): boolean => {
  const form = new RegExp(`(?:code|status|exit(?:ed)?(?: with)?|error)\\s*[:=]?\\s*${code}\\b`, "i");
  return passagesOf(record).some(({ text }) => form.test(text));
};

const OF_EVERY_RUN = new Set(
  "start script first last code fail pass error second".split(" ").map((word) => `=${word}`),
);

/** Runs whose commands have most of the words of a sentence. */
function spokenRuns(runs: readonly Deed[], about: string): readonly Deed[] {
  const { names, words, pairs } = conceptsOf(about);
  const said = { names, words: new Set([...words].filter((word) => !OF_EVERY_RUN.has(word))), pairs };
  const scored = runs.map((run) => ({ run, score: sharedWeight(said, conceptsOf(shellText(run.command ?? "").line)) }));
  const most = Math.max(...scored.map(({ score }) => score));
  return most === 0 ? [] : scored.filter(({ score }) => score === most).map(({ run }) => run);
}
