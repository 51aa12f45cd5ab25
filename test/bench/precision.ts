import { identifiersIn } from "../../src/core/conversation/identifiers";
import type { Message } from "../../src/core/conversation/message";
import type { Visibility } from "./visibility";

export interface Precision {
  readonly named: number;
  readonly invented: number;
}

const MOST_NAMES = 2_000;
/** What a summary offers to look things up with, and no statement about the conversation. */
const HANDLE = /^(?:(?:leaf|node|file)_[0-9a-f]{12}|lcm_(?:grep|describe|expand))$/;

/** Names a summary states, and those of them that occur nowhere in what it stands for. */
export function measurePrecision(history: readonly Message[], summary: string, visibility: Visibility): Precision {
  const names = identifiersIn(summary, MOST_NAMES)
    .filter((name) => !HANDLE.test(name))
    .map((name) => name.toLowerCase());
  return { named: names.length, invented: names.filter((name) => !visibility.shows(history, name)).length };
}
