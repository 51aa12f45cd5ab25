import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { ledgerOf } from "../../ledger/fold";
import type { CompressOptions, CompressionReport, LastCompression, Summarize, Verification } from "../engine";
import type { Budgets } from "../policy";
import type { Rest } from "../rest";
import { gatherEvidence } from "./evidence";
import type { FinishInputs } from "./finish";
import { finishSummary } from "./finish";
import { applyFold } from "./fold";
import { deterministicHandOff } from "./hand-off";
import type { CompressionPlan, FoldPlan, PlanLimits } from "./plan";
import { planWithin } from "./plan";
import { requiredOf } from "./required";
import type { CountTokens } from "./sizes";
import { sumTokens } from "./sizes";
import type { SummaryResult } from "./summarize-fold";
import { summarizeFold } from "./summarize-fold";

/** Everything one compression depends on, as values; the same inputs and the same summary give the same list. */
export interface AttemptInputs {
  readonly messages: readonly Message[];
  readonly asked: CompressOptions;
  /** Size of the next request without a compression. */
  readonly currentTokens: number;
  readonly limits: PlanLimits;
  readonly thresholdTokens: number;
  readonly rest: Rest | undefined;
  readonly countTokens: CountTokens;
  readonly summarizers: readonly Summarize[];
  readonly summaryWindowTokens: number;
  readonly summaryId?: MessageId;
}

export interface Attempt {
  readonly messages: readonly Message[];
  readonly last: LastCompression;
  readonly failure?: Extract<SummaryResult, { kind: "failed" }>;
}

export async function attemptFold(inputs: AttemptInputs): Promise<Attempt> {
  const { messages, asked, rest } = inputs;
  if (asked.trigger === "automatic" && rest !== undefined) return unchanged(messages, { outcome: "kept", reason: rest.reason });
  const found = planFor(inputs);
  if (found.kind === "nothing") return unchanged(messages, { outcome: "nothing-to-compress", reason: found.reason });
  const plan = inputs.summaryId === undefined ? found : { ...found, summaryId: inputs.summaryId };
  const finishing = finishInputs(inputs, plan);
  const summary = await findSummary(inputs, finishing);
  if (summary.kind === "summary") return accept(inputs, plan, { outcome: "folded", ...finishSummary(finishing, summary.text) });
  const failure = summary.cause === "chosen" || summary.cause === "resting" ? undefined : { kind: "failed" as const, cause: summary.cause, reason: summary.reason };
  if (summary.cause !== "chosen" && fitsWindow(inputs)) {
    return { ...unchanged(messages, { outcome: "kept", reason: `No summary could be written, so everything was kept: ${summary.reason}` }), ...(failure === undefined ? {} : { failure }) };
  }
  const accepted = accept(inputs, plan, { outcome: "fallback", reason: summary.reason, ...deterministicHandOff(finishing, summary.reason) });
  return failure === undefined ? accepted : { ...accepted, failure };
}

const unchanged = (messages: readonly Message[], last: LastCompression): Attempt => ({ messages, last });

/** An overflow must shrink the request: where the usual tail leaves nothing to fold, shorter ones are tried. */
function planFor({ messages, asked, limits, countTokens }: AttemptInputs): CompressionPlan {
  const usual = planWithin(messages, limits, countTokens);
  if (usual.kind === "fold" || asked.trigger !== "overflow") return usual;
  for (const share of SHORTER_TAILS) {
    const tighter = { budgets: { ...limits.budgets, tailTokens: Math.floor(limits.budgets.tailTokens * share) }, protectLastN: 1 };
    const plan = planWithin(messages, tighter, countTokens);
    if (plan.kind === "fold") return plan;
  }
  return usual;
}

const SHORTER_TAILS = [1, 0.5, 0.25] as const;

type Unavailable = { readonly kind: "unavailable"; readonly cause: "chosen" | "resting" | Extract<SummaryResult, { kind: "failed" }>["cause"]; readonly reason: string };

/** What code knows about the folded turns, for the summarizer to use and for the check afterwards. */
function finishInputs({ asked, limits }: AttemptInputs, plan: FoldPlan): FinishInputs {
  const ledger = asked.ledger ?? ledgerOf(plan.legal);
  return { plan, required: requiredOf(plan, ledger), evidence: gatherEvidence(plan), repairTokens: repairTokensFor(plan, limits.budgets) };
}

/** Code may add up to this share of what is folded, and as much as the summary itself may take. */
const REPAIR_SHARE = 0.2;
const LEAST_REPAIR_TOKENS = 256;

const repairTokensFor = (plan: FoldPlan, budgets: Budgets): number =>
  Math.max(LEAST_REPAIR_TOKENS, Math.floor(Math.min(plan.foldedTokens * REPAIR_SHARE, budgets.summaryCeilingTokens)));

/** The summarizer reads pruned bodies; of the facts beside them it gets the most telling ones. */
const MOST_EVIDENCE_LINES = 120;

async function findSummary(inputs: AttemptInputs, { plan, required, evidence }: FinishInputs): Promise<Extract<SummaryResult, { kind: "summary" }> | Unavailable> {
  const { asked, rest } = inputs;
  if (asked.summary === "deterministic") return { kind: "unavailable", cause: "chosen", reason: "a deterministic one was chosen" };
  if (asked.trigger === "overflow" && rest?.kind === "cooling") return { kind: "unavailable", cause: "resting", reason: rest.reason };
  const result = await summarizeFold({
    plan, evidence: [...required.map((item) => item.line.replace(/^- /, "")), ...evidence.lines.slice(0, MOST_EVIDENCE_LINES)], windowTokens: inputs.summaryWindowTokens,
    ...(asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
  }, inputs.summarizers, asked.signal);
  return result.kind === "summary" ? result : { kind: "unavailable", cause: result.cause, reason: result.reason };
}

/** While the request still fits, a failed summary costs nothing; after a refusal for size it plainly does not fit. */
const fitsWindow = ({ asked, currentTokens, limits }: AttemptInputs): boolean =>
  asked.trigger !== "overflow" && currentTokens < limits.budgets.contextTokens;

interface Candidate {
  readonly outcome: "folded" | "fallback";
  readonly text: string;
  readonly reason?: string;
  readonly verification?: Verification;
}

function accept(inputs: AttemptInputs, plan: FoldPlan, candidate: Candidate): Attempt {
  const { messages, asked, countTokens } = inputs;
  const folded = applyFold(plan, candidate.text);
  const afterTokens = sumTokens(folded, countTokens);
  if (afterTokens >= plan.beforeTokens) return unchanged(messages, { outcome: "kept", reason: "The summary would not have been smaller than what it stands for." });
  const projected = Math.round(inputs.currentTokens * (afterTokens / plan.beforeTokens));
  if (asked.trigger === "automatic" && fitsWindow(inputs) && projected >= inputs.thresholdTokens) {
    return unchanged(messages, { outcome: "kept", reason: `The next request would still take about ${projected.toLocaleString("en-US")} tokens, not below the threshold of ${inputs.thresholdTokens.toLocaleString("en-US")}.` });
  }
  const report: CompressionReport = {
    trigger: asked.trigger, beforeTokens: plan.beforeTokens, afterTokens, beforeMessages: messages.length, afterMessages: folded.length,
    foldedMessages: plan.folded.length, prunedResults: plan.prunedResults,
    ...(asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
    ...(candidate.verification === undefined ? {} : { verification: candidate.verification }),
  };
  return { messages: folded, last: { outcome: candidate.outcome, report, ...(candidate.reason === undefined ? {} : { reason: candidate.reason }) } };
}
