import type { Message, SummaryMessage } from "../../conversation/message";
import { messageText } from "../../conversation/render";

/** A new session for another agent, ready to be written. */
export interface GivenSession {
  readonly id: string;
  /** Where it goes: next to the original, under a name of its own. */
  readonly path: string;
  readonly text: string;
  /** The command that resumes it, to be run in the session's folder. */
  readonly command: string;
}

export interface GivingOrder {
  readonly messages: readonly Message[];
  /** Who wrote the summary among the messages: ours needs its introduction, the agent has none. */
  readonly summaryBy: "hermes" | "its-agent";
  readonly workspace: string;
  readonly newId: () => string;
  readonly now: number;
  /** The first records of the original, whose version and settings the new session keeps. */
  readonly original: { readonly path: string; readonly head: readonly string[] };
}

export const givenSummary = (summary: SummaryMessage, { summaryBy }: GivingOrder): string =>
  summaryBy === "hermes" ? messageText(summary) : summary.text;
