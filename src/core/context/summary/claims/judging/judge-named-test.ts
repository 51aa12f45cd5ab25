import { sentence } from "../../../../base/sentence";
import type { Judgment, NamedTestClaim } from "../claim";
import { doesChore, isWide } from "../record/commands";
import type { Deed } from "../record/deed";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { meantRuns, outcomeFact } from "./judge-run";

const FAILING = /\bFAIL(?:ED|URE)?S?\b|\b[Ff]ail(?:ed|ing|s)?\b|❯|»|SEGFAULT|\bERROR\b|✗|✕|✖|×|❌|\bnot ok\b|●/;
const PASSING = /\bPASS(?:ED)?\b|\bpass(?:ed|es|ing)?\b|✓|✔|✅|\bok\b/i;

/** A test that its newest run shows as failing does not pass, and one whose run had no failure does not fail. */
export function judgeNamedTest(record: WorkRecord, { name, verdict, tense, which }: NamedTestClaim): Judgment {
  const runs = record.deeds.filter(
    (deed) => deed.command !== undefined && (deed.tests !== undefined || doesChore(deed.command, "test")),
  );
  const shown = runs.flatMap((run) => {
    const seen = seenIn(record, run, name);
    return seen === undefined ? [] : [{ run, seen }];
  });
  const meant = new Set(
    meantRuns(
      shown.map(({ run }) => run),
      which,
    ),
  );
  const counted = tense === "present" ? shown.slice(-1) : shown.filter(({ run }) => meant.has(run));
  const match = counted.findLast(({ seen }) => seen === verdict);
  if (match !== undefined) return { verdict: "backed", fact: outcomeFact(match.run), messageId: match.run.messageId };
  const last = shown.at(-1);
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

/**
 * How the test went in a run: as its own line says; or, where only others are listed, by the run as a whole, if the
 * same command is known to run it and the test was there by then.
 */
function seenIn(record: WorkRecord, run: Deed, name: string): "pass" | "fail" | undefined {
  const told = toldIn(record, run, name);
  if (told !== undefined) return told;
  const text = textOfResult(record, run.messageId);
  const command = (run.command ?? "").toLowerCase();
  const isNamed =
    [baseName(name), ...containersOf(record, name)].some((one) => command.includes(one)) ||
    isPartOf(record, command, name);
  const isRunBy =
    isWide(run.command ?? "") ||
    record.deeds.some((other) => other.command === run.command && toldIn(record, other, name) !== undefined);
  if (!isNamed && !(isRunBy && isThere(record, run, name))) return undefined;
  const hasFailures = (run.tests?.failed ?? 0) > 0 || run.outcome === "failure";
  if (!hasFailures) return "pass";
  // Another test failed, and a run names all that do.
  return FAILING.test(text) && !isNamed ? "pass" : isNamed ? "fail" : undefined;
}

/** The folder that the command is given stands in an output that tells of the test. */
function isPartOf(record: WorkRecord, command: string, name: string): boolean {
  const folders = [...command.matchAll(/\s(?:\.\/)?((?:[\w-]+\/)+[\w-]+)\/?(?=\s|$)/g)].map(
    ([, folder = ""]) => folder,
  );
  return (
    folders.length > 0 &&
    record.deeds.some(
      (deed) =>
        toldIn(record, deed, name) === "fail" &&
        folders.some((folder) => textOfResult(record, deed.messageId).includes(folder)),
    )
  );
}

/** Classes and files that a line of output puts before the name: `PostingControllerTest.acceptsKey`. */
function containersOf(record: WorkRecord, name: string): readonly string[] {
  const byName = containers.get(record) ?? new Map<string, readonly string[]>();
  containers.set(record, byName);
  const found = byName.get(name) ?? readContainers(record, name);
  byName.set(name, found);
  return found;
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
  const lines = textOfResult(record, run.messageId)
    .split("\n")
    .filter((line) => line.toLowerCase().includes(baseName(name)));
  if (lines.some((line) => FAILING.test(line))) return "fail";
  if (lines.some((line) => PASSING.test(line))) return "pass";
  // Some runners name only what failed, without saying so on the same line.
  return lines.length > 0 && ((run.tests?.failed ?? 0) > 0 || run.outcome === "failure") ? "fail" : undefined;
}

/** A test that a later write brings was not there before. */
function isThere(record: WorkRecord, run: Deed, name: string): boolean {
  const written = record.deeds.findIndex(
    ({ files, newText }) =>
      newText?.toLowerCase().includes(baseName(name).replace(/^.*::/, "")) === true ||
      files.some((file) => file.operation === "written" && baseName(file.path) === baseName(name)),
  );
  return written < 0 || written < record.deeds.indexOf(run) || isShownBefore(record, written, name);
}

const isShownBefore = (record: WorkRecord, written: number, name: string): boolean =>
  record.deeds
    .slice(0, written)
    .some((deed) => textOfResult(record, deed.messageId).toLowerCase().includes(baseName(name)));
