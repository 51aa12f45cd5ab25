import type { Message } from "../../conversation/message";
import type { CountTokens } from "../compressor/sizes";
import { sumTokens } from "../compressor/sizes";
import { newestRequestIndex } from "../newest";
import { TAIL_SLACK } from "../policy";

export interface TailLimits {
  readonly messages: number;
  readonly tokens: number;
}

/**
 * Where the fresh tail begins: the newest messages that fit, whole exchanges only, reaching back through the
 * newest request unless that turn alone is far too large (its request is then restated after the summary).
 */
export function freshTailStart(messages: readonly Message[], limits: TailLimits, countTokens: CountTokens): number {
  const newestExchange = startOfExchange(messages, messages.length - 1);
  let start = newestExchange;
  let tokens = sumTokens(messages.slice(start), countTokens);
  for (let index = newestExchange - 1; index >= 0; index--) {
    const message = messages[index];
    if (message === undefined || message.role === "summary") break;
    tokens += countTokens(message);
    if (messages.length - index > limits.messages || tokens > limits.tokens) break;
    if (message.role !== "tool") start = index;
  }
  return reachNewestRequest(messages, start, limits, countTokens);
}

function reachNewestRequest(
  messages: readonly Message[],
  start: number,
  limits: TailLimits,
  countTokens: CountTokens,
): number {
  const request = newestRequestIndex(messages);
  if (request < 0 || request >= start) return start;
  const turnTokens = sumTokens(messages.slice(request), countTokens);
  return turnTokens <= limits.tokens * TAIL_SLACK ? request : start;
}

/** A cut before a result would part it from its call. */
function startOfExchange(messages: readonly Message[], index: number): number {
  let start = Math.max(0, index);
  while (start > 0 && messages[start]?.role === "tool") start--;
  return start;
}
