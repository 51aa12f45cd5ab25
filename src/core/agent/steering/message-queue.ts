import type { TurnEnd } from "../events";
import type { UserInput } from "../world";
import type { Delivery, QueuedMessage } from "./queued-message";

export interface Waiting {
  readonly id: string;
  readonly input: UserInput;
  readonly delivery: Delivery;
  readonly resolve: (end: TurnEnd) => void;
  readonly reject: (error: unknown) => void;
}

/** Messages that wait for the agent, in the order in which they will be sent. Every change is announced. */
export class MessageQueue {
  private readonly onChange: (waiting: readonly QueuedMessage[]) => void;
  private waiting: readonly Waiting[] = [];

  constructor(onChange: (waiting: readonly QueuedMessage[]) => void) {
    this.onChange = onChange;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  add(message: Waiting, place: "first" | "last"): void {
    this.change(place === "first" ? [message, ...this.waiting] : [...this.waiting, message]);
  }

  /** The message for the next turn. */
  takeNext(): Waiting | undefined {
    const [next, ...others] = this.waiting;
    if (next !== undefined) this.change(others);
    return next;
  }

  /** The messages for the running turn. */
  takeForStep(): readonly Waiting[] {
    const due = this.waiting.filter(({ delivery }) => delivery === "after-step");
    if (due.length > 0) this.change(this.waiting.filter(({ delivery }) => delivery === "after-turn"));
    return due;
  }

  /** Takes a message out; its sender learns that it was not sent. */
  remove(id: string): UserInput | undefined {
    const found = this.waiting.find((message) => message.id === id);
    if (found === undefined) return undefined;
    this.change(this.waiting.filter((message) => message !== found));
    found.resolve({ outcome: "stopped" });
    return found.input;
  }

  deliver(id: string, delivery: Delivery): void {
    if (this.waiting.some((message) => message.id === id))
      this.change(this.waiting.map((message) => (message.id === id ? { ...message, delivery } : message)));
  }

  /** Puts a message at this place among the others; beyond the end means last. */
  move(id: string, index: number): void {
    const found = this.waiting.find((message) => message.id === id);
    if (found === undefined) return;
    const others = this.waiting.filter((message) => message !== found);
    const place = Math.max(0, index);
    this.change([...others.slice(0, place), found, ...others.slice(place)]);
  }

  announce(): void {
    this.onChange(this.waiting.map(({ id, input, delivery }) => ({ id, text: input.text, delivery })));
  }

  private change(next: readonly Waiting[]): void {
    this.waiting = next;
    this.announce();
  }
}
