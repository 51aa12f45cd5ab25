import { callsByResult, callsOf } from "../../../conversation/exchanges";
import type { Message } from "../../../conversation/message";
import type { CountTokens } from "../../../tokens/sizes";
import { sumTokens } from "../../../tokens/sizes";
import { pruneResult, shortenCalls } from "./prune";

/**
 * Recent messages that alone are too large for a request, reduced until they fit: first the arguments of calls that
 * were carried out, then results, the largest first. The last resort where the request would be refused otherwise, for
 * instance by a model with a smaller window. What fits is returned as it is.
 */
export function shrinkTail(
  messages: readonly Message[],
  roomTokens: number,
  countTokens: CountTokens,
): readonly Message[] {
  if (sumTokens(messages, countTokens) <= roomTokens) return messages;
  const calls = callsByResult(messages);
  const answered = new Set(calls.values());
  let shrunk = messages.map((message) =>
    message.role === "assistant" && callsOf(message).every((call) => answered.has(call))
      ? shortenCalls(message)
      : message,
  );
  const largestFirst = messages
    .flatMap((message, index) => (message.role === "tool" ? [{ message, index }] : []))
    .toSorted((a, b) => countTokens(b.message) - countTokens(a.message));
  for (const { message, index } of largestFirst) {
    if (sumTokens(shrunk, countTokens) <= roomTokens) break;
    shrunk = shrunk.with(index, pruneResult(message, calls.get(message)));
  }
  return shrunk;
}
