/**
 * The roles a neighbor may have on the wire. Where results travel as user content (Anthropic), pass "user" for them.
 */
export type WireRole = "user" | "assistant" | "tool";

/** How a summary is sent: as a message of its own, or as part of the user message beside it. */
export type SummaryPlace = "user" | "assistant" | "into-before" | "into-after";

/**
 * Chosen so that no two messages of one role meet. A request starts with the user, and a summary that ends it
 * never speaks as the assistant: providers would continue it instead of answering.
 */
export function placeSummary(before: WireRole | undefined, after: WireRole | undefined): SummaryPlace {
  if (before !== "user" && after !== "user") return "user";
  const mayBeAssistant = before !== undefined && before !== "assistant" && after !== undefined && after !== "assistant";
  if (mayBeAssistant) return "assistant";
  return after === "user" ? "into-after" : "into-before";
}
