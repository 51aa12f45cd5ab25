import type { AllClearClaim, Judgment } from "../claim";
import { conceptsOf, sharedWeight } from "../language/concepts";
import { CHORES_CHECKED, covers, doesChore } from "../record/commands";
import type { Deed } from "../record/deed";
import type { WorkRecord } from "../record/record";
import { outcomeFact } from "./judge-run";

/** Nothing is left failing if every check that failed was run again and went well. */
export function judgeAllClear(record: WorkRecord, { about }: AllClearClaim): Judgment {
  const checks = record.deeds.filter(
    ({ command, tests }) => command !== undefined && (tests !== undefined || isCheck(command)),
  );
  const open = checks.filter(
    (run, at) =>
      hasFailed(run) && !checks.slice(at + 1).some((later) => covers(later.command ?? "", run.command ?? "")),
  );
  const isAboutTests = /\btests?\b|\bspecs?\b|测试|用例/i.test(about);
  const said = conceptsOf(about);
  const named = checks.filter(({ command = "" }) => sharedWeight(said, conceptsOf(command)) > 0);
  const meant = named.length === 0 ? open : open.filter((run) => named.includes(run));
  const last = (
    isAboutTests
      ? open.filter(({ tests, command = "" }) => tests !== undefined || doesChore(command, "test"))
      : meant.length > 0
        ? meant
        : named.length > 0
          ? []
          : open
  ).at(-1);
  if (last === undefined) return { verdict: "silent" };
  return { verdict: "contradicted", fact: outcomeFact(last), messageId: last.messageId };
}

const isCheck = (command: string): boolean => CHORES_CHECKED.some((chore) => doesChore(command, chore));
const hasFailed = ({ outcome, tests }: Deed): boolean => outcome === "failure" || (tests?.failed ?? 0) > 0;
