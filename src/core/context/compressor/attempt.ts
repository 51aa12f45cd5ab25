import type { Reason } from "../../base/reason";
import { because } from "../../base/reason";
import type { Sentence } from "../../base/sentence";
import { renderSentence, sentence } from "../../base/sentence";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { carryPins } from "../../ledger/carry-pins";
import { redactSecrets } from "../../redact/secrets";
import { sumTokens } from "../../tokens/sizes";
import type {
  CompressionDraft,
  CompressionReport,
  CompressOptions,
  LastCompression,
  ReportedClaim,
  Summarize,
} from "../engine";
import { CHANGED_SINCE_PREVIEW, noSummary, stillTooLarge } from "../engine-reasons";
import type { ReadLiveFile } from "../live-files/live-files";
import { findLiveFiles } from "../live-files/live-files";
import type { FinishedSummary, FoldFacts } from "../summary/finish-summary";
import { claimTexts, finishSummary } from "../summary/finish-summary";
import { evidenceLines, forPerson, gatherFacts, withoutRoom } from "../summary/gather-facts";
import type { Cooldown } from "../trigger/cooldown";
import type { CompressorDraft } from "./draft";
import { rebaseDraft } from "./draft";
import { deterministicHandOff } from "./hand-off";
import type { CompressionPlan, FoldPlan, PlanInputs, SizeInputs } from "./plan";
import { applyFold, fitsWindow, isFitting, planInTurns, projectFold } from "./plan";
import { describeFold } from "./planned-fold";
import { readTurns } from "./read-ahead";
import type { SummaryResult } from "./summarize-fold";
import { summarizeFold } from "./summarize-fold";

/** Everything one compression depends on, as values; the same inputs and the same summary give the same list. */
export interface AttemptInputs extends PlanInputs {
  readonly asked: CompressOptions;
  readonly cooldown: Cooldown | undefined;
  readonly summarize: Summarize;
  readonly summaryWindowTokens: number;
  readonly summaryId?: MessageId;
  readonly draft?: CompressionDraft;
  /** Messages of the whole chain as they were first written. */
  readonly originals?: readonly Message[];
  /** What it says is known to whoever writes the summary. */
  readonly systemPrompt?: string;
  readonly readFile?: ReadLiveFile;
  /** Hands the thread back for a moment: the phases of a very long conversation together would freeze the editor. */
  yieldToHost(): Promise<void>;
}

export interface Attempt {
  readonly messages: readonly Message[];
  readonly last: LastCompression;
  readonly failure?: Failure;
}

type Failure = Extract<SummaryResult, { kind: "failed" }>;

/** One compression: plan, gather facts, summarize, check the summary, and take the result only where it helps. */
export async function attemptFold(inputs: AttemptInputs): Promise<Attempt> {
  const { messages, asked, cooldown } = inputs;
  if (asked.trigger === "automatic" && cooldown !== undefined && fitsWindow(inputs))
    return { messages, last: { outcome: "kept", cause: "paused", ...because(cooldown.reason) } };
  const drafted = inputs.draft === undefined ? undefined : await useDraft(inputs, inputs.draft);
  if (drafted !== undefined) return drafted;
  const found = await planInTurns(inputs, inputs.yieldToHost);
  if (found.kind === "nothing")
    return { messages, last: { outcome: "nothing-to-compress", ...because(found.sentence) } };
  const plan = await withLiveFiles(withSummaryId(found, inputs), inputs);
  await inputs.yieldToHost();
  const facts = await factsFor(plan, inputs);
  await inputs.yieldToHost();
  const summary = await findSummary(inputs, plan, facts);
  await inputs.yieldToHost();
  return summary.kind === "summary"
    ? acceptSummary(inputs, plan, { facts, text: summary.text })
    : fallBack(inputs, plan, { facts, unavailable: summary });
}

