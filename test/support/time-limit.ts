import { setImmediate as turn } from "node:timers/promises";
import { TimeLimit } from "../../src/core/context/outside/time-limit";

/** Waits without a limit. */
export const unlimitedTime = (): TimeLimit => new TimeLimit(() => new Promise(() => undefined));

/** Has no clock of its own: the test advances the time. */
export function manualTime(): { readonly timeLimit: TimeLimit; pass(seconds: number): Promise<void> } {
  let waiting: (() => void)[] = [];
  const timeLimit = new TimeLimit(
    (_ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  );
  return {
    timeLimit,
    async pass(seconds) {
      for (let second = 0; second < seconds; second++) {
        const due = waiting;
        waiting = [];
        for (const resolve of due) resolve();
        await turn();
      }
    },
  };
}
