import type { Recall } from "../ports";
import type { Tool } from "../tool";
import { failedOutcome, textOutcome } from "../tool";
import { optionalTextOf } from "../values";

/** A page of lines; a narrower query finds the rest. */
const MOST_LINES = 20;

export const recallTool = (recall: Recall): Tool => ({
  name: "recall",
  description: "Find facts of this conversation and lines of saved outputs.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string" },
      kind: { type: "string", enum: ["file", "command", "error", "decision", "task", "output"] },
    },
    additionalProperties: false,
  },
  category: "internal",
  order: "parallel",
  secrets: "redact",
  async run(args, { session }) {
    const query = optionalTextOf(args, "query") ?? "";
    const kind = optionalTextOf(args, "kind");
    if (query.trim() === "" && kind === undefined) return failedOutcome("Give `query`, `kind`, or both.");
    const lines = await recall.find(query, { session, ...(kind !== undefined && { kind }) });
    if (lines.length === 0) return textOutcome("Nothing is known about this.");
    const more = lines.length > MOST_LINES ? [`[${lines.length - MOST_LINES} more; narrow the query]`] : [];
    return textOutcome([...lines.slice(0, MOST_LINES), ...more].join("\n"));
  },
});
