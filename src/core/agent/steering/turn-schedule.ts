import { Lock } from "../../base/lock";
import type { TurnEnd } from "../events";
import type { UserInput } from "../world";
import type { Waiting } from "./message-queue";
import { MessageQueue } from "./message-queue";
import type { Delivery, QueuedMessage } from "./queued-message";

interface ScheduleOptions {
  newId(): string;
  takeTurn(input: UserInput, signal: AbortSignal): Promise<TurnEnd>;
  onQueue(waiting: readonly QueuedMessage[], state: "open" | "held"): void;
}

/** What runs now and what comes next. One piece of work at a time; only `stop` does not wait for its turn. */
export class TurnSchedule {
  readonly queue: MessageQueue;
  private readonly options: ScheduleOptions;
  private readonly lock = new Lock();
  private running: AbortController | undefined;
  /** "held" after a stop: what waited was written for a turn that did not end. */
  private next: "open" | "held" = "open";

  constructor(options: ScheduleOptions) {
    this.options = options;
    this.queue = new MessageQueue((waiting) => options.onQueue(waiting, this.busy ? "open" : this.next));
  }

  get busy(): boolean {
    return this.running !== undefined;
  }

  /**
   * Starts a turn, or queues the message while something is running: "now" stops that first. Resolves when the turn of
   * the message has ended.
   */
  send(input: UserInput, when: Delivery | "now"): Promise<TurnEnd> {
    return new Promise((resolve, reject) => {
      const delivery = when === "now" ? "after-turn" : when;
      const message = { id: this.options.newId(), input, delivery, resolve, reject };
      if (!this.busy) return this.begin(message);
      // A correction is about what was just stopped, so it goes before what waited for that.
      const isFirst = when === "now" || this.next === "held";
      this.queue.add(message, isFirst ? "first" : "last");
      if (isFirst) this.interrupt();
    });
  }

  /** Delivers a waiting message at another time: "now" stops what is running. */
  deliver(id: string, when: Delivery | "now"): void {
    if (when !== "now") return this.queue.deliver(id, when);
    this.queue.move(id, 0);
    if (this.busy) this.interrupt();
    else this.sendNext();
  }

  /** Sends the first message that a stop left waiting. */
  sendQueued(): void {
    if (!this.busy) this.sendNext();
  }

  /** Waiting messages are held until the next send. */
  stop(): void {
    if (this.running !== undefined) this.next = "held";
    this.running?.abort(new DOMException("Stopped by the user", "AbortError"));
  }

  exclusive<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const run = this.lock.run(async () => {
      this.running = controller;
      try {
        return await work(controller.signal);
      } finally {
        this.running = undefined;
        if (this.next === "open") this.sendNext();
        // Nothing will send them by itself from here on.
        else if (!this.queue.isEmpty) this.queue.announce();
      }
    });
    this.running ??= controller;
    return run;
  }

  /** Stops what is running, and sends the first waiting message then. */
  private interrupt(): void {
    this.stop();
    this.next = "open";
  }

  private sendNext(): void {
    const next = this.queue.takeNext();
    if (next !== undefined) this.begin(next);
  }

  private begin({ input, resolve, reject }: Waiting): void {
    this.next = "open";
    this.exclusive((signal) => this.options.takeTurn(input, signal)).then(resolve, reject);
  }
}
