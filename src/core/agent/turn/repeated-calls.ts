import { fnv1a } from "../../base/hash";
import type { ToolCallPart } from "../../conversation/message";
import type { CallResult } from "../../tools/run";

/** The calls of one step with their results, and how many steps in a row they were the same. */
export interface Repetition {
  readonly fingerprint: number;
  readonly count: number;
  readonly name: string;
}

export const NO_REPETITION: Repetition = { fingerprint: 0, count: 0, name: "" };

/** Waiting for a job may take a few equal looks; more of them without any other step is a loop. */
const CORRECT_AT = 4;
/** After its correction a model gets as many steps again to change course. */
const STOP_AT = 8;

export const isCorrectionDue = ({ count }: Repetition): boolean => count === CORRECT_AT;
export const isLoop = ({ count }: Repetition): boolean => count >= STOP_AT;

export function noteCalls(
  before: Repetition,
  calls: readonly ToolCallPart[],
  results: readonly CallResult[],
): Repetition {
  const fingerprint = fnv1a(
    JSON.stringify([
      calls.map(({ name, inputJson }) => [name, inputJson]),
      results.map(({ outcome: { failed, content } }) => [failed, content]),
    ]),
  );
  const name = [...new Set(calls.map((call) => call.name))].join(", ");
  return {
    fingerprint,
    name,
    count: before.fingerprint === fingerprint && before.name === name ? before.count + 1 : 1,
  };
}

/** Read by the model, after the result it already has. */
export const CORRECTION =
  "You have made this same call several times in a row, with the same arguments, and got the same result each time. " +
  "Calling it again will not change the result. Use what you have, try something different, or tell the user what " +
  "you are missing.";
