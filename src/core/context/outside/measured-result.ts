import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import { exchangeStarts } from "../../conversation/exchanges";
import { findFlaw } from "../../conversation/legality";
import type { Message } from "../../conversation/message";
import type { Ledger } from "../../ledger/ledger";
import { pinName } from "../../ledger/pins";
import { estimateMessagesTokens } from "../../tokens/estimate";
import type { CompressionReport, CompressOptions, FoldRange, PlannedFold } from "../engine";
import type { ReadPlan } from "./answer-reader";

export function findProblem(
  given: readonly Message[],
  result: readonly Message[],
  range?: FoldRange,
): Sentence | undefined {
  const flaw = findFlaw(result);
  if (flaw !== undefined) return sentence("Its message list is invalid: {flaw}.", { flaw });
  if (!holdsNewestRequest(given, result)) return sentence("Its message list lacks your newest message.");
  if (range !== undefined && !keepsTheRest(given, result, range))
    return sentence("Its message list lacks messages outside of the part that you chose.");
  return estimateMessagesTokens(result) > estimateMessagesTokens(given)
    ? sentence("Its message list is larger than before.")
    : undefined;
}

/** Everything after the cut, or before it, is still there as a message; only an earlier summary may go. */
function keepsTheRest(given: readonly Message[], result: readonly Message[], range: FoldRange): boolean {
  const cut = exchangeStarts(given)[given.findIndex(({ id }) => id === range.messageId)] ?? 0;
  const left = new Set(result.map(({ id }) => id));
  const outside = range.kind === "from" ? given.slice(0, cut) : given.slice(cut);
  return outside.every(({ id, role }) => role === "summary" || left.has(id));
}

/** As a message, or covered by a summary. */
function holdsNewestRequest(given: readonly Message[], result: readonly Message[]): boolean {
  const newest = given.findLast(({ role }) => role === "user");
  return (
    newest === undefined ||
    result.some(
      (message) => message.id === newest.id || (message.role === "summary" && message.covers.includes(newest.id)),
    )
  );
}

export function measureResult(
  given: readonly Message[],
  result: readonly Message[],
  { trigger, focusTopic, range }: CompressOptions,
): CompressionReport {
  const left = new Set(result.map(({ id }) => id));
  return {
    trigger,
    ...(focusTopic !== undefined && { focusTopic }),
    ...(range !== undefined && { range: range.kind }),
    beforeTokens: estimateMessagesTokens(given),
    afterTokens: estimateMessagesTokens(result),
    beforeMessages: given.length,
    afterMessages: result.length,
    foldedMessages: given.filter(({ id }) => !left.has(id)).length,
    prunedResults: 0,
  };
}

/** An engine's plan with our own figures, so that plan, report and gauge count alike. */
export function measurePlan(
  messages: readonly Message[],
  plan: Extract<ReadPlan, { kind: "fold" }>,
  ledger: Ledger | undefined,
): PlannedFold {
  const folded = new Set(plan.foldedIds);
  const keptTokens = estimateMessagesTokens(messages.filter(({ id }) => !folded.has(id)));
  return {
    ...plan,
    pins: (ledger?.pins ?? []).map(pinName),
    beforeTokens: estimateMessagesTokens(messages),
    foldedTokens: estimateMessagesTokens(messages.filter(({ id }) => folded.has(id))),
    keptTokens,
    afterTokens: keptTokens + plan.summaryTargetTokens,
  };
}

/** What an engine did, read off the list it returned. */
export function planCarriedOut(
  given: readonly Message[],
  result: readonly Message[],
  ledger: Ledger | undefined,
): PlannedFold {
  const left = new Set(result.map(({ id }) => id));
  const before = new Set(given.map(({ id }) => id));
  const firstNew = result.findIndex(({ id }) => !before.has(id));
  const head = new Set(result.slice(0, Math.max(0, firstNew)).map(({ id }) => id));
  const kept = given.filter(({ id }) => left.has(id));
  const keptResult = result.filter(({ id }) => before.has(id));
  const keptTokens = estimateMessagesTokens(keptResult);
  const afterTokens = estimateMessagesTokens(result);
  const asTheyWere = new Set(given);
  return {
    kind: "fold",
    headIds: kept.flatMap(({ id }) => (head.has(id) ? [id] : [])),
    foldedIds: given.flatMap(({ id }) => (left.has(id) ? [] : [id])),
    tailIds: kept.flatMap(({ id }) => (head.has(id) ? [] : [id])),
    prunedIds: keptResult.flatMap((message) => (asTheyWere.has(message) ? [] : [message.id])),
    pins: (ledger?.pins ?? []).map(pinName),
    summaryTargetTokens: afterTokens - keptTokens,
    beforeTokens: estimateMessagesTokens(given),
    foldedTokens: estimateMessagesTokens(given.filter(({ id }) => !left.has(id))),
    keptTokens,
    afterTokens,
  };
}
