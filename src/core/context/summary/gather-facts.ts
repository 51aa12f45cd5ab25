import { KnownByMessage } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import { createLedgerReader, ledgerOf } from "../../ledger/add-to-ledger";
import type { Ledger } from "../../ledger/ledger";
import { countRedacted, redactMessages } from "../../redact/redacted-message";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { Budgets } from "../policy";
import type { WorkRecord } from "./claims/record/record";
import { recordOf } from "./claims/record/record";
import { readWords } from "./claims/record/vocabulary";
import { gatherEvidence, gatherRichEvidence } from "./evidence";
import { EvidenceLine } from "./facts/evidence-line";
import type { EvidenceDetail } from "./facts/evidence-list";
import { countListed, listEvidence, measureEvidence, readEvidence } from "./facts/evidence-list";
import { fileFactsOf, fileFactsTokens, listFileFacts, readFileFacts } from "./facts/file-facts";
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
  readonly systemPrompt?: string;
  yieldToHost(): Promise<void>;
}

/** Reads messages of a conversation without credentials ahead of a compression, from a place on. */
export function readFacts(redacted: readonly Message[], start: number, { factsTokens }: Budgets): void {
  const detail = factsTokens === undefined ? "plain" : "rich";
  const messages = redacted.slice(start);
  readEvidence(messages, detail);
  measureEvidence(redacted, start, detail);
  readStatements(messages);
  listFileFacts(redacted);
  readWords(recordOf({ messages }));
  for (const message of messages) recorded.set(message, true);
}

/** Reads what people, the model, and files state; it is known of each message from then on. */
function readStatements(messages: readonly Message[]): void {
  userStatementsOf(messages);
  readDecisions(messages);
  readFileFacts(messages);
}

/** What code knows about the folded turns, for the summarizer to use and for the check afterwards. */
export async function gatherFacts(original: Fold, budgets: Budgets, options: GatherOptions): Promise<FoldFacts> {
  await readAhead(original, budgets.factsTokens === undefined ? "plain" : "rich", options);
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
async function recordFor(fold: Fold, options: GatherOptions): Promise<WorkRecord> {
  const { ledger, originals = [], systemPrompt, yieldToHost } = options;
  for (let end = SLICE_MESSAGES; end < originals.length; end += SLICE_MESSAGES) {
    const slice = originals.slice(end - SLICE_MESSAGES, end);
    if (slice.every((message) => recorded.has(message))) continue;
    recordOf({ messages: slice });
    for (const message of slice) recorded.set(message, true);
    await yieldToHost();
  }
  return recordOf({ messages: fold.legal, originals, ledger, systemPrompt });
}

const recorded = new KnownByMessage<true>();

/** A hundredth of a second or two; the editor on the same thread must not be felt to stop. */
export const SLICE_TOKENS = 8_000;
/** Fewer than a ledger looks back for its known beginning, so that each slice continues the one before. */
const SLICE_MESSAGES = 150;

/** Results are cached per message: a very long conversation is read once in full, and in slices. */
async function readAhead(
  { legal: messages, tail }: Fold,
  detail: EvidenceDetail,
  { ledger, yieldToHost }: GatherOptions,
): Promise<void> {
  // The lines of what is kept are read when it is folded.
  const linesEnd = messages.length - tail.length;
  const readForLedger = ledger === undefined ? createLedgerReader(messages) : undefined;
  const redacted = redactMessages(messages.slice(0, countRedacted(messages)));
  const known = ledger === undefined ? 0 : countListed(redacted, detail);
  for (let start = known; start < messages.length; ) {
    const end = sliceEnd(messages, start);
    const slice = messages.slice(start, end);
    const fresh = readEvidence(slice, detail, linesEnd - start);
    if (fresh > 0) readStatements(redactMessages(slice));
    readForLedger?.(end);
    start = end;
    const worked = fresh > 0 || readForLedger !== undefined;
    if (worked && start < messages.length) await yieldToHost();
  }
  if (messages.length > SLICE_MESSAGES) await listAhead(redactMessages(messages), { detail, linesEnd }, yieldToHost);
}

/** Lists what was read in slices as well. */
async function listAhead(
  messages: readonly Message[],
  { detail, linesEnd }: { readonly detail: EvidenceDetail; readonly linesEnd: number },
  yieldToHost: () => Promise<void>,
): Promise<void> {
  for (let end = countListed(messages, detail); end < messages.length; ) {
    end = Math.min(end + LISTED_MESSAGES, messages.length);
    listEvidence(messages.slice(0, end), detail, Math.min(end, linesEnd));
    await yieldToHost();
  }
}

const LISTED_MESSAGES = 1_000;

/** The end of the slice of messages that is read at a stretch. */
function sliceEnd(messages: readonly Message[], start: number): number {
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
/** The mark of an item, and the line break behind it. */
const LIST_MARK_TOKENS = 2;

export function evidenceLines({ required, evidence }: FoldFacts, windowTokens: number): readonly string[] {
  const facts = required.map((item) => new EvidenceLine(item.line.replace(/^- /, "")));
  const lines = [...facts, ...evidence.lines].slice(0, MOST_EVIDENCE_LINES);
  let used = 0;
  const end = lines.findIndex(({ tokens }) => {
    used += tokens + LIST_MARK_TOKENS;
    return used > windowTokens * EVIDENCE_SHARE;
  });
  return (end < 0 ? lines : lines.slice(0, end)).map(({ text }) => text);
}