/** A draft to look at or to keep for later; or why there is none, with the failure that an engine must note. */
export async function draftFold(
  inputs: AttemptInputs,
): Promise<CompressorDraft | (Required<Reason> & { readonly failure?: Failure })> {
  const plan = await planInTurns(inputs, inputs.yieldToHost);
  if (plan.kind === "nothing") return because(plan.sentence);
  const facts = await factsFor(plan, inputs);
  const summary = await findSummary(inputs, plan, facts);
  if (summary.kind === "summary") return draftOf(inputs, plan, finishSummary(facts, summary.text));
  if (summary.cause === "chosen")
    return draftOf(inputs, plan, deterministicHandOff(facts, renderSentence(summary.reason)));
  return {
    ...because(sentence("No summary could be written: {reason}", { reason: summary.reason })),
    ...failureOf(summary),
  };
}

const draftOf = (inputs: AttemptInputs, plan: FoldPlan, { text, claims }: FinishedSummary): CompressorDraft => ({
  plan,
  planned: describeFold(
    plan,
    { ledger: inputs.asked.ledger, countTokens: inputs.countTokens },
    sumTokens(applyFold(plan, text), inputs.countTokens),
  ),
  text,
  author: "model",
  ...(claims.length === 0 ? {} : { claims }),
  ...(inputs.asked.focusTopic === undefined ? {} : { focusTopic: inputs.asked.focusTopic }),
});

/** What one attempt would fold: the plan of a draft that still holds, else a new one. */
export async function planAttempt(inputs: AttemptInputs): Promise<CompressionPlan | "changed"> {
  const { draft, asked } = inputs;
  const rebased = draft && rebaseDraft(draft, inputs.messages, inputs.countTokens);
  if (rebased === undefined && asked.draft !== undefined) return "changed";
  const plan = rebased ?? (await planInTurns(inputs, inputs.yieldToHost));
  return plan.kind === "fold" ? withLiveFiles(plan, inputs) : plan;
}

/**
 * A draft saves the wait. One made ahead of need is dropped where it is void or no longer helps; one that a person
 * chose is applied, or the reason is given.
 */
async function useDraft(inputs: AttemptInputs, draft: CompressionDraft): Promise<Attempt | undefined> {
  const { messages, asked } = inputs;
  const rebased = rebaseDraft(draft, messages, inputs.countTokens);
  if (rebased === undefined)
    return asked.draft === undefined
      ? undefined
      : { messages, last: { outcome: "kept", cause: "changed", ...because(CHANGED_SINCE_PREVIEW) } };
  if (asked.draft === undefined && !fitsWindow(inputs) && !isFitting(inputs, rebased)) return undefined;
  const plan = await withLiveFiles(withSummaryId(rebased, inputs), inputs);
  const facts = await factsFor(plan, inputs);
  if (draft.author === "person")
    return acceptFold(inputs, plan, {
      outcome: "folded",
      summary: finishSummary(forPerson(facts), redactSecrets(draft.text)),
    });
  const accepted = await acceptSummary(inputs, plan, { facts, text: draft.text, corrected: draft.claims ?? [] });
  return accepted.last.outcome === "folded" || asked.draft !== undefined ? accepted : undefined;
}

const withSummaryId = (plan: FoldPlan, { summaryId }: AttemptInputs): FoldPlan =>
  summaryId === undefined ? plan : { ...plan, summaryId };

/** The plan with the current text of files in work: read once the ends are known, so that nothing is shown twice. */
async function withLiveFiles(plan: FoldPlan, inputs: AttemptInputs): Promise<FoldPlan> {
  const { readFile, budgets, asked, originals = [] } = inputs;
  if (readFile === undefined || budgets.liveTokens === undefined) return plan;
  const files = await findLiveFiles(
    {
      messages: originals.length === 0 ? plan.messages : originals,
      kept: [...plan.head, ...plan.tail],
      pinned: (asked.ledger?.pins ?? []).flatMap((pin) => (pin.kind === "file" ? [pin.path] : [])),
      roomTokens: liveRoom(plan, inputs, budgets.liveTokens),
    },
    readFile,
    asked.signal,
  );
  return files.length === 0 ? plan : { ...plan, files };
}

