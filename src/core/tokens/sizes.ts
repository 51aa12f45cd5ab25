import { GrowingWithList } from "../conversation/known-by-message";
import type { Message } from "../conversation/message";
import { estimateMessageTokens } from "./estimate";

export type CountTokens = (message: Message) => number;

/** Token sums over any stretch of a conversation in constant time. */
export interface Sizes {
  readonly total: number;
  between(start: number, end: number): number;
}

export function measureSizes(messages: readonly Message[], countTokens: CountTokens): Sizes {
  const upTo = countTokens === estimateMessageTokens ? estimates.of(messages) : sumsOf(messages, countTokens);
  const at = (place: number) => upTo[Math.min(place, messages.length)] ?? 0;
  return { total: at(messages.length), between: (start, end) => at(end) - at(start) };
}

/** How many messages at the beginning of a list were measured before. */
export const countMeasured = (messages: readonly Message[]): number => estimates.knownOf(messages);

const estimates = new GrowingWithList<number[]>(
  () => [0],
  (upTo, message) => upTo.push((upTo.at(-1) ?? 0) + estimateMessageTokens(message)),
);

function sumsOf(messages: readonly Message[], countTokens: CountTokens): readonly number[] {
  const upTo = [0];
  for (const message of messages) upTo.push((upTo.at(-1) ?? 0) + countTokens(message));
  return upTo;
}

export const sumTokens = (messages: readonly Message[], countTokens: CountTokens): number =>
  messages.reduce((sum, message) => sum + countTokens(message), 0);
