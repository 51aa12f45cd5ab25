import { sentence } from "../../../../base/sentence";
import type { CommitClaim, Judgment, NumberClaim } from "../claim";
import type { WorkRecord } from "../record/record";
import { passagesOf } from "../record/record";
import { judgeCount } from "./judge-count";
import { judgeFigure } from "./judge-figure";
import { judgeStep } from "./judge-step";
import { judgeValue } from "./judge-value";

/** A number is wrong where it comes from nowhere, and where the record states another for the same thing. */
export function judgeNumber(record: WorkRecord, claim: NumberClaim): Judgment {
  const figure = judgeFigure(record, claim);
  if (figure.verdict === "contradicted" || claim.manner === "planned") return figure;
  const step = judgeStep(record, claim);
  if (step.verdict !== "silent") return step;
  const count = judgeCount(record, claim);
  if (count.verdict !== "silent") return count;
  return judgeValue(record, claim);
}

/** Every commit that was made or looked at stands in some message. */
export const judgeCommit = (record: WorkRecord, { hash }: CommitClaim): Judgment =>
  record.earlier.includes(hash) || passagesOf(record).some(({ text }) => text.includes(hash.slice(0, 7)))
    ? { verdict: "silent" }
    : { verdict: "contradicted", fact: sentence("no message on record names the commit {hash}", { hash }) };
