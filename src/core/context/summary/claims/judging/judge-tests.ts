import { joinPattern } from "../../../../base/text";
import type { Judgment, TestClaim } from "../claim";
import { commandParts, doesChore, isWide, runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import { definedTests } from "../record/defined-tests";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { countsInParts } from "../record/test-lines";
import { isTestRun, meantRuns, nthRuns, qualifiedRuns } from "../time/meant-runs";
import { runsInTime } from "../time/runs-in-time";
import { mayHaveDone, neverRan, outcomeFact } from "./judge-run";

/** Test runs decide: the newest one about how things stand, any of them about what happened. */
export function judgeTests(record: WorkRecord, claim: TestClaim): Judgment {
  const all = qualifiedRuns(record.deeds.filter(isTestRun), claim.about);
  const ofCommand = claim.command === undefined ? [] : runsOf(claim.command, all);
  const wide = OF_ALL.test(claim.about) ? ofCommand.filter((run) => isWide(sourceOf(run))) : [];
  const named = wide.length > 0 ? wide : ofCommand;
  const about = claim.time === undefined ? claim.about : claim.about.replace(claim.time.words, " ");
  const spoken = spokenOf(all, about);
  const meant = spoken.length > 0 ? spoken : all.filter((run) => isMeant(run, claim.runner));
  const spokenRuns = sinceWritten(
    record,
    qualified(record, named.length > 0 ? named : meant.length > 0 ? meant : all, claim.about),
    about,
  );
  // The record does not tell which of its runs were those of this kind of tests; one that went so is enough.
  const isUnsure = named.length === 0 && meant.length === 0 && claim.runner !== undefined;
  if (isUnsure && all.some((run) => wentSo(record, run, claim))) return { verdict: "silent" };
  const timed = runsInTime(record, spokenRuns, claim.time);
  const newestRun = spokenRuns.at(-1);
  // Nothing was run since.
  if (timed?.length === 0 && newestRun !== undefined && claim.time?.relation === "after")
    return { verdict: "contradicted", fact: outcomeFact(newestRun), messageId: newestRun.messageId };
  const runs =
    timed ??
    (claim.which === "first" && !isBare(claim)
      ? firstOfEachTotal(spokenRuns, claim.total)
      : (named.length > 0 ? nthRuns : meantRuns)(spokenRuns, claim.which, claim.verdict));
  const last = runs.at(-1);
  if (last === undefined) {
    const maybe = record.deeds.findLast((deed) => mayHaveDone(record, deed, "test"));
    if (maybe === undefined && claim.verdict === "fail") return { verdict: "silent" };
    return maybe === undefined ? neverRan("test") : { verdict: "unchecked", messageId: maybe.messageId };
  }
  const otherwise = claim.which === "every" ? runs.find(({ tests }) => (tests?.failed ?? 0) > 0) : undefined;
  if (otherwise !== undefined && claim.verdict === "pass" && isBare(claim))
    return { verdict: "contradicted", fact: outcomeFact(otherwise), messageId: otherwise.messageId };
  const isPresent = claim.tense === "present" && timed === undefined;
  const counted = isPresent ? newestOfEach(runs) : runs;
  const relevant =
    isPresent && isBare(claim)
      ? [last]
      : claim.tense === "present"
        ? [...counted, ...(claim.which === "last" ? [] : newestOfEach(spokenRuns))]
        : counted;
  const match = relevant.findLast((run) => wentSo(record, run, claim));
  if (match === undefined) {
    if (isBare(claim) && relevant.some((run) => tellsOfPart(record, run, claim))) return { verdict: "silent" };
    if (relevant.some((run) => isCountedInParts(record, run, claim))) return { verdict: "silent" };
    if (relevant.every((run) => isUnknown(run, claim)))
      return spokenRuns.some((run) => wentSo(record, run, claim))
        ? { verdict: "silent" }
        : { verdict: "unchecked", messageId: last.messageId };
    const newest = spokenRuns.at(-1) ?? last;
    return { verdict: "contradicted", fact: outcomeFact(newest), messageId: newest.messageId };
  }
  if (claim.tense === "present" && claim.verdict === "pass" && claim.extent === "all" && isPartial(match, runs))
    return { verdict: "unchecked", messageId: match.messageId };
  return { verdict: "backed", fact: outcomeFact(match), messageId: match.messageId };
}

/** The clause speaks of some packages of the run, and those went so: "broker and worker are ok". */
function tellsOfPart(record: WorkRecord, run: Deed, { about, verdict }: TestClaim): boolean {
  const form =
    verdict === "pass" ? /^(?:ok|PASS|✓)\s+\S*?([\w.-]+)(?:\s|$)/gm : /^(?:FAIL|✗|❯)\s+\S*?([\w.-]+)(?:\s|$)/gm;
  return [...textOfResult(record, run.messageId).matchAll(form)].some(
    ([, name = ""]) => name.length >= LEAST_NAME_CHARS && about.includes(name.replace(/\.\w+$/, "")),
  );
}

const LEAST_NAME_CHARS = 4;

/** A run of several crates or packages counts each of them; a sentence may count them apart, or all together. */
function isCountedInParts(record: WorkRecord, run: Deed, { about, verdict, failed, which, time }: TestClaim): boolean {
  if ((which !== undefined && which !== "last") || time !== undefined) return false;
  const known = countsInParts(textOfResult(record, run.messageId));
  // What is quoted is the command.
  const told = about.replace(/`[^`]*`/g, " ").match(/(?<![\w.])\d+(?![\w.]*\d)/g) ?? [];
  // "4 of 5": those that were skipped did not fail.
  const wentSo = verdictOf(run) === verdict || (verdictOf(run) === "pass" && failed === undefined);
  return wentSo && told.length > 0 && told.every((value) => known.has(Number(value)));
}

/** "The new tests": a run from before they were written tells nothing of them. */
function sinceWritten(record: WorkRecord, runs: readonly Deed[], about: string): readonly Deed[] {
  if (!NEW_TESTS.test(about)) return runs;
  const paths = new Set(definedTests(record).files.values());
  const written = record.deeds.findIndex(
    ({ newText, files }) => newText !== undefined && files.some(({ path }) => paths.has(path)),
  );
  const since = runs.filter((run) => record.deeds.indexOf(run) > written);
  return since.length === 0 ? runs : since;
}

const NEW_TESTS = joinPattern(
  [
    String.raw`\b(?:new|added|regression) (?:[\w-]+ ){0,3}(?:tests?|specs?|cases?|examples?)\b|`,
    "新(?:增|加|写|建)?的?[^，。；]{0,16}(?:测试|用例)",
  ],
  "i",
);

/** "Under net8.0": of runs that differ in it, those whose command or output has the version or target. */
function qualified(record: WorkRecord, runs: readonly Deed[], about: string): readonly Deed[] {
  const [, name] = QUALIFIER.exec(about) ?? [];
  if (name === undefined) return runs;
  const found = runs.filter(({ command = "", messageId }) =>
    `${command}\n${textOfResult(record, messageId)}`.toLowerCase().includes(name.toLowerCase()),
  );
  return found.length === 0 ? runs : found;
}

const QUALIFIER = /(?:\b(?:under|on|against|using)\s(?:the\s)?|在\s?)([A-Za-z][\w-]*\d[\w.]*\w)(?![\w/])/;

/** Runs that a word of the clause tells from others: "the system tests" are those of `rails test:system`. */
function spokenOf(runs: readonly Deed[], about: string): readonly Deed[] {
  if (OF_ALL.test(about)) return runs.filter((run) => isWide(sourceOf(run)));
  const said = new Set(about.toLowerCase().match(/[a-z]{4,}/g));
  const words = runs.map(({ command = "" }) => new Set(command.toLowerCase().match(/[a-z]{4,}/g)));
  const tells = [...said].filter((word) => !/^tests?$/.test(word) && words.some((one) => hasStem(one, word)));
  const telling = tells.filter((word) => !words.every((one) => hasStem(one, word)));
  return telling.length === 0 ? [] : runs.filter((_, index) => telling.some((word) => hasStem(words[index], word)));
}

const OF_ALL = /\b(?:full|whole|entire|complete)\b|全量|完整|整套/i;

/** `rspec` runs the specs. */
const hasStem = (words: ReadonlySet<string> | undefined, word: string): boolean =>
  words?.has(word) === true || (/^specs?$/.test(word) && words?.has("rspec") === true);

/** Tells how many failed, or how many of how many passed: several runs seldom count the same. */
export const isCounted = ({ failed = 0, passed, total }: TestClaim): boolean =>
  failed > 0 || (passed !== undefined && total !== undefined);

const isBare = ({ passed, failed, total }: TestClaim): boolean =>
  passed === undefined && failed === undefined && total === undefined;

/** Without counts only the verdict can be compared. */
const isUnknown = (run: Deed, claim: TestClaim): boolean =>
  run.tests === undefined && !isBare(claim) && verdictOf(run) === claim.verdict;

const END_TO_END = /playwright|cypress|e2e|selenium|webdriver|puppeteer/i;

function isMeant({ command = "" }: Deed, runner: TestClaim["runner"]): boolean {
  if (runner === undefined) return true;
  if (runner === "unit") return !END_TO_END.test(command) && !/integration|acceptance/i.test(command);
  return runner === "end-to-end" ? END_TO_END.test(command) : command.toLowerCase().includes(runner.named);
}

/** A figure that the output itself prints beside the word: failures and errors may be counted apart. */
function prints(record: WorkRecord, run: Deed, word: "pass" | "fail", count: number): boolean {
  const text = textOfResult(record, run.messageId);
  return new RegExp(`\\b${count} ${word}|\\b${word}\\w*[:= ]{1,3}${count}\\b`, "i").test(text);
}

/** "Test Suites: 1 failed, 8 passed, 9 total", "Test Files  1 failed | 1 passed (2)". */
function suitesOf(record: WorkRecord, run: Deed): Deed["tests"] {
  const line = /^.{0,10}\bTest (?:Suites|Files):?\s.*$/m.exec(textOfResult(record, run.messageId))?.[0];
  if (line === undefined) return undefined;
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed") };
}

export function wentSo(record: WorkRecord, whole: Deed, claim: TestClaim): boolean {
  const suites = claim.counted === "suites" ? suitesOf(record, whole) : undefined;
  if (claim.counted === "suites" && suites === undefined) return true;
  const run = suites === undefined ? whole : { ...whole, tests: suites };
  if (run.tests === undefined)
    return (
      (isBare(claim) || (claim.passed !== undefined && claim.passed === packagesPassed(record, run))) &&
      verdictOf(run) === claim.verdict
    );
  const { passed, failed } = run.tests;
  // A run of several packages counts each of them.
  if (claim.failed === undefined && claim.total === undefined && claim.extent === "some" && (claim.passed ?? 0) > 1) {
    if (prints(record, whole, "pass", claim.passed ?? 0) && claim.passed !== passed) return true;
  }
  if (
    claim.passed !== undefined &&
    claim.passed !== passed &&
    !(claim.verdict === "pass" && claim.passed === passed + failed && failed === 0)
  )
    return false;
  const isPrinted = claim.failed !== undefined && claim.failed > 0 && prints(record, run, "fail", claim.failed);
  if (claim.failed !== undefined && claim.failed !== failed && !isPrinted) return false;
  const skipped = skippedIn(record, run);
  if (claim.total !== undefined && claim.total !== passed + failed && claim.total !== passed + failed + skipped)
    return false;
  // "32 of 34 pass": those that were skipped did not fail.
  if (claim.total === passed + failed + skipped && skipped > 0 && claim.passed === passed && failed === 0) return true;
  // Counts can be right where the run failed for another reason.
  const isCounted = claim.failed === 0 && failed === 0 && claim.extent === "some";
  return isCounted || verdictOf(run) === claim.verdict;
}

/** Tests that a run counts apart, because they were not run or their failure was expected. */
const skippedIn = (record: WorkRecord, { messageId }: Deed): number =>
  [...textOfResult(record, messageId).matchAll(SKIPPED)].reduce(
    (sum, [, before, behind]) => sum + Number(before ?? behind),
    0,
  );

const SKIPPED = /\b(\d+) (?:skipped|ignored|pending|todo|xfailed|deselected|excluded)\b|\bSkipped: +(\d+)/g;

/** Go prints packages instead of tests. */
const packagesPassed = (record: WorkRecord, run: Deed): number | undefined =>
  textOfResult(record, run.messageId).match(/^ok\s+\S+/gm)?.length;

const verdictOf = (run: Deed): TestClaim["verdict"] =>
  run.tests === undefined
    ? run.outcome === "success"
      ? "pass"
      : "fail"
    : run.tests.failed > 0 || run.outcome === "failure"
      ? "fail"
      : "pass";

/** Where tests were added, the first run of the new ones is not the first of all; their number may tell it. */
function firstOfEachTotal(runs: readonly Deed[], total: number | undefined): readonly Deed[] {
  const totals = runs.map(({ tests }) => (tests === undefined ? undefined : tests.passed + tests.failed));
  const isTold = total !== undefined && totals.includes(total);
  return runs.filter((_, index) => totals.indexOf(totals[index]) === index && (!isTold || totals[index] === total));
}

/** The newest run of each command: a run of one file says nothing about another's. */
function newestOfEach(runs: readonly Deed[]): readonly Deed[] {
  const newest = new Map<string, Deed>();
  for (const run of runs) newest.set(sourceOf(run), run);
  return [...newest.values()];
}

const sourceOf = ({ command = "" }: Deed): string =>
  commandParts(command)
    .map((words) => words.join(" "))
    .find((part) => doesChore(part, "test")) ?? command;

/** A wider command failed before and was not run again: the narrow success does not speak for all. */
function isPartial(run: Deed, runs: readonly Deed[]): boolean {
  const source = sourceOf(run);
  return newestOfEach(runs).some(
    (other) =>
      other !== run &&
      verdictOf(other) === "fail" &&
      sourceOf(other).length < source.length &&
      source.startsWith(sourceOf(other)),
  );
}
