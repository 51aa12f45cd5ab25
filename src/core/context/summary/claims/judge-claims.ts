import { unreachable } from "../../../base/unreachable";
import { judgeChange } from "./changes/judge-change";
import type { Claim, Judgment } from "./claim";
import { judgeDecision } from "./decisions/judge-decision";
import { judgeAllClear } from "./judging/judge-all-clear";
import { judgeError } from "./judging/judge-error";
import { judgeFile } from "./judging/judge-file";
import { judgeName } from "./judging/judge-name";
import { judgeNamedTest } from "./judging/judge-named-test";
import { judgeCommit, judgeNumber } from "./judging/judge-number";
import { judgeCommand, judgeExitCode, judgeRun, judgeTool } from "./judging/judge-run";
import { judgeTests } from "./judging/judge-tests";
import { judgeCodeWithCounts } from "./judging/judge-together";
import { readClaims } from "./read-claims";
import type { WorkRecord } from "./record/record";
import { vocabularyOf } from "./record/vocabulary";

export interface JudgedClaim {
  readonly claim: Claim;
  readonly judgment: Judgment;
}

/**
 * What the record says about each claim. Nothing that an earlier summary said about a lost past is held against this
 * one.
 */
export function judgeClaims(record: WorkRecord, claims: readonly Claim[]): readonly JudgedClaim[] {
  const carried = new Set(
    record.earlier === "" ? [] : readClaims(record.earlier, vocabularyOf(record)).flatMap(keysOf),
  );
  const tests = claims.filter((claim) => claim.kind === "tests");
  return claims.map((claim) => {
    const together =
      claim.kind === "exit-code"
        ? judgeCodeWithCounts(
            record,
            claim,
            tests.filter(({ place }) => place.line === claim.place.line),
          )
        : undefined;
    const judgment = together ?? judge(record, claim);
    const isCarried = keysOf(claim).every((key) => carried.has(key));
    // Work that a command may have done unseen is no reason for doubt; words put into somebody's mouth are.
    const isOpen = judgment.verdict === "unchecked" && claim.kind !== "decision";
    return { claim, judgment: isOpen || (isCarried && judgment.verdict !== "backed") ? SILENT : judgment };
  });
}

const SILENT: Judgment = { verdict: "silent" };

function judge(record: WorkRecord, claim: Claim): Judgment {
  switch (claim.kind) {
    case "file":
      return judgeFile(record, claim);
    case "change":
      return judgeChange(record, claim);
    case "command":
      return judgeCommand(record, claim);
    case "run":
      return judgeRun(record, claim);
    case "tests":
      return judgeTests(record, claim);
    case "named-test":
      return judgeNamedTest(record, claim);
    case "error-resolved":
      return judgeError(record, claim);
    case "tool":
      return judgeTool(record, claim);
    case "decision":
      return judgeDecision(record, claim);
    case "number":
      return judgeNumber(record, claim);
    case "exit-code":
      return judgeExitCode(record, claim);
    case "name":
      return judgeName(record, claim);
    case "all-clear":
      return judgeAllClear(record, claim);
    case "commit":
      return judgeCommit(record, claim);
    default:
      return unreachable(claim);
  }
}

/** Two claims with the same keys say the same thing, in whatever words. */
function keysOf(claim: Claim): readonly string[] {
  switch (claim.kind) {
    case "file":
      return claim.paths.map(
        (path) => `file ${claim.change === "read" || claim.change === "named" ? claim.change : "changed"} ${path}`,
      );
    case "change":
      return [`change ${claim.topics.join(" ")} ${claim.about}`];
    case "command":
      return [`command ${claim.command} ${claim.outcome ?? ""}`];
    case "run":
      return [`run ${typeof claim.work === "string" ? claim.work : claim.work.program} ${claim.outcome ?? ""}`];
    case "tests":
      return [`tests ${claim.verdict} ${claim.passed ?? ""} ${claim.failed ?? ""}`];
    case "named-test":
      return [`test ${claim.name} ${claim.verdict}`];
    case "error-resolved":
      return [`error ${claim.state} ${claim.context.flatMap(({ anyOf }) => anyOf).join(" ")}`];
    case "tool":
      return [`tool ${claim.tool}`];
    case "decision":
      return [`decision ${claim.content}`];
    case "number":
      return [`number ${claim.value} ${claim.scale ?? ""}`];
    case "exit-code":
      return [`exit ${claim.code}`];
    case "all-clear":
      return ["all clear"];
    case "name":
      return claim.names.map((name) => `name ${name}`);
    case "commit":
      return [`commit ${claim.hash}`];
    default:
      return unreachable(claim);
  }
}
