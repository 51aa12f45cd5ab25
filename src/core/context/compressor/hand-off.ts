import { callsByResult } from "../../conversation/exchanges";
import { messageText } from "../../conversation/render";
import { redactSecrets } from "../../redact/secrets";
import { takeWithinTokens } from "../../tokens/estimate";
import type { FinishedSummary, FoldFacts } from "../summary/finish-summary";
import { finishSummary } from "../summary/finish-summary";
import type { Fold } from "../summary/fold";
import { addLines, parseSections, renderSections } from "../summary/sections";
import { gistOf } from "./pruning/gist";

/** Share of the budget for the list of completed actions; facts and open work get the remainder. */
const ACTIONS_SHARE = 0.4;

/**
 * What replaces the folded turns when no model could summarize them: the earlier hand-off, what was done and
 * how it ended, and everything the ledger requires. Bounded, and open about what it is.
 */
export function deterministicHandOff(inputs: FoldFacts, reason: string): FinishedSummary {
  const { fold } = inputs;
  const removed = fold.folded.filter((message) => message.role !== "summary").length;
  const lead = [
    `Summary generation was unavailable (${redactSecrets(reason)}).`,
    `${removed} messages were removed from the context; what follows was put together by code from them.`,
    "Continue from the recent messages and the current state of files.",
  ].join("\n");
  const before = parseSections(fold.previousSummary ?? "").sections;
  const actions = actionLines(fold, fold.targetTokens * ACTIONS_SHARE);
  const finished = finishSummary(inputs, renderSections(addLines(before, "Completed Actions", actions)));
  return { ...finished, text: `${lead}\n\n${finished.text}` };
}

/** One line per finished call, the newest that fit, numbered on from what the earlier hand-off lists. */
function actionLines(fold: Fold, roomTokens: number): readonly string[] {
  const calls = callsByResult(fold.folded);
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
  const newestFirst = takeWithinTokens(gists.toReversed(), roomTokens, 4);
  const offset = gists.length - newestFirst.length;
  return newestFirst.toReversed().map((gist, index) => `${offset + index + 1}. ${gist}`);
}