/** Live files must not outgrow the messages that they stand for. */
const LIVE_FOLDED_SHARE = 0.8;
/** A compression that leaves more than this of the window would be due again after a few steps. */
const MOST_LEFT_SHARE = 0.8;

/** What remains for live files beside messages that stay whatever they take: a large result may still be unanswered. */
function liveRoom(plan: FoldPlan, inputs: AttemptInputs, liveTokens: number): number {
  const { budgets, overheadTokens, countTokens } = inputs;
  const taken =
    overheadTokens +
    sumTokens(plan.head, countTokens) +
    sumTokens(plan.tail, countTokens) +
    plan.targetTokens +
    (budgets.factsTokens ?? 0);
  return Math.floor(
    Math.min(liveTokens, plan.foldedTokens * LIVE_FOLDED_SHARE, budgets.contextTokens * MOST_LEFT_SHARE - taken),
  );
}

const factsFor = (plan: FoldPlan, inputs: AttemptInputs): Promise<FoldFacts> => {
  const { budgets, asked, originals = [], systemPrompt = "", yieldToHost } = inputs;
  return gatherFacts(plan, budgets, { ledger: asked.ledger, originals, systemPrompt, yieldToHost });
};

/** Why there is no summary written by a model. "chosen" and "cooling-down" are no failures of this attempt. */
interface Unavailable {
  readonly kind: "unavailable";
  readonly cause: "chosen" | "cooling-down" | Failure["cause"];
  readonly reason: Sentence;
}

async function findSummary(
  inputs: AttemptInputs,
  plan: FoldPlan,
  facts: FoldFacts,
): Promise<Extract<SummaryResult, { kind: "summary" }> | Unavailable> {
  const { asked, cooldown } = inputs;
  if (asked.summary === "deterministic")
    return { kind: "unavailable", cause: "chosen", reason: sentence("a summary without a model was chosen") };
  if (asked.trigger !== "manual" && cooldown?.kind === "cooling")
    return { kind: "unavailable", cause: "cooling-down", reason: cooldown.reason };
  const { fold } = facts;
  const request = {
    plan: { ...plan, ...fold },
    turns: await readTurns({ fold, headEnd: plan.headEnd, tailStart: plan.tailStart }, inputs.yieldToHost),
    evidence: evidenceLines(facts, inputs.summaryWindowTokens),
    windowTokens: inputs.summaryWindowTokens,
    yieldToHost: inputs.yieldToHost,
    ...(asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic }),
  };
  const result = await summarizeFold(request, inputs.summarize, asked.signal);
  return result.kind === "summary" ? result : { kind: "unavailable", cause: result.cause, reason: result.reason };
}

const failureOf = ({ cause, reason }: Unavailable): { readonly failure?: Failure } =>
  cause === "chosen" || cause === "cooling-down" ? {} : { failure: { kind: "failed", cause, reason } };

/** Facts and files are added as far as they fit; a summary that only they make too large goes without them. */
async function acceptSummary(
  inputs: AttemptInputs,
  plan: FoldPlan,
  { facts, text, corrected = [] }: Written,
): Promise<Attempt> {
  const finish = async (room: FoldFacts) => {
    const summary = withCorrections(finishSummary(room, text), corrected);
    await inputs.yieldToHost();
    return summary;
  };
  const full = acceptFold(inputs, plan, { outcome: "folded", summary: await finish(facts) });
  if (full.last.outcome === "folded") return full;
  const { files, ...bare } = plan;
  const summary = await finish(withoutRoom(facts));
  const withFiles = acceptFold(inputs, plan, { outcome: "folded", summary });
  return files === undefined || withFiles.last.outcome === "folded"
    ? withFiles
    : acceptFold(inputs, bare, { outcome: "folded", summary });
}

