import type { AgentEvent } from "../../core/agent/events";
import { callTopic } from "../../core/conversation/text/call-topic";
import type { Activity, RunningCall } from "../../protocol/status";
import type { Say } from "../words/say";

/** What the agent is doing, and the calls behind it: a call still runs while another one is asked about. */
export interface ActivityState {
  readonly shown: Activity;
  readonly calls: readonly RunningCall[];
}

const IDLE: Activity = { kind: "idle" };
export const idleState: ActivityState = { shown: IDLE, calls: [] };

/** Returns the same value if nothing changed. */
export function foldActivity(state: ActivityState, event: AgentEvent, say: Say): ActivityState {
  switch (event.type) {
    case "session-opened":
      return event.reason === "continuation" ? state : idleState;
    case "turn-ended":
      return idleState;
    case "turn-started":
    case "request-started":
      return show({ ...state, calls: [] }, { kind: "requesting" });
    case "reply-grew":
      return show(state, growing(state.shown, event));
    case "approval-asked":
      return show(state, { kind: "waiting-approval" });
    case "tool-started": {
      const call = { callId: event.callId, name: event.name, ...callTopic(event.name, event.inputJson) };
      return busy({ ...state, calls: [...state.calls, call] });
    }
    case "tool-ended":
      return busy({ ...state, calls: state.calls.filter(({ callId }) => callId !== event.callId) });
    case "approval-answered":
      return busy(state);
    case "compression-started":
      return show(state, { kind: "compressing", stage: event.stage });
    case "compressed":
    case "nothing-to-compress":
    case "compression-failed":
      return state.shown.kind === "compressing" ? { ...state, shown: IDLE } : state;
    case "retrying":
      return show(state, {
        kind: "waiting-retry",
        host: event.host,
        reason: say(event.reason),
        waitMs: event.waitMs,
        attempt: event.attempt,
      });
    default:
      return state;
  }
}

/** The newest call that is still running; the model has the next word once none is. */
function busy(state: ActivityState): ActivityState {
  const call = state.calls.at(-1);
  if (call === undefined) return show(state, { kind: "requesting" });
  const { shown } = state;
  const same = shown.kind === "running-tool" && shown.call === call && shown.others === state.calls.length - 1;
  return same ? state : { ...state, shown: { kind: "running-tool", call, others: state.calls.length - 1 } };
}

function growing(activity: Activity, { part, text }: Extract<AgentEvent, { type: "reply-grew" }>): Activity {
  if (part === "text") return { kind: "replying" };
  if (part === "thinking") return { kind: "thinking" };
  return { kind: "writing-call", chars: (activity.kind === "writing-call" ? activity.chars : 0) + text.length };
}

/** A kind without particulars that is already shown needs no change. */
const PLAIN: ReadonlySet<Activity["kind"]> = new Set(["requesting", "thinking", "replying", "waiting-approval"]);

const show = (state: ActivityState, next: Activity): ActivityState =>
  next.kind === state.shown.kind && PLAIN.has(next.kind) && state.calls.length === 0
    ? state
    : { ...state, shown: next };
