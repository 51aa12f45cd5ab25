import type { Message } from "../../../src/core/conversation/message";
import { featuresIn, featuresOf } from "./features";

/** A probe of the quality of summaries: the names in one, and those that occur nowhere in the messages before it. */
export interface Precision {
  readonly named: number;
  readonly invented: number;
}

/** Hints for looking things up; they are not statements about the conversation. */
const HANDLE = /^(?:(?:leaf|node|file)_[0-9a-f]{12}|lcm_(?:grep|describe|expand))$/;

export function measurePrecision(history: readonly Message[], summary: string): Precision {
  const names = [...featuresIn(summary)].filter(
    (feature) => feature.startsWith("name ") && !HANDLE.test(feature.slice("name ".length)),
  );
  const unknown = names.filter((name) => !history.some((message) => featuresOf(message).has(name)));
  return { named: names.length, invented: unknown.length };
}
