import type { AgentEvent } from "../../core/agent/events";
import type { Activity } from "../../protocol/status";
import type { Say } from "../words/say";

const IDLE: Activity = { kind: "idle" };

/** The agent's current activity. Returns the same value if nothing changed. */
export function foldActivity(activity: Activity, event: AgentEvent, say: Say): Activity {
  switch (event.type) {
    case "session-opened":
      return event.reason === "continuation" ? activity : IDLE;
    case "turn-ended":
      return IDLE;
    case "turn-started":
    case "request-started":
      return to(activity, { kind: "requesting" });
    case "reply-grew":
      return growing(activity, event);
    case "approval-asked":
      return { kind: "waiting-approval" };
    case "tool-started":
      return { kind: "running-tool", name: event.name };
    case "tool-ended":
    case "approval-answered":
      return to(activity, { kind: "requesting" });
    case "compression-started":
      return { kind: "compressing", stage: event.stage };
    case "compressed":
    case "nothing-to-compress":
    case "compression-failed":
      return activity.kind === "compressing" ? IDLE : activity;
    case "retrying":
      return { kind: "waiting-retry", reason: say(event.reason), waitMs: event.waitMs, attempt: event.attempt };
    default:
      return activity;
  }
}

function growing(activity: Activity, { part, text }: Extract<AgentEvent, { type: "reply-grew" }>): Activity {
  if (part === "text") return to(activity, { kind: "replying" });
  if (part === "thinking") return to(activity, { kind: "thinking" });
  return { kind: "writing-call", chars: (activity.kind === "writing-call" ? activity.chars : 0) + text.length };
}

const to = (activity: Activity, next: Activity): Activity => (activity.kind === next.kind ? activity : next);
