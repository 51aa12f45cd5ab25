import type { AgentControls } from "../../core/agent/settings/control-choices";
import type { SeenNotices } from "../../core/agent/world";
import type { LearnedLimits } from "../../core/models/learned-limits";
import type { KeptApprovals } from "../../core/tools/approval";
import type { State } from "../base/kept-state";
import { readRecord, readText, readTexts } from "../base/kept-state";

const LAST_SESSION = "hermes.session";

/** The session this window had open, to restore it after a reload. */
export const readLastSession = (state: State): string | undefined => readText(state, LAST_SESSION);

export const storeLastSession = (state: State, session: string): Thenable<void> => state.update(LAST_SESSION, session);

const CONTROLS = "hermes.controls";

/** Mode and effort outlive a reload. What may run without a question does not: it belongs to its session. */
export function readControls(state: State): Partial<AgentControls> {
  const { mode, effort }: Partial<Record<keyof AgentControls, unknown>> = readRecord(state, CONTROLS);
  return {
    ...((mode === "ask" || mode === "plan" || mode === "agent") && { mode }),
    ...((effort === "low" || effort === "medium" || effort === "high") && { effort }),
  };
}

export const storeControls = (state: State, { mode, effort }: AgentControls): Thenable<void> =>
  state.update(CONTROLS, { mode, effort });

const APPROVALS = "hermes.approvals";

export function storedApprovals(state: State): KeptApprovals {
  const load = () => readTexts(state, APPROVALS);
  return {
    load: () => Promise.resolve(load()),
    add: async (keys) => state.update(APPROVALS, [...new Set([...load(), ...keys])]),
  };
}

const SEEN_NOTICES = "hermes.toldNotices";

export function storedNotices(state: State): SeenNotices {
  const seen = () => readTexts(state, SEEN_NOTICES);
  return {
    has: (id) => seen().includes(id),
    add: (id) => void state.update(SEEN_NOTICES, [...new Set([...seen(), id])]),
  };
}

const LIMITS = "hermes.learntLimits";

export const storedLimits = (state: State): LearnedLimits => ({
  load: () => readRecord(state, LIMITS),
  save: (limits) => void state.update(LIMITS, limits),
});
