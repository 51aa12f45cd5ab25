import { lastExchangeStart, openCalls } from "../../conversation/exchanges";
import { GrowingWithList, KnownByMessage } from "../../conversation/known-by-message";
import type { Message } from "../../conversation/message";
import { repairMessages } from "../../conversation/repair";
import { redactMessages } from "../../redact/redacted-message";
import { estimateMessageTokens } from "../../tokens/estimate";
import { countMeasured, measureSizes } from "../../tokens/sizes";
import type { Budgets } from "../policy";
import type { Fold } from "../summary/fold";
import { readFacts, SLICE_TOKENS } from "../summary/gather-facts";
import type { Turn } from "../summary/rendered-turns";
import { turnOf } from "../summary/rendered-turns";
import { reducedUpTo } from "./pruning/prune";

/**
 * Reads the messages of a request as they arrive, so that a compression has only to put together what is known of
 * each. A session that was resumed catches up over several requests.
 */
export function readArrivals(sent: readonly Message[], budgets: Budgets): void {
  const messages = repairMessages(sent);
  // A result is read together with its call.
  const end = openCalls(messages).length > 0 ? lastExchangeStart(messages) : messages.length;
  const start = arrivals.knownOf(messages);
  let tokens = 0;
  let to = start;
  for (; to < end && (tokens < SLICE_TOKENS || messages[to]?.role === "tool"); to++) {
    const message = messages[to];
    if (message === undefined || arrived.has(message)) continue;
    arrived.set(message, true);
    tokens += estimateMessageTokens(message);
  }
  if (to <= start) return;
  const known = messages.slice(0, to);
  arrivals.of(known);
  measureSizes(known, estimateMessageTokens);
  const clean = redactMessages(known);
  // The last exchange is not pruned before the model has answered it.
  const answered = Math.min(to, lastExchangeStart(messages));
  reducedUpTo(clean, answered, MOST_TWINS);
  for (let at = 0; at < answered; ) at = readTurnsFrom(clean, { start: at, end: answered, mostTwins: MOST_TWINS });
  readFacts(clean, start, budgets);
}

/** An output that comes again changes how the earlier ones are shown; many of them are left to the compression. */
const MOST_TWINS = 4;

const arrived = new KnownByMessage<true>();
const arrivals = new GrowingWithList(
  () => true,
  () => undefined,
);

/** The sizes of messages, in slices as well; they are known from then on. */
export async function measureAhead(messages: readonly Message[], yieldToHost: () => Promise<void>): Promise<void> {
  for (let end = countMeasured(messages); end < messages.length; ) {
    end = Math.min(end + MEASURED_MESSAGES, messages.length);
    measureSizes(messages.slice(0, end), estimateMessageTokens);
    await yieldToHost();
  }
}

/** A hundredth of a second or two where they are new. */
const MEASURED_MESSAGES = 500;

/** A range of a conversation without credentials; results are pruned anew there: a cut line may be half a secret. */
export interface FoldedTurns {
  readonly fold: Fold;
  readonly headEnd: number;
  readonly tailStart: number;
}

/** The folded messages as a summarizer gets them, read in slices: a long conversation would block the editor. */
export async function readTurns(
  { fold: { legal, folded }, headEnd, tailStart }: FoldedTurns,
  yieldToHost: () => Promise<void>,
): Promise<readonly Turn[]> {
  for (let at = headEnd; at < tailStart; ) {
    at = readTurnsFrom(legal, { start: at, end: tailStart, mostTwins: Infinity });
    if (at < tailStart) await yieldToHost();
  }
  const known = turnLists.of(legal);
  const turns: Turn[] = [];
  legal.forEach((message, at) => {
    if (message === folded[turns.length])
      turns.push((at >= headEnd && at < tailStart ? known[at] : undefined) ?? turnOf(message, message));
  });
  return turns;
}

const turnLists = new GrowingWithList<(Turn | undefined)[]>(
  () => [],
  () => undefined,
);
/** Messages whose results are reduced at a stretch. */
const REDUCED_MESSAGES = 150;

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly mostTwins: number;
}

/** Reads turns from a place on, until they are many; returns the place of the first one left. */
function readTurnsFrom(messages: readonly Message[], { start, end, mostTwins }: Stretch): number {
  const turns = turnLists.of(messages);
  let reduced: readonly Message[] = [];
  let tokens = 0;
  let at = start;
  for (; at < end && tokens < SLICE_TOKENS; at++) {
    if (at >= reduced.length) reduced = reducedUpTo(messages, Math.min(end, at + REDUCED_MESSAGES), mostTwins);
    const message = messages[at];
    const pruned = reduced[at] ?? message;
    if (message === undefined || pruned === undefined || turns[at]?.pruned === pruned) continue;
    const turn = turnOf(pruned, message);
    turns[at] = turn;
    tokens += turn.textTokens;
  }
  return at;
}
