import type { Wording } from "../wording";

export const editWords = {
  changedLines: "{added} lines added, {removed} removed",
  diffLabel: "Changed lines",
  lineAdded: "Added:",
  lineRemoved: "Removed:",
  diffHidden: { one: "{count} more changed line", other: "{count} more changed lines" },
  allowMore: "Allow more than this once",
  denyWithReason: "Deny with a reason…",
} as const satisfies Readonly<Record<string, Wording>>;
