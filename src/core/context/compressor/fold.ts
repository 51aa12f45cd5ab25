import type { Message, SummaryMessage, UserMessage } from "../../conversation/message";
import { SUMMARY_END, SUMMARY_MARKER } from "../../conversation/render";
import { newestRequestIndex } from "../newest";
import { dropOldImages } from "./images";
import type { CompressionPlan } from "./plan";
import { summaryMessage } from "./plan";
import { repairMessages } from "./sanitize";

/** The conversation with the summary in place of what the plan folds; the very same list where it folds nothing or there is no summary. */
export function applyFold(plan: CompressionPlan, summary: string | Pick<SummaryMessage, "text">): readonly Message[] {
  const text = bareText(typeof summary === "string" ? summary : summary.text);
  if (plan.kind === "nothing" || text === "") return plan.messages;
  return repairMessages([...plan.head, summaryMessage(plan, text), ...freshenTail(plan.tail)]);
}

/** Old images go, and what was injected for turns that are over; the rest of the tail is byte for byte what it was. */
export function freshenTail(tail: readonly Message[]): readonly Message[] {
  const request = newestRequestIndex(tail);
  return dropOldImages(tail).map((message, index) =>
    message.role === "user" && index !== request ? withoutAttachment(message) : message,
  );
}

function withoutAttachment(message: UserMessage): UserMessage {
  if (message.attachment === undefined) return message;
  const { attachment: _ofAnEarlierTurn, ...rest } = message;
  return rest;
}

/** Marker and end belong to the rendering; a model that repeats them must not end the summary early. */
export const bareText = (summary: string): string =>
  summary.replaceAll(SUMMARY_MARKER, "").replaceAll(SUMMARY_END, "").trim();
