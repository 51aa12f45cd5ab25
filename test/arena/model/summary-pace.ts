import { setTimeout as pause } from "node:timers/promises";

/** What a step of an agent takes: the model's reply and its tools. The arena's clock advances by this per request. */
export const STEP_MS = 5_000;

/** A current model begins after about two seconds and writes about eighty tokens a second. */
const FIRST_TOKEN_MS = 2_000;
const MS_PER_TOKEN = 12.5;
/** An agent that has sent nothing for this long, in real time, is waiting for the summary. */
const QUIET_MS = 1_500;
const LOOK_EVERY_MS = 20;

export const writingMs = (tokens: number): number => FIRST_TOKEN_MS + tokens * MS_PER_TOKEN;

/**
 * Holds a summary back for as many steps as writing it takes. An agent that works on meanwhile does not wait; one that
 * sends nothing gets the summary at once, and the rest of the time is what its user would have waited.
 */
export class SummaryPace {
  /** What the user has waited for summaries, on the arena's clock. */
  waitedMs = 0;
  private steps = 0;
  private lastRequestAt = performance.now();
  private userWaits = false;
  private readonly quietMs: number;

  constructor(quietMs = QUIET_MS) {
    this.quietMs = quietMs;
  }

  /** The user has sent a prompt, and waits for its answer. */
  noteQuestion(): void {
    this.userWaits = true;
  }

  /** The agent has sent a request that works on the task; `answer` is the end of the user's wait. */
  noteStep(reply: "step" | "answer"): void {
    this.steps += 1;
    this.lastRequestAt = performance.now();
    if (reply === "answer") this.userWaits = false;
  }

  /** Resolves when a summary of this size would have been written. */
  async hold(tokens: number): Promise<void> {
    const neededMs = writingMs(tokens);
    const [stepsBefore, waitedFor] = [this.steps, this.userWaits];
    this.lastRequestAt = performance.now();
    const passedMs = () => (this.steps - stepsBefore) * STEP_MS;
    while (passedMs() < neededMs && performance.now() - this.lastRequestAt < this.quietMs) await pause(LOOK_EVERY_MS);
    if (waitedFor && this.userWaits) this.waitedMs += Math.max(0, neededMs - passedMs());
  }
}
