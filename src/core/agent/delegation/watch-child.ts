import type { CallId, SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { subjectOf } from "../../conversation/text/call-subject";
import { totalTokens } from "../../conversation/usage";
import { addCost } from "../../sessions/journal/records";
import { estimateMessageTokens } from "../../tokens/estimate";
import type { AgentEvent } from "../events";
import type { DelegateState } from "./delegate-state";

export interface ChildWatch {
  /** For the child's world: what a view of the parent shows of it is passed on, the rest is the child's own. */
  take(event: AgentEvent): void;
  settle(state: DelegateState["state"], reportTokens: number): void;
  /** Everything stored so far, as it was first written. */
  readonly messages: readonly Message[];
  /** New tokens so far, cached reads left out: what a budget limits. */
  readonly spentTokens: number;
}

/** Folds what a child does into the state that the parent's views show. */
export function watchChild(callId: CallId, start: DelegateState, emit: (event: AgentEvent) => void): ChildWatch {
  let delegate = start;
  let spentTokens = 0;
  const messages: Message[] = [];
  const change = (changed: Partial<DelegateState>): void => {
    delegate = { ...delegate, ...changed };
    emit({ type: "delegate-changed", callId, delegate });
  };
  const opened = (session: SessionId): void => change({ session, state: "running" });
  return {
    messages,
    get spentTokens() {
      return spentTokens;
    },
    take(event) {
      switch (event.type) {
        case "session-opened":
          return opened(event.session);
        case "message-stored":
          messages.push(event.message);
          return;
        case "context-measured":
          return change({
            usedTokens: event.context.usedTokens,
            windowTokens: event.context.windowTokens,
            thresholdTokens: event.context.thresholdTokens,
          });
        case "request-started":
          return change({ steps: delegate.steps + 1 });
        case "usage-reported":
          spentTokens += totalTokens(event.usage) - event.usage.cacheRead;
          return change({ costUsd: addCost(delegate.costUsd, event.costUsd) });
        case "tool-started":
          return change({ activity: { tool: event.name, subject: subjectOf(event.inputJson) } });
        case "approval-asked":
          return change({ approval: event.request });
        case "approval-answered": {
          const { approval: _answered, ...rest } = delegate;
          delegate = rest;
          return change({});
        }
        case "compressed":
          return change({ compressions: delegate.compressions + 1 });
        case "hook-ran":
          return emit(event);
        case "notice":
          return event.level === "info" ? undefined : emit(event);
        default:
          return;
      }
    },
    settle(state, reportTokens) {
      const { approval: _withdrawn, ...rest } = delegate;
      delegate = rest;
      const total = messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
      change({ state, keptOutTokens: Math.max(0, total - reportTokens) });
    },
  };
}
