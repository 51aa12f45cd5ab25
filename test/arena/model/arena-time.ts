import { setImmediate as nextLoop, setTimeout as pause } from "node:timers/promises";

/** What a step of an agent takes: the model's reply and its tools. */
export const STEP_MS = 5_000;
/** A current model begins after about two seconds and writes about eighty tokens a second. */
const FIRST_TOKEN_MS = 2_000;
const MS_PER_TOKEN = 12.5;

export const writingMs = (tokens: number): number => FIRST_TOKEN_MS + tokens * MS_PER_TOKEN;

/** Requests that arrive together count in this order: an agent sends what it does on the side first. */
const ORDER = ["other", "summary", "work"] as const;
export type Purpose = (typeof ORDER)[number];

interface Arrival {
  readonly purpose: Purpose;
  readonly text: string;
  enter(): void;
}

export interface TimedReply {
  readonly purpose: Purpose;
  readonly lastsMs: number;
  /** "answer": the user has what they waited for. */
  readonly brings: "step" | "answer";
}

interface HeldReply extends TimedReply {
  readonly dueMs: number;
  readonly over: AbortSignal;
  send(): void;
}

/** What can be seen of an agent from outside. */
export interface Activity {
  /** Whether nothing of the agent computes; "unknown" where the system does not tell. */
  look(): "busy" | "idle" | "unknown";
}

/**
 * The clock of a contest. It stands still while the agent computes, and advances to the next reply once the agent has
 * nothing left to do, so that how fast a machine is, and how busy, changes no figure: a summary written in the
 * background takes as many steps in every run.
 */
export class ArenaTime {
  nowMs = 0;
  /** How long the user has waited for summaries: for an answer, while the agent asked for nothing else. */
  waitedMs = 0;
  private userWaits = false;
  private receiving = 0;
  private readonly arrivals: Arrival[] = [];
  private readonly held: HeldReply[] = [];
  private readonly activity: Activity;
  private readonly lookEveryMs: number;
  private state: "running" | "stopped" = "running";
  private changes = 0;

  constructor(activity: Activity, lookEveryMs = LOOK_EVERY_MS) {
    this.activity = activity;
    this.lookEveryMs = lookEveryMs;
    void this.run();
  }

  stop(): void {
    this.state = "stopped";
  }

  pass(minutes: number): void {
    this.nowMs += minutes * 60_000;
  }

  /** The user has sent a prompt, and waits for its answer. */
  noteQuestion(): void {
    this.userWaits = true;
  }

  /** A request has begun to arrive; the result is to be called when it has arrived. */
  receive(): () => void {
    this.receiving += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.receiving -= 1;
      isOpen = false;
      this.changes += 1;
    };
  }

  /** Resolves when the request counts: after everything that the agent sends at the same moment has arrived. */
  enter(purpose: Purpose, text: string): Promise<void> {
    return new Promise((resolve) => {
      this.arrivals.push({ purpose, text, enter: resolve });
      this.changes += 1;
    });
  }

  /** Resolves when a reply that takes so long would have been written, or nobody wants it any more. */
  hold(reply: TimedReply, over: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const held = { ...reply, dueMs: this.nowMs + reply.lastsMs, over, send: resolve };
      this.held.push(held);
      over.addEventListener("abort", () => {
        this.remove(held);
        resolve();
      });
      this.changes += 1;
    });
  }

  private async run(): Promise<void> {
    while (this.state === "running") {
      await this.untilSettled();
      if (this.arrivals.length > 0) await this.letIn();
      else await this.sendNext();
    }
  }

  /** Waits until the agent has done everything it can do without another reply. */
  private async untilSettled(): Promise<void> {
    for (let [idle, looks, changes] = [0, 0, this.changes]; looks < MOST_LOOKS; looks++) {
      const isWaiting = this.arrivals.length > 0 || this.held.length > 0;
      // Where only a summary is due, the agent may be about to work on: it gets more time to say so.
      const enough = this.arrivals.length > 0 || this.held.some(({ purpose }) => purpose !== "summary");
      const look = isWaiting ? this.activity.look() : "busy";
      const needed = (enough ? IDLE_LOOKS : WAITING_LOOKS) * (look === "unknown" ? UNKNOWN_FACTOR : 1);
      const isQuiet = look !== "busy" && this.receiving === 0 && changes === this.changes;
      changes = this.changes;
      idle = isQuiet ? idle + 1 : 0;
      if (idle >= needed || this.state === "stopped") return;
      if (!isWaiting) looks = 0;
      await pause(this.lookEveryMs);
    }
  }

  private async letIn(): Promise<void> {
    const arrived = this.arrivals
      .splice(0)
      .toSorted((left, right) => rank(left) - rank(right) || (left.text < right.text ? -1 : 1));
    for (const { enter } of arrived) {
      enter();
      // Each is accounted for before the next.
      await nextLoop();
    }
  }

  private async sendNext(): Promise<void> {
    const next = this.held.toSorted((left, right) => left.dueMs - right.dueMs || rank(left) - rank(right))[0];
    if (next === undefined) return;
    const onlySummaries = this.held.every(({ purpose }) => purpose !== "work");
    const passedMs = Math.max(0, next.dueMs - this.nowMs);
    if (this.userWaits && onlySummaries) this.waitedMs += passedMs;
    this.nowMs += passedMs;
    if (next.brings === "answer") this.userWaits = false;
    this.remove(next);
    next.send();
    await ended(next.over);
  }

  private remove(held: HeldReply): void {
    const at = this.held.indexOf(held);
    if (at >= 0) this.held.splice(at, 1);
    this.changes += 1;
  }
}

const LOOK_EVERY_MS = 10;
/** So many looks in a row have to find nothing at work. */
const IDLE_LOOKS = 4;
const WAITING_LOOKS = 30;
/** Where activity cannot be seen, silence has to last longer. */
const UNKNOWN_FACTOR = 8;
/** An agent that always computes is not waited for; on a busy machine, one that is not done for seconds is. */
const MOST_LOOKS = 6_000;

const rank = ({ purpose }: { readonly purpose: Purpose }): number => ORDER.indexOf(purpose);

const ended = (over: AbortSignal): Promise<void> =>
  over.aborted
    ? Promise.resolve()
    : new Promise((resolve) => over.addEventListener("abort", () => resolve(), { once: true }));
