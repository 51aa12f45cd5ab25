import { ledgerOf } from "../../ledger/fold";
import type { Ledger } from "../../ledger/ledger";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Budgets } from "../policy";
import { gatherEvidence, gatherRichEvidence } from "./evidence";
import type { FinishInputs } from "./finish";
import type { FoldPlan } from "./plan";
import { requiredOf } from "./required";

/** Code may add up to this share of what is folded. */
const REPAIR_SHARE = 0.2;
/** And half of what the summary itself may take, or what a small window can spare: facts do not shrink with the window. */
const CEILING_SHARE = 0.5;
const THRESHOLD_SHARE = 0.25;
const SMALL_REPAIR_TOKENS = 3_000;
const LEAST_REPAIR_TOKENS = 256;

/** Where room was set apart for facts, they may still not outgrow what they stand for. */
const FACTS_FOLDED_SHARE = 0.4;
/** Most of that room is for names: ten of them cost what one line does. */
const FACTS_LINES_SHARE = 0.2;

/** What code knows about the folded turns, for the summarizer to use and for the check afterwards. */
export function gatherKnowledge(plan: FoldPlan, budgets: Budgets, ledger: Ledger = ledgerOf(plan.legal)): FinishInputs {
  const most = Math.max(budgets.summaryCeilingTokens * CEILING_SHARE, Math.min(SMALL_REPAIR_TOKENS, budgets.thresholdTokens * THRESHOLD_SHARE));
  if (budgets.factsTokens !== undefined) {
    const factsTokens = Math.max(LEAST_REPAIR_TOKENS, Math.floor(Math.min(budgets.factsTokens, plan.foldedTokens * FACTS_FOLDED_SHARE)));
    return { plan, required: requiredOf(plan, ledger), evidence: gatherRichEvidence(plan, ledger), repairTokens: factsTokens, linesShare: FACTS_LINES_SHARE };
  }
  const repairTokens = Math.max(LEAST_REPAIR_TOKENS, Math.floor(Math.min(plan.foldedTokens * REPAIR_SHARE, most)));
  return { plan, required: requiredOf(plan, ledger), evidence: gatherEvidence(plan), repairTokens };
}

/** The same, with nothing added but what must be: for a summary too large with additions, or one a person has edited. */
export const withoutRoom = (knowledge: FinishInputs): FinishInputs => ({ ...knowledge, repairTokens: Number.NEGATIVE_INFINITY });

/** The summarizer reads pruned bodies; of the facts beside them it gets the most telling ones, within this share of its window. */
const EVIDENCE_SHARE = 0.15;
const MOST_EVIDENCE_LINES = 160;

export function evidenceLines({ required, evidence }: FinishInputs, windowTokens: number): readonly string[] {
  let room = windowTokens * EVIDENCE_SHARE;
  const lines = [...required.map((item) => item.line.replace(/^- /, "")), ...evidence.lines];
  return lines.slice(0, MOST_EVIDENCE_LINES).filter((line) => (room -= estimateTextTokens(line) + 2) >= 0);
}
