import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { redactSecrets } from "../../redact/secrets";
import type { CompressOptions, CompressionDraft, Summarize } from "../engine";
import type { Rest } from "../rest";
import type { Accepted, Yardstick } from "./accept";
import { acceptFold, fitsWindow, projectFold } from "./accept";
import { rebaseDraft } from "./draft";
import type { FinishInputs } from "./finish";
import { finishSummary } from "./finish";
import { deterministicHandOff } from "./hand-off";
import type { Reading } from "./knowledge";
import { evidenceLines, gatherKnowledge, withoutRoom } from "./knowledge";
import type { CompressionPlan, FoldPlan } from "./plan";
import { planWithin } from "./plan";
import { sumTokens } from "./sizes";
import type { SummaryResult } from "./summarize-fold";
import { summarizeFold } from "./summarize-fold";

export interface PlanInputs extends Yardstick {
  readonly messages: readonly Message[];
  readonly protectLastN: number;
}

/** Everything one compression depends on, as values; the same inputs and the same summary give the same list. */
export interface AttemptInputs extends PlanInputs {
  readonly asked: CompressOptions;
  readonly rest: Rest | undefined;
  readonly summarizers: readonly Summarize[];
  readonly summaryWindowTokens: number;
  readonly summaryId?: MessageId;
  readonly draft?: CompressionDraft;
  /** Hands the thread back for a moment: the phases of a very long conversation together would freeze the editor. */
  breathe(): Promise<void>;
}

export interface Attempt extends Accepted {
  readonly failure?: Extract<SummaryResult, { kind: "failed" }>;
}

export async function attemptFold(inputs: AttemptInputs): Promise<Attempt> {
  const { messages, asked, rest } = inputs;
  if (asked.trigger === "automatic" && rest !== undefined && fitsWindow(inputs))
    return { messages, last: { outcome: "kept", cause: "paused", reason: rest.reason } };
  const drafted = inputs.draft === undefined ? undefined : await useDraft(inputs, inputs.draft);
  if (drafted !== undefined) return drafted;
  const found = planFor(inputs);
  if (found.kind === "nothing") return { messages, last: { outcome: "nothing-to-compress", reason: found.reason } };
  await inputs.breathe();
  const knowledge = await gatherKnowledge(named(found, inputs), inputs.budgets, readingOf(inputs));
  await inputs.breathe();
  const summary = await findSummary(inputs, knowledge);
  return summary.kind === "summary"
    ? acceptSummary(inputs, knowledge, summary.text)
    : standIn(inputs, knowledge, summary);
}

/**
 * A request that does not fit must shrink until it does: where the usual ends leave nothing to fold, or too much around it,
 * shorter tails are tried, and at last an opening of the first message alone. The first that fits is taken, else the smallest.
 */
export function planFor(inputs: PlanInputs): CompressionPlan {
  const { messages, budgets, protectLastN, countTokens } = inputs;
  const usual = planWithin(messages, { budgets, protectLastN }, countTokens);
  if (fitsWindow(inputs)) return usual;
  let best: CompressionPlan = usual;
  for (const { tailShare, ...ends } of TIGHTER_ENDS) {
    if (best.kind === "fold" && projectFold(inputs, best, roomTaken(inputs, best)) <= budgets.contextTokens)
      return best;
    const tighter = planWithin(
      messages,
      { ...ends, protectLastN: 1, budgets: { ...budgets, tailTokens: Math.floor(budgets.tailTokens * tailShare) } },
      countTokens,
    );
    if (tighter.kind === "fold" && (best.kind !== "fold" || roomTaken(inputs, tighter) < roomTaken(inputs, best)))
      best = tighter;
  }
  return best;
}

const TIGHTER_ENDS = [
  { tailShare: 1 },
  { tailShare: 0.5 },
  { tailShare: 0.25 },
  { tailShare: 1, protectFirstN: 1 },
  { tailShare: 0.25, protectFirstN: 1 },
] as const;
/** Code may add as much to a summary as its target again. */
const SUMMARY_ROOM = 2;