/** What was corrected when the draft was written is part of this compression's report. */
function withCorrections(summary: FinishedSummary, corrected: readonly ReportedClaim[]): FinishedSummary {
  const claims = [...corrected.filter(({ verdict }) => verdict === "contradicted"), ...summary.claims];
  return { ...summary, claims, verification: { ...summary.verification, ...claimTexts(claims) } };
}

interface Written {
  readonly facts: FoldFacts;
  readonly text: string;
  /** Claims of the text that were corrected before. */
  readonly corrected?: readonly ReportedClaim[];
}

/** While the request fits, a missing summary keeps everything; otherwise code writes the hand-off. */
function fallBack(
  inputs: AttemptInputs,
  plan: FoldPlan,
  { facts, unavailable }: { readonly facts: FoldFacts; readonly unavailable: Unavailable },
): Attempt {
  const { cause, reason } = unavailable;
  if (cause !== "chosen" && fitsWindow(inputs)) {
    return {
      messages: inputs.messages,
      last: { outcome: "kept", cause: "summary", ...because(noSummary(reason)) },
      ...failureOf(unavailable),
    };
  }
  return {
    ...acceptFold(inputs, plan, {
      outcome: "fallback",
      reason,
      summary: deterministicHandOff(facts, renderSentence(reason)),
    }),
    ...failureOf(unavailable),
  };
}

interface Candidate {
  readonly outcome: "folded" | "fallback";
  readonly summary: FinishedSummary;
  readonly reason?: Sentence;
}

/** The folded conversation, or the same one with the reason why folding would not have helped. */
export function acceptFold(sizes: SizeInputs, plan: FoldPlan, candidate: Candidate): Attempt {
  const applied = applyFold(plan, candidate.summary.text);
  const folded = carryPins(applied, sizes.asked.ledger?.pins ?? []);
  const appliedTokens = sumTokens(applied, sizes.countTokens);
  // Pins change few messages; the others are not measured again.
  const afterTokens = folded.reduce((tokens, message, at) => {
    const before = applied[at];
    return message === before ? tokens : tokens + sizes.countTokens(message) - (before ? sizes.countTokens(before) : 0);
  }, appliedTokens);
  const refusal = refusalOf(sizes, plan, afterTokens);
  if (refusal !== undefined)
    return { messages: plan.messages, last: { outcome: "kept", cause: "not-smaller", ...because(refusal) } };
  const { asked } = sizes;
  const report: CompressionReport = {
    trigger: asked.trigger,
    ...(asked.moment === undefined ? {} : { moment: asked.moment }),
    beforeTokens: plan.beforeTokens,
    afterTokens,
    beforeMessages: plan.messages.length,
    afterMessages: folded.length,
    foldedMessages: plan.folded.length,
    prunedResults: plan.prunedResults,
    verification: candidate.summary.verification,
    ...(candidate.summary.claims.length === 0 ? {} : { claims: candidate.summary.claims }),
    ...(plan.range === undefined ? {} : { range: plan.range.kind }),
    ...(asked.focusTopic === undefined ? {} : { focusTopic: redactSecrets(asked.focusTopic) }),
  };
  return {
    messages: folded,
    last: {
      outcome: candidate.outcome,
      plan: describeFold(plan, { ledger: asked.ledger, countTokens: sizes.countTokens }, appliedTokens),
      report,
      ...(candidate.reason === undefined ? {} : because(candidate.reason)),
    },
  };
}

function refusalOf(sizes: SizeInputs, plan: FoldPlan, afterTokens: number): Sentence | undefined {
  if (afterTokens >= plan.beforeTokens)
    return sentence("The summary would not have been smaller than the messages it replaces.");
  const projected = projectFold(sizes, plan, afterTokens);
  if (sizes.asked.trigger !== "automatic" || !fitsWindow(sizes) || projected < sizes.thresholdTokens) return undefined;
  return stillTooLarge(projected, sizes.thresholdTokens);
}
