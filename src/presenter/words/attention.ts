import type { AgentEvent } from "../../core/agent/events";
import type { Sentence } from "../../core/base/sentence";
import { sentence } from "../../core/base/sentence";

/** Shorter turns end before anyone has looked elsewhere. */
const LONG_TURN_MS = 20_000;

/** Decides when to call the user back to a window without focus: an approval waits, or a long turn has ended. */
export class Attention {
  private readonly now: () => number;
  private startedAt = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  /** What to say to somebody who is elsewhere; undefined where there is no reason to. */
  take(event: AgentEvent, focus: "here" | "elsewhere"): Sentence | undefined {
    if (event.type === "turn-started") this.startedAt = this.now();
    if (focus === "here") return undefined;
    if (event.type === "approval-asked")
      return sentence("Hermes waits for your approval: {title}", { title: event.request.title });
    if (event.type !== "turn-ended" || this.now() - this.startedAt < LONG_TURN_MS) return undefined;
    return event.outcome === "answered"
      ? sentence("Hermes has finished.")
      : sentence("Hermes has stopped and needs you.");
  }
}
