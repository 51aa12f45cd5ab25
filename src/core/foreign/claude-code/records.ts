import type { JsonObject } from "../../base/json";
import { textOf } from "../../base/json";

/** Records that carry no part of the conversation. Everything else that is not read is counted as unknown. */
const SILENT: ReadonlySet<string> = new Set([
  "agent-name",
  "agent-setting",
  "api-request-blob",
  "api-request-shape",
  "atis-latch",
  "attachment",
  "file-history-snapshot",
  "last-prompt",
  "mode",
  "permission-mode",
  "pr-link",
  "progress",
  "queue-operation",
  "tools-used",
]);

export const isSilent = (record: JsonObject): boolean => SILENT.has(textOf(record["type"]));

/** Records of the conversation's tree. */
export const isNode = (record: JsonObject): boolean =>
  typeof record["uuid"] === "string" && ["user", "assistant", "system", "attachment"].includes(textOf(record["type"]));

/**
 * The records from the first to the newest, on the branch that is current. A compaction starts a new tree; its boundary
 * names the record before it. A file may contain loops: each record is taken once.
 */
export function currentBranch(nodes: ReadonlyMap<string, JsonObject>, leaf: string | undefined): readonly JsonObject[] {
  const branch: JsonObject[] = [];
  const seen = new Set<string>();
  for (let at = leaf; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const record = nodes.get(at);
    if (record === undefined) break;
    branch.push(record);
    const parent = record["parentUuid"] ?? record["logicalParentUuid"];
    at = typeof parent === "string" ? parent : undefined;
  }
  return branch.reverse();
}
