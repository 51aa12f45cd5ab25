import type { Message } from "../../conversation/message";
import { repairMessages } from "../../conversation/repair";
import type { ForeignAgent, ForeignSession } from "../session";
import { giveToClaudeCode } from "./claude-code";
import { giveToCodex } from "./codex";
import type { GivenSession, GivingOrder } from "./given-session";

/** How much of the session the agent gets. */
export type GivenPart = "whole" | "uncompacted";

/**
 * Formats that can be written without the agent's help. The others live in databases, or in files that an extension
 * keeps in its memory and would overwrite.
 */
const GIVERS: Partial<Readonly<Record<ForeignAgent, (order: GivingOrder) => GivenSession>>> = {
  "claude-code": giveToClaudeCode,
  codex: giveToCodex,
};

/** Whole: what its model sees now. Un-compacted: everything that was said, in place of the agent's summaries. */
export const givenMessages = (session: ForeignSession, part: GivenPart): readonly Message[] =>
  part === "whole" ? session.context : session.messages.filter(({ role }) => role !== "summary");

/** A new session in the agent's own format; undefined where that cannot be written safely. */
export function giveBack(agent: ForeignAgent, order: GivingOrder): GivenSession | undefined {
  return GIVERS[agent]?.({ ...order, messages: repairMessages(order.messages) });
}
