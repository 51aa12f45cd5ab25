import type { SessionId } from "../../conversation/ids";
import type { ApprovalRequest } from "../../tools/tool";

/** A sub-agent as the views of its parent show it. */
export interface DelegateState {
  /** Null until its session exists. */
  readonly session: SessionId | null;
  readonly kind: string;
  readonly task: string;
  readonly model: string;
  readonly state: "waiting" | "running" | "done" | "failed" | "stopped";
  readonly usedTokens: number;
  readonly windowTokens: number;
  readonly thresholdTokens: number;
  readonly steps: number;
  readonly compressions: number;
  /** Null once a price was unknown. */
  readonly costUsd: number | null;
  /** What it read and did, less its report: tokens that never enter the parent's window. */
  readonly keptOutTokens: number;
  readonly activity?: { readonly tool: string; readonly subject: string };
  /** A question of the sub-agent that waits for the user. */
  readonly approval?: ApprovalRequest;
}
