import type { AgentEvent } from "../core/agent/events";
import { addUsage, noUsage } from "../core/conversation/usage";
import type { SessionTotals } from "../protocol";
import { pastTotals } from "./past";

export const noTotals: SessionTotals = { usage: noUsage, auxiliaryUsage: noUsage, costUsd: null };

/** Sums of the session, summary calls apart; returns the very same value where nothing changed. */
export function foldTotals(totals: SessionTotals, event: AgentEvent): SessionTotals {
  if (event.type === "session-opened") return event.reason === "new" || event.reason === "resume" ? pastTotals(event) : totals;
  if (event.type !== "usage-reported") return totals;
  const costUsd = event.costUsd === null ? totals.costUsd : (totals.costUsd ?? 0) + event.costUsd;
  return event.purpose === "agent"
    ? { ...totals, costUsd, usage: addUsage(totals.usage, event.usage) }
    : { ...totals, costUsd, auxiliaryUsage: addUsage(totals.auxiliaryUsage, event.usage) };
}
