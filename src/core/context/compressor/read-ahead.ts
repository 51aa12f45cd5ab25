import type { Message } from "../../conversation/message";
import { redactMessages } from "../../redact/redacted-message";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { Budgets } from "../policy";
import { readFacts, SLICE_TOKENS, sliceEnd } from "../summary/gather-facts";
import { renderTurns } from "../summary/rendered-turns";
import { pruneRange } from "./pruning/prune";

/**
 * Reads the newest messages of a request as they arrive, so that a compression has only to put together what is known
 * of each. A session that was resumed catches up over several requests.
 */
export function readArrivals(messages: readonly Message[], budgets: Budgets): void {
  // The last exchange is not pruned before the model has answered it.
  const end = Math.max(
    0,
    messages.findLastIndex(({ role }) => role !== "tool"),
  );
  let tokens = 0;
  let start = end;
  for (; start > 0 && tokens < SLICE_TOKENS; start--) {
    const message = messages[start - 1];
    if (message === undefined || arrived.has(message)) break;
    tokens += estimateMessageTokens(message);
  }
  const fresh = messages.slice(start, end);
  for (const message of fresh) arrived.add(message);
  readSlice(fresh);
  readFacts(fresh, budgets);
}

const arrived = new WeakSet<Message>();

/** The sizes of messages, in slices as well; they are known from then on. */
export async function measureAhead(messages: readonly Message[], yieldToHost: () => Promise<void>): Promise<void> {
  for (let start = 0; start + MEASURED_MESSAGES < messages.length; start += MEASURED_MESSAGES) {
    for (const message of messages.slice(start, start + MEASURED_MESSAGES)) estimateMessageTokens(message);
    await yieldToHost();
  }
}

/** Some hundredths of a second where they are new, nothing where they are known. */
const MEASURED_MESSAGES = 2_000;

/** What a plan and its prompt need of each message, in slices: of a long conversation they would block the editor. */
export async function readAhead(messages: readonly Message[], yieldToHost: () => Promise<void>): Promise<void> {
  for (let start = 0; start < messages.length; ) {
    const end = sliceEnd(messages, start);
    const slice = messages.slice(start, end);
    start = end;
    if (slice.every((message) => rendered.has(message))) continue;
    readSlice(slice);
    if (start < messages.length) await yieldToHost();
  }
}

const rendered = new WeakSet<Message>();

/** Results stay known by message; what depends on other messages is made again where those differ. */
function readSlice(messages: readonly Message[]): void {
  const pruned = pruneRange(messages, 0, messages.length).messages;
  renderTurns(redactMessages(messages), redactMessages(pruned));
  for (const message of messages) rendered.add(message);
}
