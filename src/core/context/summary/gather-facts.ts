import type { Message } from "../../conversation/message";
import { createLedgerReader, ledgerOf } from "../../ledger/add-to-ledger";
import type { Ledger } from "../../ledger/ledger";
import { redactMessages } from "../../redact/redacted-message";
import { estimateMessageTokens, takeWithinTokens } from "../../tokens/estimate";
import type { Budgets } from "../policy";
import type { WorkRecord } from "./claims/record/record";
import { recordOf } from "./claims/record/record";
import { vocabularyOf } from "./claims/record/vocabulary";
import type { EvidenceDetail } from "./evidence";
import { gatherEvidence, gatherRichEvidence, measureEvidence, readEvidence } from "./evidence";
import { fileFactsOf, fileFactsTokens, readFileFacts } from "./facts/file-facts";
import { userStatementsOf } from "./facts/user-statements";
import type { FoldFacts } from "./finish-summary";
import type { Fold } from "./fold";
import { redactFold } from "./redacted-fold";
import { readDecisions, requiredOf } from "./required-facts";

/** Code may add up to this share of what is folded. */
const REPAIR_SHARE = 0.2;
/**
 * And half of what the summary itself may take, or what a small window can spare: facts do not shrink with the window.
 */
const CEILING_SHARE = 0.5;
const THRESHOLD_SHARE = 0.25;
const SMALL_REPAIR_TOKENS = 3_000;
const LEAST_REPAIR_TOKENS = 256;

/** Where the budget reserves room for facts, they still must not outgrow the messages they come from. */
const FACTS_FOLDED_SHARE = 0.4;

/** How messages are read: what is known already, and how to let others on this thread take their turn in between. */
export interface GatherOptions {
  /** Read from the messages where absent. */
  readonly ledger?: Ledger | undefined;
  /** Messages from before earlier compressions, where the engine has them. */
  readonly originals?: readonly Message[];
  yieldToHost(): Promise<void>;
}

/** Reads messages ahead of a compression; what is found stays known by message. */
export function readFacts(messages: readonly Message[], { factsTokens }: Budgets): void {
  readEvidence(messages, factsTokens === undefined ? "plain" : "rich");
  measureEvidence(messages);
  const redacted = redactMessages(messages);
  userStatementsOf(redacted);
  readDecisions(redacted);
  readFileFacts(redacted);
  vocabularyOf(recordOf({ messages }));
  for (const message of messages) recorded.add(message);
}

/** What code knows about the folded turns, for the summarizer to use and for the check afterwards. */
export async function gatherFacts(original: Fold, budgets: Budgets, options: GatherOptions): Promise<FoldFacts> {
  await readAhead(original.legal, budgets.factsTokens === undefined ? "plain" : "rich", options);
  const fold = redactFold(original);
  const ledger = options.ledger ?? ledgerOf(original.legal);
  const isLong = original.legal.length > SLICE_MESSAGES;
  if (isLong) await options.yieldToHost();
  // An earlier compression has taken messages away that still hold what the user said and files state.
  const everything = redactMessages(options.originals?.length ? options.originals : fold.legal);
  const said = userStatementsOf(everything);
  const required = requiredOf(fold, ledger, said);
  if (isLong) await options.yieldToHost();
  const files = fileFactsOf(everything);
  if (isLong) await options.yieldToHost();
  const record = await recordFor(fold, options);
  if (isLong) await options.yieldToHost();
  const shared = {
    fold,
    required,
    record,
    files,
    falseClaims: "correct",
    filesTokens: Math.min(fileFactsTokens(budgets.contextTokens), Math.floor(fold.foldedTokens * FACTS_FOLDED_SHARE)),
    takenBack: said.takenBack,
  } as const;
  const most = Math.max(
    budgets.summaryCeilingTokens * CEILING_SHARE,
    Math.min(SMALL_REPAIR_TOKENS, budgets.thresholdTokens * THRESHOLD_SHARE),
  );
  if (budgets.factsTokens !== undefined) {
    const factsTokens = Math.max(
      LEAST_REPAIR_TOKENS,
      Math.floor(Math.min(budgets.factsTokens, fold.foldedTokens * FACTS_FOLDED_SHARE)),
    );
    return { ...shared, evidence: gatherRichEvidence(fold, ledger), repairTokens: factsTokens };
  }
  const repairTokens = Math.max(LEAST_REPAIR_TOKENS, Math.floor(Math.min(fold.foldedTokens * REPAIR_SHARE, most)));
  return { ...shared, evidence: gatherEvidence(fold), repairTokens };
}

/** The messages of a long chain are read in bites too; what is read of each stays known. */
async function recordFor(fold: Fold, { ledger, originals = [], yieldToHost }: GatherOptions): Promise<WorkRecord> {
  for (let end = SLICE_MESSAGES; end < originals.length; end += SLICE_MESSAGES) {
    const slice = originals.slice(end - SLICE_MESSAGES, end);
    if (slice.every((message) => recorded.has(message))) continue;
    recordOf({ messages: slice });
    for (const message of slice) recorded.add(message);
    await yieldToHost();
  }
  return recordOf({ messages: fold.legal, originals, ledger });
}

const recorded = new WeakSet<Message>();

/** A hundredth of a second or two; the editor on the same thread must not be felt to stop. */
export const SLICE_TOKENS = 8_000;
/** Fewer than a ledger looks back for its known beginning, so that each slice continues the one before. */
const SLICE_MESSAGES = 150;

/** Results are cached per message: a very long conversation is read once in full, and in slices. */
async function readAhead(
  messages: readonly Message[],
  detail: EvidenceDetail,
  { ledger, yieldToHost }: GatherOptions,
): Promise<void> {
  const readForLedger = ledger === undefined ? createLedgerReader(messages) : undefined;
  for (let start = 0; start < messages.length; ) {
    const end = sliceEnd(messages, start);
    const fresh = readEvidence(messages.slice(start, end), detail);
    readForLedger?.(end);
    start = end;
    const worked = fresh > 0 || readForLedger !== undefined;
    if (worked && start < messages.length) await yieldToHost();
  }
}

/** The end of the slice of messages that is read at a stretch. */
export function sliceEnd(messages: readonly Message[], start: number): number {
  let tokens = 0;
  const last = Math.min(messages.length, start + SLICE_MESSAGES);
  for (let end = start; end < last; end++) {
    const message = messages[end];
    tokens += message === undefined ? 0 : estimateMessageTokens(message);
    if (tokens >= SLICE_TOKENS) return end + 1;
  }
  return last;
}

/** The same for the words of a person: what is missing or false is reported, and the words stay. */
export const forPerson = (facts: FoldFacts): FoldFacts => ({ ...withoutRoom(facts), falseClaims: "warn" });

/** The same, with nothing added but what must be: for a summary too large with additions. */
export const withoutRoom = (facts: FoldFacts): FoldFacts => ({
  ...facts,
  filesTokens: 0,
  repairTokens: Number.NEGATIVE_INFINITY,
});

/**
 * The summarizer reads pruned bodies; of the facts beside them it gets the most informative ones, within this share of
 * its window.
 */
const EVIDENCE_SHARE = 0.15;
const MOST_EVIDENCE_LINES = 160;

export function evidenceLines({ required, evidence }: FoldFacts, windowTokens: number): readonly string[] {
  const lines = [...required.map((item) => item.line.replace(/^- /, "")), ...evidence.lines];
  return takeWithinTokens(lines.slice(0, MOST_EVIDENCE_LINES), windowTokens * EVIDENCE_SHARE, 2);
}
