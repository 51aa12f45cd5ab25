import { redactSecrets } from "../../redact/secrets";
import type { FoldPlan } from "./plan";
import { parseSections, renderSections, addLines } from "./sections";
import { renderTurns } from "./turns";

/** What stands for the folded turns when no model could summarize them: their own words, cut to the budget. */
export function deterministicHandOff(plan: FoldPlan, reason: string): string {
  const before = parseSections(plan.previousSummary ?? "").sections;
  const removed = plan.folded.filter((message) => message.role !== "summary").length;
  const lead = `Summary generation was unavailable (${redactSecrets(reason)}). ${removed} messages were removed from the context; what follows was put together by code.`;
  const gists = renderTurns(plan.folded, plan.pruned).map((turn) => turn.slice(0, 200));
  return `${lead}\n\n${renderSections(addLines(before, "Completed Actions", gists.slice(-20)))}`;
}
