import { sentence } from "../../../../base/sentence";
import { joinPattern } from "../../../../base/text";
import type { Judgment, NamedTestClaim } from "../claim";
import { isWide, runsOf } from "../record/commands";
import type { Deed } from "../record/deed";
import { definedTests } from "../record/defined-tests";
import { mayWorkUnseen } from "../record/others-work";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { testLinesOf } from "../record/test-lines";
import { isTestRun, meantRuns, nthRuns, qualifiedRuns } from "../time/meant-runs";
import { runsInTime } from "../time/runs-in-time";
import { mayHaveDone, neverRan, outcomeFact } from "./judge-run";

/** A test that its newest run shows as failing does not pass, and one whose run had no failure does not fail. */
export function judgeNamedTest(record: WorkRecord, claim: NamedTestClaim): Judgment {
  const { name, verdict, time } = claim;
  const which = claim.which ?? time?.which;
  // "It still failed in the second run" tells of that run, whatever came later.
  const tense = which === "first" || which === "second" || which === "third" ? "past" : claim.tense;
  const runs = record.deeds.filter(isTestRun);
  const shown = runs.flatMap((run) => {
    const seen = seenIn(record, run, name);
    return seen === undefined ? [] : [{ run, seen }];
  });
  const all = qualifiedRuns(
    shown.map(({ run }) => run),
    claim.about,
  );
  const found = runsInTime(record, all, time);
  const timed = found?.length === 0 ? undefined : found;
  const ofCommand = claim.command === undefined ? aimedAt(all, claim) : runsOf(claim.command, all);
  const isNth = which === "first" || which === "second" || which === "third";
  const own = all.filter(({ command = "" }) => command.toLowerCase().includes(baseName(name)));
  const spoken = isNth ? [...nthRuns(all, which), ...nthRuns(own, which)] : meantRuns(all, which, verdict);
  const meant = new Set(timed ?? (ofCommand.length > 0 ? nthRuns(ofCommand, which, verdict) : spoken));
  const newest = tense === "present" ? shown.slice(-1) : [];
  // What is so after a change is so now; only what was so before it may have changed.
  const isNow = tense === "present" && time?.relation !== "before";
  const counted = isNow ? newest : [...shown.filter(({ run }) => meant.has(run)), ...newest];
  const failing = which === "every" && verdict === "pass" ? shown.find(({ seen }) => seen === "fail") : undefined;
  if (failing !== undefined)
    return { verdict: "contradicted", fact: outcomeFact(failing.run), messageId: failing.run.messageId };
  const match = counted.findLast(({ seen }) => seen === verdict);
  if (match !== undefined) return { verdict: "backed", fact: outcomeFact(match.run), messageId: match.run.messageId };
  const last = shown.at(-1);
  if (last === undefined && verdict === "pass") return judgeUnrun(record, name);
  if (last === undefined || counted.length === 0) return { verdict: "silent" };
  return {
    verdict: "contradicted",
    fact:
      last.seen === "fail"
        ? sentence("{test} failed when it was last run", { test: name })
        : sentence("{test} passed when it was last run", { test: name }),
    messageId: last.run.messageId,
  };
}

/** A test that was written in this session, after which nothing ran that may be tests, passed nowhere. */
function judgeUnrun(record: WorkRecord, name: string): Judgment {
  const written = record.deeds.findIndex(
    ({ newText, outcome }) => outcome === "success" && newText?.includes(name) === true,
  );
  const later = record.deeds.slice(written + 1);
  const mayRun = (deed: Deed) => isTestRun(deed) || mayHaveDone(record, deed, "test") || mayWorkUnseen(deed);
  if (written < 0 || later.some(mayRun)) return { verdict: "silent" };
  const run = record.deeds.findLast(isTestRun);
  return run === undefined
    ? neverRan("test")
    : { verdict: "contradicted", fact: outcomeFact(run), messageId: run.messageId };
}

/** "RetryCapSpec — failed" tells of the runs that were given its name, where there are any and no order is told. */
const aimedAt = (runs: readonly Deed[], { name, which, about }: NamedTestClaim): readonly Deed[] =>
  which !== undefined || OF_ALL.test(about)
    ? []
    : runs.filter(({ command = "" }) => command.toLowerCase().includes(baseName(name)));

const OF_ALL =
  /\b(?:full|whole|entire|complete|all|suite|before|first|initially)\b|全量|完整|整个|全部|之?前|起初|最初/i;

/**
 * How the test went in a run: as its own line says; or, where only others are listed, by the run as a whole, if the
 * same command is known to run it and the test was there by then.
 */
function seenIn(record: WorkRecord, run: Deed, name: string): "pass" | "fail" | undefined {
  const told = toldIn(record, run, name);
  if (told !== undefined) return told;
  const command = (run.command ?? "").toLowerCase();
  const showing = record.deeds.filter(
    (other) => other.command !== undefined && toldIn(record, other, name) !== undefined,
  );
  // A test that `make integration` runs need not be among those of its folder.
  const isNamed =
    [baseName(name), ...containersOf(record, name)].some((one) => command.includes(one)) ||
    (showing.every((other) => hasSameRunner(command, other.command ?? "")) && isPartOf(record, command, name));
  const isRunBy =
    (isWide(command) &&
      (showing.length === 0 || showing.some((other) => !isOtherRunner(command, other.command ?? "")))) ||
    showing.some((other) => other.command === run.command);
  if (!isNamed && !(isRunBy && isThere(record, run, name))) return undefined;
  const hasFailures = (run.tests?.failed ?? 0) > 0 || run.outcome === "failure";
  if (!hasFailures) return "pass";
  // Another test failed, and a run names all that do.
  return isNamed ? "fail" : namesFailures(record, run) ? "pass" : undefined;
}

