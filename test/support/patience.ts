import { setImmediate as turn } from "node:timers/promises";
import { Patience } from "../../src/core/context/patience";

/** Waits for as long as it takes. */
export const endlessPatience = (): Patience => new Patience(() => new Promise(() => undefined));

/** Has no clock of its own: time passes when the test says so. */
export function handTimed(): { readonly patience: Patience; pass(seconds: number): Promise<void> } {
  let waiting: (() => void)[] = [];
  const patience = new Patience(
    (_ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  );
  return {
    patience,
    async pass(seconds) {
      for (let second = 0; second < seconds; second++) {
        const due = waiting;
        waiting = [];
        due.forEach((resolve) => resolve());
        await turn();
      }
    },
  };
}
