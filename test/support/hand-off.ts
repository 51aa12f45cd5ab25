import { SUMMARY_MARKER } from "../../src/core/conversation/render";
import type { RecordedRequest } from "./model-server/server";

const HEADINGS = [
  "Goal",
  "Constraints & Preferences",
  "Completed Actions",
  "Active State",
  "In Progress",
  "Blocked",
  "Key Decisions",
  "Resolved Questions",
  "Pending User Asks",
  "Relevant Files",
  "Remaining Work",
  "Critical Context",
];

/** A well-formed hand-off with little content, as a weak summarizer would write it. */
export const handOff = (task = "None."): string =>
  [`## Active Task\n${task}`, ...HEADINGS.map((heading) => `## ${heading}\nNone.`)].join("\n\n");

/** Whether the request asks for a summary: its last message names the sections to write. */
export function isSummaryCall(request: RecordedRequest): boolean {
  const at = request.text.lastIndexOf("## Pending User Asks");
  return (
    at >= 0 &&
    at > request.text.lastIndexOf(SUMMARY_MARKER) &&
    !request.text.slice(at).includes("END OF CONTEXT COMPACTION")
  );
}