const RUNNER = joinPattern(
  [
    String.raw`\b(?:vitest|jest|pytest|mocha|playwright|cypress|rspec|phpunit|pest|ctest|cargo|go test|gradlew?|mvnw?|`,
    String.raw`dotnet|swift|xcodebuild|mix|bun|deno|bats|rails|flutter|sbt)\b`,
  ],
  "i",
);

const hasSameRunner = (one: string, other: string): boolean => {
  const first = RUNNER.exec(one)?.[0].toLowerCase();
  return first !== undefined && first === RUNNER.exec(other)?.[0].toLowerCase();
};

/** Both name their runners, which differ: neither runs the tests of the other. */
function isOtherRunner(one: string, other: string): boolean {
  const [first, second] = [RUNNER.exec(one)?.[0], RUNNER.exec(other)?.[0]];
  return first !== undefined && second !== undefined && first.toLowerCase() !== second.toLowerCase();
}

const namesFailures = (record: WorkRecord, run: Deed): boolean =>
  testLinesOf(textOfResult(record, run.messageId)).some(({ verdict }) => verdict === "fail");

/** The command is given the folder that the test is in: its path, or the package that its runner names behind it. */
function isPartOf(record: WorkRecord, command: string, name: string): boolean {
  const folders = [...command.matchAll(/\s(?:\.\/)?((?:[\w-]+\/)+[\w-]+)\/?(?=\s|$)/g)].map(
    ([, folder = ""]) => folder,
  );
  if (folders.length === 0) return false;
  if (name.includes("/")) return folders.some((folder) => `/${name.toLowerCase()}/`.includes(`/${folder}/`));
  return record.deeds.some(
    (deed) =>
      deed.command !== undefined &&
      placesOf(textOfResult(record, deed.messageId), baseName(name)).some((place) =>
        folders.some((folder) => place.includes(folder)),
      ),
  );
}

/** Lines that tell where a test is: its own, and the one on which Go sums up its package. */
function placesOf(output: string, name: string): readonly string[] {
  const lines = testLinesOf(output);
  return lines.flatMap(({ text }, index) => {
    if (!text.includes(name)) return [];
    const summary = lines.slice(index + 1).find((line) => /^(?:fail|ok)\s+\S+\/\S/.test(line.text));
    return [text, ...(summary === undefined ? [] : [summary.text])];
  });
}

/** Classes and files that a line of output puts before the name: `PostingControllerTest.acceptsKey`. */
function containersOf(record: WorkRecord, name: string): readonly string[] {
  const byName = containers.get(record) ?? new Map<string, readonly string[]>();
  containers.set(record, byName);
  const found = byName.get(name) ?? [...readContainers(record, name), ...definingFile(record, name)];
  byName.set(name, found);
  return found;
}

/** The file that a test was written into goes by its name, with and without its ending. */
function definingFile(record: WorkRecord, name: string): readonly string[] {
  const path = definedTests(record).files.get(name);
  return path === undefined ? [] : [baseName(path), baseName(path).replace(/\.\w+$/, "")];
}

const containers = new WeakMap<WorkRecord, Map<string, readonly string[]>>();
const CONTAINER = /([\w./-]{4,120})(?:\.|::|#|:\d+(?::\d+)? › | › | > )$/;
const CONTAINER_CHARS = 160;

function readContainers(record: WorkRecord, name: string): readonly string[] {
  const found = new Set<string>();
  for (const { messageId, command } of record.deeds) {
    if (command === undefined) continue;
    const text = textOfResult(record, messageId);
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const container = CONTAINER.exec(text.slice(Math.max(0, at - CONTAINER_CHARS), at))?.[1];
      if (container !== undefined) found.add(baseName(container));
    }
  }
  return [...found];
}

function toldIn(record: WorkRecord, run: Deed, name: string): "pass" | "fail" | undefined {
  const all = testLinesOf(textOfResult(record, run.messageId));
  // `internal/store` is not the first thing that has "store" in it.
  const whole = name.includes("/") ? all.filter(({ text }) => text.includes(name.toLowerCase())) : [];
  const lines = whole.length > 0 ? whole : all.filter(({ text }) => text.includes(baseName(name)));
  if (lines.some(({ verdict }) => verdict === "fail")) return "fail";
  if (lines.some(({ verdict }) => verdict === "pass")) return "pass";
  // Some runners name only what failed, without saying so on the same line.
  return lines.length > 0 && ((run.tests?.failed ?? 0) > 0 || run.outcome === "failure") ? "fail" : undefined;
}

/** A test that a later write brings was not there before. */
function isThere(record: WorkRecord, run: Deed, name: string): boolean {
  const written = record.deeds.findIndex(
    ({ files, newText }) =>
      newText?.toLowerCase().includes(baseName(name).replace(/^.*::/, "")) === true ||
      files.some((file) => file.operation === "written" && isFileOf(baseName(file.path), baseName(name))),
  );
  return written < 0 || written < record.deeds.indexOf(run) || isShownBefore(record, written, name);
}

/** `ring_test` is built from `ring_test.cpp`. */
const isFileOf = (file: string, name: string): boolean => file === name || file.replace(/\.\w+$/, "") === name;

const isShownBefore = (record: WorkRecord, written: number, name: string): boolean =>
  record.deeds
    .slice(0, written)
    .some((deed) => textOfResult(record, deed.messageId).toLowerCase().includes(baseName(name)));
