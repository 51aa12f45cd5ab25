import { callsByResult } from "../../../conversation/exchanges";
import type { MessageId } from "../../../conversation/ids";
import type { Message, ToolMessage } from "../../../conversation/message";
import { estimateMessageTokens } from "../../../tokens/estimate";
import { isWorthPruning, pruneResult } from "./prune";

/** A changed conversation and what the change is worth; `firstChanged` is where the cached prefix ends. */
export interface Eviction {
  readonly messages: readonly Message[];
  /** Negative where room was made. */
  readonly tokensDelta: number;
  readonly firstChanged: number;
  /** What was there, so that it can be put back. */
  readonly original: ToolMessage;
}

/** Whether a message can be taken out of the context by hand; if not, why. */
export type Evictability = "possible" | "not-a-result" | "evicted" | "too-short";

export function judgeEviction(message: Message): Evictability {
  if (message.role !== "tool") return "not-a-result";
  if (message.body.kind === "pruned") return "evicted";
  return isWorthPruning(message) ? "possible" : "too-short";
}

/** One tool result reduced to its line. Undefined where there is no such result or nothing to gain. */
export function evictResult(messages: readonly Message[], id: MessageId): Eviction | undefined {
  const index = messages.findIndex((message) => message.id === id);
  const original = messages[index];
  if (original?.role !== "tool") return undefined;
  const evicted = pruneResult(original, callsByResult(messages).get(original));
  return evicted === original ? undefined : replaceAt(messages, index, evicted, original);
}

/** The result as it was. Undefined where its place is gone, e.g. folded since. */
export function putBack(messages: readonly Message[], original: ToolMessage): Eviction | undefined {
  const index = messages.findIndex((message) => message.id === original.id);
  const evicted = messages[index];
  return evicted?.role !== "tool" || evicted === original ? undefined : replaceAt(messages, index, original, original);
}

function replaceAt(messages: readonly Message[], index: number, next: ToolMessage, original: ToolMessage): Eviction {
  const before = messages[index];
  return {
    messages: messages.with(index, next),
    firstChanged: index,
    original,
    tokensDelta: estimateMessageTokens(next) - (before === undefined ? 0 : estimateMessageTokens(before)),
  };
}
