import { ledgerOf } from "../../ledger/fold";
import type { Ledger } from "../../ledger/ledger";
import type { Message } from "../../conversation/message";
import { estimateMessageTokens, estimateTextTokens } from "../../tokens/estimate";
import type { Budgets } from "../policy";
import type { Depth } from "./evidence";
import { gatherEvidence, gatherRichEvidence, readEvidence } from "./evidence";
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

/** How messages are read: what is known already, and how to let others on this thread take their turn in between. */
export interface Reading {
  /** Read from the messages where absent. */
  readonly ledger?: Ledger | undefined;
  breathe(): Promise<void>;
}

/** What code knows about the folded turns, for the summarizer to use and for the check afterwards. */
export async function gatherKnowledge(plan: FoldPlan, budgets: Budgets, reading: Reading): Promise<FinishInputs> {
  await readAhead(plan.legal, budgets.factsTokens === undefined ? "plain" : "rich", reading);
  const ledger = reading.ledger ?? ledgerOf(plan.legal);
  const most = Math.max(
    budgets.summaryCeilingTokens * CEILING_SHARE,
    Math.min(SMALL_REPAIR_TOKENS, budgets.thresholdTokens * THRESHOLD_SHARE),
  );
  if (budgets.factsTokens !== undefined) {
    const factsTokens = Math.max(
      LEAST_REPAIR_TOKENS,
      Math.floor(Math.min(budgets.factsTokens, plan.foldedTokens * FACTS_FOLDED_SHARE)),
    );
    return {
      plan,
      required: requiredOf(plan, ledger),
      evidence: gatherRichEvidence(plan, ledger),
      repairTokens: factsTokens,
      linesShare: FACTS_LINES_SHARE,
    };
  }
  const repairTokens = Math.max(LEAST_REPAIR_TOKENS, Math.floor(Math.min(plan.foldedTokens * REPAIR_SHARE, most)));
  return { plan, required: requiredOf(plan, ledger), evidence: gatherEvidence(plan), repairTokens };
}

/** A few hundredths of a second; the editor on the same thread must not be felt to stop. */
const BITE_TOKENS = 30_000;
/** Fewer than a ledger looks back for its known beginning, so that each bite goes on from the one before. */
const BITE_MESSAGES = 150;

/** What is read of a message is kept with it: a very long conversation costs its whole length once, and in bites. */
async function readAhead(messages: readonly Message[], depth: Depth, { ledger, breathe }: Reading): Promise<void> {
  for (let start = 0; start < messages.length; ) {
    const end = biteEnd(messages, start);
    readEvidence(messages.slice(start, end), depth);
    if (ledger === undefined) ledgerOf(messages.slice(0, end));
    start = end;
    if (start < messages.length) await breathe();
  }
}

function biteEnd(messages: readonly Message[], start: number): number {
  let tokens = 0;
  const last = Math.min(messages.length, start + BITE_MESSAGES);
  for (let end = start; end < last; end++) {
    const message = messages[end];
    tokens += message === undefined ? 0 : estimateMessageTokens(message);
    if (tokens >= BITE_TOKENS) return end + 1;
  }
  return last;
}

/** The same, with nothing added but what must be: for a summary too large with additions, or one a person has edited. */
export const withoutRoom = (knowledge: FinishInputs): FinishInputs => ({
  ...knowledge,
  repairTokens: Number.NEGATIVE_INFINITY,
});

/** The summarizer reads pruned bodies; of the facts beside them it gets the most telling ones, within this share of its window. */
const EVIDENCE_SHARE = 0.15;
const MOST_EVIDENCE_LINES = 160;

export function evidenceLines({ required, evidence }: FinishInputs, windowTokens: number): readonly string[] {
  let room = windowTokens * EVIDENCE_SHARE;
  const lines = [...required.map((item) => item.line.replace(/^- /, "")), ...evidence.lines];
  return lines.slice(0, MOST_EVIDENCE_LINES).filter((line) => (room -= estimateTextTokens(line) + 2) >= 0);
}
