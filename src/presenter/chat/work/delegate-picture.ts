import type { DelegateState } from "../../../core/agent/delegation/delegate-state";
import type { ApprovalRequest } from "../../../core/tools/tool";
import type { ApprovalPicture, DelegatePicture } from "../../../protocol/chat";
import { gaugeStateOf } from "../../inspector/gauge";

/** The task is in the arguments as well; this much says which one it is. */
const TASK_CHARS = 200;

export function presentDelegate(
  delegate: DelegateState,
  presentApproval: (request: ApprovalRequest) => ApprovalPicture,
): DelegatePicture {
  const { session, kind, model, state, steps, compressions, costUsd, keptOutTokens } = delegate;
  const { usedTokens, windowTokens, thresholdTokens, activity, approval } = delegate;
  return {
    session,
    kind,
    model,
    state,
    steps,
    compressions,
    costUsd,
    keptOutTokens,
    task: delegate.task.replace(/\s+/g, " ").slice(0, TASK_CHARS),
    gauge: {
      usedTokens,
      windowTokens,
      thresholdTokens,
      state: gaugeStateOf({ usedTokens, windowTokens, thresholdTokens }),
    },
    activity: activity === undefined ? "" : `${activity.tool} ${activity.subject}`.trim(),
    ...(approval !== undefined && {
      question: { callId: approval.callId, approval: presentApproval(approval) },
    }),
  };
}
