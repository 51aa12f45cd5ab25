import type { RecalledLine } from "./engine";

/** What is recalled rides in a turn until the next compression, so all of it together stays a small part of one. */
export const RECALL_BOUNDS = {
  lines: 4,
  chars: 1_200,
  /** Four of these and their labels fit the limit above. */
  lineChars: 250,
} as const;

export const recallCost = ({ text, messageId }: Pick<RecalledLine, "text" | "messageId">): number => text.length + messageId.length + 5;
