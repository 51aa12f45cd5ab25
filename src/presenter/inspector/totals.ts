import type { DelegateState } from "../../core/agent/delegation/delegate-state";
import type { AgentEvent } from "../../core/agent/events";
import { addUsage, noUsage } from "../../core/conversation/usage";
import { addCost } from "../../core/sessions/journal/records";
import type { SessionTotals } from "../../protocol/inspector";
import { pastTotals } from "./session-history";

export const noTotals: SessionTotals = { usage: noUsage, auxiliaryUsage: noUsage, costUsd: null };

/** Sums of the session, with summary calls counted separately. Returns the same value if nothing changed. */
export function foldTotals(totals: SessionTotals, event: AgentEvent): SessionTotals {
  if (event.type === "session-opened")
    return event.reason === "new" || event.reason === "resume" ? pastTotals(event) : totals;
  if (event.type === "delegate-changed" && isOver(event.delegate))
    return { ...totals, costUsd: addCost(isUntouched(totals) ? 0 : totals.costUsd, event.delegate.costUsd) };
  if (event.type !== "usage-reported") return totals;
  const costUsd = addCost(isUntouched(totals) ? 0 : totals.costUsd, event.costUsd);
  return event.purpose === "agent"
    ? { ...totals, costUsd, usage: addUsage(totals.usage, event.usage) }
    : { ...totals, costUsd, auxiliaryUsage: addUsage(totals.auxiliaryUsage, event.usage) };
}

/** A sub-agent says so once, with everything it cost. */
const isOver = ({ state }: DelegateState): boolean => state !== "waiting" && state !== "running";

/** A session without requests costs nothing; one request without a price makes the whole sum unknown. */
const isUntouched = ({ usage, auxiliaryUsage }: SessionTotals): boolean =>
  usage === noUsage && auxiliaryUsage === noUsage;
