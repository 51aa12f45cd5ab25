import type { Ledger } from "../../ledger/ledger";
import { pinName } from "../../ledger/pins";
import { estimateTextTokens } from "../../tokens/estimate";
import type { CountTokens } from "../../tokens/sizes";
import { sumTokens } from "../../tokens/sizes";
import type { EnginePlan, PlannedFold } from "../engine";
import { freshenTail } from "../summary/kept-messages";
import type { CompressionPlan, FoldPlan } from "./plan";

export interface PlanView {
  readonly ledger: Ledger | undefined;
  readonly countTokens: CountTokens;
}

/** The compressor's plan in the words of the engine interface. */
export const describePlan = (plan: CompressionPlan, view: PlanView): EnginePlan =>
  plan.kind === "nothing"
    ? { kind: "nothing", reason: plan.reason, sentence: plan.sentence, beforeTokens: plan.beforeTokens }
    : describeFold(plan, view);

/** Where the summary is written already, `appliedTokens` is what the conversation with it takes. */
export function describeFold(plan: FoldPlan, { ledger, countTokens }: PlanView, appliedTokens?: number): PlannedFold {
  const keptTokens = sumTokens(plan.head, countTokens) + sumTokens(freshenTail(plan.tail), countTokens);
  return {
    kind: "fold",
    headIds: plan.head.map(({ id }) => id),
    foldedIds: plan.folded.map(({ id }) => id),
    tailIds: plan.tail.map(({ id }) => id),
    prunedIds: plan.prunedIds,
    ...(plan.range === undefined ? {} : { range: plan.range }),
    pins: (ledger?.pins ?? []).map(pinName),
    summaryTargetTokens: plan.targetTokens,
    beforeTokens: plan.beforeTokens,
    foldedTokens: plan.foldedTokens,
    keptTokens,
    afterTokens: appliedTokens ?? keptTokens + plan.targetTokens + filesTokens(plan),
  };
}

const filesTokens = ({ files = [] }: FoldPlan): number =>
  files.reduce((sum, { path, text }) => sum + estimateTextTokens(path) + estimateTextTokens(text), 0);
