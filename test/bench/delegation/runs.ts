import { callsOf } from "../../../src/core/conversation/exchanges";
import type { Message } from "../../../src/core/conversation/message";
import { kindOf } from "./reading-calls";

/** A stretch of messages, `to` not included. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Fewer calls are not worth a sub-agent. */
const LEAST_CALLS = 3;

export const isWithin = ({ from, to }: Run, index: number): boolean => index >= from && index < to;

/** Calls with their results, as a sub-agent could make them: the smallest piece that a run may be cut at. */
export interface Exchange extends Run {
  readonly calls: number;
}

/**
 * The longest stretches in which the agent only looks. Calls of one message count each; words and
 * lists of the agent's own between two looks belong to the run; a message of the user or a call that acts ends it.
 */
export function explorationsOf(messages: readonly Message[]): readonly (readonly Exchange[])[] {
  const found: Exchange[][] = [];
  let open: Exchange[] = [];
  const close = (): void => {
    if (open.length > 0) found.push(open);
    open = [];
  };
  for (let index = 0; index < messages.length; ) {
    const message = messages[index]!;
    const to = endOf(messages, index);
    const looks = lookingCalls(message);
    if (looks === undefined) close();
    else if (looks > 0) open.push({ from: open.at(-1)?.to ?? index, to, calls: looks });
    index = to;
  }
  close();
  return found.filter((exchanges) => exchanges.reduce((sum, { calls }) => sum + calls, 0) >= LEAST_CALLS);
}

/** Undefined for a message that ends a run. */
function lookingCalls(message: Message): number | undefined {
  if (message.role !== "assistant") return undefined;
  const kinds = callsOf(message).map(kindOf);
  return kinds.includes("acts") ? undefined : kinds.filter((kind) => kind !== "aside").length;
}

function endOf(messages: readonly Message[], from: number): number {
  let to = from + 1;
  while (messages[to]?.role === "tool") to++;
  return to;
}

/**
 * Cuts each stretch into delegations that are accepted, the longest first; an exchange that begins none stays with the
 * parent.
 */
export function cutRuns(
  explorations: readonly (readonly Exchange[])[],
  isAccepted: (run: Run) => boolean,
): readonly Run[] {
  const runs: Run[] = [];
  for (const exchanges of explorations) {
    for (let first = 0; first < exchanges.length; ) {
      const count = longestAccepted(exchanges.slice(first), isAccepted);
      if (count > 0) runs.push({ from: exchanges[first]!.from, to: exchanges[first + count - 1]!.to });
      first += Math.max(1, count);
    }
  }
  return runs;
}

function longestAccepted(exchanges: readonly Exchange[], isAccepted: (run: Run) => boolean): number {
  for (let count = exchanges.length; count > 0; count--) {
    const part = exchanges.slice(0, count);
    const calls = part.reduce((sum, one) => sum + one.calls, 0);
    if (calls >= LEAST_CALLS && isAccepted({ from: part[0]!.from, to: part.at(-1)!.to })) return count;
  }
  return 0;
}
