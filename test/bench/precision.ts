import type { Message } from "../../src/core/conversation/message";
import { identifiersIn } from "../../src/core/conversation/text/identifiers";
import type { Visibility } from "./visibility";

export interface Precision {
  readonly named: number;
  readonly invented: number;
}

const MOST_NAMES = 2_000;
/** Hints for looking things up; they are not statements about the conversation. */
const HANDLE = /^(?:(?:leaf|node|file)_[0-9a-f]{12}|lcm_(?:grep|describe|expand))$/;

/** The names in a summary, and those that occur nowhere in the messages it covers. */
export function measurePrecision(history: readonly Message[], summary: string, visibility: Visibility): Precision {
  const names = identifiersIn(summary, MOST_NAMES)
    .filter((name) => !HANDLE.test(name))
    .map((name) => name.toLowerCase());
  return { named: names.length, invented: names.filter((name) => !visibility.shows(history, name)).length };
}
