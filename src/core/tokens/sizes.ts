import type { Message } from "../conversation/message";

export type CountTokens = (message: Message) => number;

/** Token sums over any stretch of a conversation in constant time. */
export interface Sizes {
  readonly total: number;
  between(start: number, end: number): number;
}

export function measureSizes(messages: readonly Message[], countTokens: CountTokens): Sizes {
  const upTo = [0];
  let sum = 0;
  for (const message of messages) {
    sum += countTokens(message);
    upTo.push(sum);
  }
  return { total: sum, between: (start, end) => (upTo[end] ?? sum) - (upTo[start] ?? sum) };
}

export const sumTokens = (messages: readonly Message[], countTokens: CountTokens): number =>
  messages.reduce((sum, message) => sum + countTokens(message), 0);
