import type { TurnEnd } from "../events";
import type { AgentWorld } from "../world";
import type { MessageQueue, Waiting } from "./message-queue";

/** How the user reaches into a running turn: with words between two steps, and by ending a wait for the provider. */
export class Steering {
  private readonly queue: MessageQueue;
  private joined: readonly Waiting[] = [];
  private retryWait: AbortController | undefined;

  constructor(queue: MessageQueue) {
    this.queue = queue;
  }

  /** The messages that join the turn now. */
  take(): readonly Waiting[] {
    const due = this.queue.takeForStep();
    this.joined = [...this.joined, ...due];
    return due;
  }

  /** Tells the senders of everything that joined the turn how it ended. */
  end(end: TurnEnd): void {
    for (const { resolve } of this.joined) resolve(end);
    this.joined = [];
  }

  /** Waits before another attempt, until the time is over or the user does not want to wait. */
  async waitForRetry(world: AgentWorld, waitMs: number, signal: AbortSignal): Promise<void> {
    const skip = new AbortController();
    this.retryWait = skip;
    try {
      await world.wait(waitMs, AbortSignal.any([signal, skip.signal]));
    } catch (error) {
      if (signal.aborted || !skip.signal.aborted) throw error;
    } finally {
      this.retryWait = undefined;
    }
  }

  retryNow(): void {
    this.retryWait?.abort();
  }
}
