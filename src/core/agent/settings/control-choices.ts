import type { Effort } from "../../models/model";

/** What the user chooses beside the composer. */
export interface AgentControls {
  readonly mode: AgentMode;
  readonly approval: ApprovalLevel;
  /** Null: as the model decides. */
  readonly effort: Effort | null;
}

/** "ask" and "plan" change nothing; "plan" ends with a plan to edit and start. */
export type AgentMode = "ask" | "plan" | "agent";

/** "ask": about every change; "edits": edits are allowed; "all": commands and MCP tools as well. */
export type ApprovalLevel = "ask" | "edits" | "all";
