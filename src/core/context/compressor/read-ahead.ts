import type { Message } from "../../conversation/message";
import { redactMessages } from "../../redact/redacted-message";
import { estimateMessageTokens, estimateTextTokens } from "../../tokens/estimate";
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
  const newestFirst: Message[] = [];
  // A result is read together with its call.
  for (let at = end - 1; at >= 0 && (tokens < SLICE_TOKENS || newestFirst.at(-1)?.role === "tool"); at--) {
    const message = messages[at];
    if (message === undefined || arrived.has(message)) continue;
    arrived.add(message);
    newestFirst.push(message);
    tokens += estimateMessageTokens(message);
  }
  const fresh = newestFirst.toReversed();
  readSlice(fresh, messages[end]);
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
  for (let start = nextUnread(messages, 0); start < messages.length; ) {
    const end = sliceEnd(messages, start);
    readSlice(messages.slice(start, end), messages[end]);
    start = nextUnread(messages, end);
    if (start < messages.length) await yieldToHost();
  }
}

function nextUnread(messages: readonly Message[], start: number): number {
  for (let at = start; at < messages.length; at++) {
    const message = messages[at];
    if (message !== undefined && !rendered.has(message)) return at;
  }
  return messages.length;
}

const rendered = new WeakSet<Message>();

/**
 * Results stay known by message; what depends on other messages is made again where those differ. The message behind
 * them tells that the last exchange was answered.
 */
function readSlice(messages: readonly Message[], next: Message | undefined): void {
  const followed = next === undefined ? messages : [...messages, next];
  const pruned = pruneRange(followed, 0, messages.length).messages.slice(0, messages.length);
  for (const turn of renderTurns(redactMessages(messages), redactMessages(pruned))) estimateTextTokens(turn);
  for (const message of messages) rendered.add(message);
}
