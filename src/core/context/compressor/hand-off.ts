import { messageText } from "../../conversation/render";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import { callsByResult } from "../exchanges";
import type { FinishInputs, FinishedSummary } from "./finish";
import { finishSummary } from "./finish";
import { gistOf } from "./gist";
import type { FoldPlan } from "./plan";
import { addLines, parseSections, renderSections } from "./sections";

/** Share of the budget for the list of what was done; facts and open ends get the rest. */
const ACTIONS_SHARE = 0.4;

/**
 * What stands for the folded turns when no model could summarize them: the earlier hand-off, what was done and
 * how it ended, and everything the ledger requires. Bounded, and open about what it is.
 */
export function deterministicHandOff(inputs: FinishInputs, reason: string): FinishedSummary {
  const { plan } = inputs;
  const removed = plan.folded.filter((message) => message.role !== "summary").length;
  const lead = `Summary generation was unavailable (${redactSecrets(reason)}).\n${removed} messages were removed from the context; what follows was put together by code from them.`;
  const before = parseSections(plan.previousSummary ?? "").sections;
  const actions = actionLines(plan, plan.targetTokens * ACTIONS_SHARE);
  const finished = finishSummary(inputs, renderSections(addLines(before, "Completed Actions", actions)));
  return { ...finished, text: `${lead}\n\n${finished.text}` };
}

/** One line per finished call, the newest that fit, numbered on from what the earlier hand-off lists. */
function actionLines(plan: FoldPlan, roomTokens: number): readonly string[] {
  const calls = callsByResult(plan.folded);
  const gists = [...calls].map(([result, call]) =>
    redactSecrets(
      result.body.kind === "pruned"
        ? result.body.gist
        : gistOf({
            toolName: call.name,
            inputJson: call.inputJson,
            text: messageText(result),
            images: 0,
            failed: result.failed,
          }),
    ),
  );
  let room = roomTokens;
  const newestFirst = gists.toReversed().filter((gist) => (room -= estimateTextTokens(gist) + 4) >= 0);
  const offset = gists.length - newestFirst.length;
  return newestFirst.toReversed().map((gist, index) => `${offset + index + 1}. ${gist}`);
}