const roomTaken = ({ countTokens }: PlanInputs, plan: FoldPlan): number =>
  sumTokens(plan.head, countTokens) + sumTokens(plan.tail, countTokens) + plan.targetTokens * SUMMARY_ROOM;

/** Why there is no summary of a model's hand. "chosen" and "resting" are no failures of this attempt. */
export type Unavailable = {
  readonly kind: "unavailable";
  readonly cause: "chosen" | "resting" | Extract<SummaryResult, { kind: "failed" }>["cause"];
  readonly reason: string;
};

export async function findSummary(
  inputs: AttemptInputs,
  knowledge: FinishInputs,
): Promise<Extract<SummaryResult, { kind: "summary" }> | Unavailable> {
  const { asked, rest } = inputs;
  if (asked.summary === "deterministic")
    return { kind: "unavailable", cause: "chosen", reason: "a deterministic one was chosen" };
  if (asked.trigger !== "manual" && rest?.kind === "cooling")
    return { kind: "unavailable", cause: "resting", reason: rest.reason };
  const focus = asked.focusTopic === undefined ? {} : { focusTopic: asked.focusTopic };
  const request = {
    plan: knowledge.plan,
    evidence: evidenceLines(knowledge, inputs.summaryWindowTokens),
    windowTokens: inputs.summaryWindowTokens,
    ...focus,
  };
  const result = await summarizeFold(request, inputs.summarizers, asked.signal);
  return result.kind === "summary" ? result : { kind: "unavailable", cause: result.cause, reason: result.reason };
}

export const readingOf = ({ asked, breathe }: AttemptInputs): Reading => ({ ledger: asked.ledger, breathe });

const named = (plan: FoldPlan, { summaryId }: AttemptInputs): FoldPlan =>
  summaryId === undefined ? plan : { ...plan, summaryId };

/** Facts are added as far as they fit; a summary that only its additions make too large goes without them. */
function acceptSummary(inputs: AttemptInputs, knowledge: FinishInputs, text: string): Attempt {
  const full = acceptFold(inputs, knowledge.plan, { outcome: "folded", summary: finishSummary(knowledge, text) });
  return full.last.outcome === "folded"
    ? full
    : acceptFold(inputs, knowledge.plan, { outcome: "folded", summary: finishSummary(withoutRoom(knowledge), text) });
}

function standIn(inputs: AttemptInputs, knowledge: FinishInputs, { cause, reason }: Unavailable): Attempt {
  const failure =
    cause === "chosen" || cause === "resting" ? {} : { failure: { kind: "failed" as const, cause, reason } };
  if (cause !== "chosen" && fitsWindow(inputs)) {
    return {
      messages: inputs.messages,
      last: {
        outcome: "kept",
        cause: "summary",
        reason: `No summary could be written, so everything was kept: ${reason}`,
      },
      ...failure,
    };
  }
  return {
    ...acceptFold(inputs, knowledge.plan, {
      outcome: "fallback",
      reason,
      summary: deterministicHandOff(knowledge, reason),
    }),
    ...failure,
  };
}

/** A draft saves the wait; one that is void or no longer helps is forgotten, unless a person wrote it: then it is told. */
async function useDraft(inputs: AttemptInputs, draft: CompressionDraft): Promise<Attempt | undefined> {
  const { messages } = inputs;
  const plan = rebaseDraft(draft, messages, inputs.countTokens);
  if (plan === undefined)
    return draft.author === "model"
      ? undefined
      : {
          messages,
          last: { outcome: "kept", reason: "The conversation changed since the preview; nothing was applied." },
        };
  const knowledge = await gatherKnowledge(named(plan, inputs), inputs.budgets, readingOf(inputs));
  if (draft.author === "person")
    return acceptFold(inputs, knowledge.plan, {
      outcome: "folded",
      summary: finishSummary(withoutRoom(knowledge), redactSecrets(draft.text)),
    });
  const accepted = acceptSummary(inputs, knowledge, draft.text);
  return accepted.last.outcome === "folded" ? accepted : undefined;
}
