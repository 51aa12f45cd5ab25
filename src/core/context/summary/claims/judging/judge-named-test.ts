import { sentence } from "../../../../base/sentence";
import type { Judgment, NamedTestClaim } from "../claim";
import { doesChore } from "../record/commands";
import type { Deed } from "../record/deed";
import { baseName } from "../record/paths";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";
import { meantRuns, outcomeFact } from "./judge-run";

const FAILING = /\bFAIL(?:ED|URE)?S?\b|\b[Ff]ail(?:ed|ing|s)?\b|SEGFAULT|\bERROR\b|✗|✕|✖|×|❌|\bnot ok\b|●/;
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
  const last = counted.at(-1);
  if (last === undefined) return { verdict: "silent" };
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
 * A run that went well without naming the test, or that names others as failing, has run it, if it is known to run it
 * at all.
 */
function seenIn(record: WorkRecord, run: Deed, name: string): "pass" | "fail" | undefined {
  const text = textOfResult(record, run.messageId);
  const lines = text.split("\n").filter((line) => line.toLowerCase().includes(baseName(name)));
  if (lines.some((line) => FAILING.test(line))) return "fail";
  if (lines.some((line) => PASSING.test(line))) return "pass";
  // Some runners name only what failed, without saying so on the same line.
  if (lines.length > 0 && (run.tests?.failed ?? 0) > 0) return "fail";
  const listsOthers = (run.tests?.failed ?? 0) > 0 && FAILING.test(text);
  if (!listsOthers && (run.outcome !== "success" || (run.tests?.failed ?? 0) > 0)) return undefined;
  return record.deeds.some((deed) => textOfResult(record, deed.messageId).toLowerCase().includes(baseName(name)))
    ? "pass"
    : undefined;
}
