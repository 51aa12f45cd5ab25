/** What is recalled rides in a turn until the next compression, so all of it together stays a small part of one. */
export const RECALL_BOUNDS = {
  lines: 4,
  /** Four of these and their bullets stay within 1,200 characters. */
  lineChars: 297,
} as const;
