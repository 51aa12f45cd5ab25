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

/** What a plan and its prompt need of each message, in slices: of a long conversation they would block the editor. */
export async function readAhead(messages: readonly Message[], yieldToHost: () => Promise<void>): Promise<void> {
  for (let start = 0; start < messages.length; ) {
    const end = sliceEnd(messages, start);
    readSlice(messages.slice(start, end));
    start = end;
    if (start < messages.length) await yieldToHost();
  }
}

/** Results stay known by message; what depends on other messages is made again where those differ. */
function readSlice(messages: readonly Message[]): void {
  const pruned = pruneRange(messages, 0, messages.length).messages;
  renderTurns(redactMessages(messages), redactMessages(pruned));
}
