import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { newestRequestIndex } from "../../conversation/newest-request";
import type { CountTokens } from "../../tokens/sizes";
import { sumTokens } from "../../tokens/sizes";
import { LATER_SUMMARY, NOT_IN_CONTEXT } from "../engine-reasons";
import { TAIL_SLACK } from "../policy";

export interface TailLimits {
  readonly messages: number;
  readonly tokens: number;
  /** Messages that are being read again: reached like the newest request, as far as the tail may run over. */
  readonly keep?: ReadonlySet<MessageId>;
  /** A person chose where the tail begins, whatever its size. */
  readonly first?: MessageId;
}

/** Why nothing can be folded up to a message that a person chose; undefined where something can. */
export function refuseCut(messages: readonly Message[], first: MessageId): Sentence | undefined {
  const at = messages.findIndex(({ id }) => id === first);
  if (at < 0) return NOT_IN_CONTEXT;
  const cut = startOfExchange(messages, at);
  if (messages.findLastIndex(({ role }) => role === "summary") >= cut) return LATER_SUMMARY;
  return cut === 0 ? sentence("Nothing comes before this message.") : undefined;
}

/**
 * Where the fresh tail begins: the newest messages that fit, whole exchanges only, reaching back through the
 * newest request unless that turn alone is far too large (its request is then restated after the summary).
 */
export function freshTailStart(messages: readonly Message[], limits: TailLimits, countTokens: CountTokens): number {
  if (limits.first !== undefined)
    return startOfExchange(
      messages,
      messages.findIndex(({ id }) => id === limits.first),
    );
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
  return reachNewestRequest(messages, Math.min(start, firstKept(messages, limits, countTokens)), limits, countTokens);
}

/** Where the exchange of the oldest kept message within reach begins; the end of the list where there is none. */
function firstKept(messages: readonly Message[], { keep, tokens }: TailLimits, countTokens: CountTokens): number {
  const openers = messages.flatMap(({ id }, index) => (keep?.has(id) ? [startOfExchange(messages, index)] : []));
  const fits = (opener: number) => sumTokens(messages.slice(opener), countTokens) <= tokens * TAIL_SLACK;
  return openers.find(fits) ?? messages.length;
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
