import type { ExitCodeClaim, Judgment, TestClaim } from "../claim";
import type { WorkRecord } from "../record/record";
import { isTestRun } from "../time/meant-runs";
import { outcomeFact } from "./judge-run";
import { isCounted, wentSo } from "./judge-tests";

/**
 * Counts tell which run a sentence means: an exit code beside them is that of a run that counted so, whatever other
 * runs ended with it.
 */
export function judgeCodeWithCounts(
  record: WorkRecord,
  code: ExitCodeClaim,
  tests: readonly TestClaim[],
): Judgment | undefined {
  const told = tests.find((claim) => isCounted(claim) && code.context.includes(claim.about.trim()));
  if (told === undefined) return undefined;
  const runs = record.deeds.filter((run) => isTestRun(run) && run.tests !== undefined && wentSo(record, run, told));
  const last = runs.at(-1);
  if (last === undefined || runs.some(({ exitCode }) => exitCode === null || exitCode === code.code)) return undefined;
  return { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}
