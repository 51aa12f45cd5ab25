import { addUsage, noUsage } from "../../core/conversation/usage";
import type { UsageLine } from "../../core/sessions/lineage/session";
import type { UsagePicture, UsageSlice } from "../../protocol/inspector";

/** A list to read, not a complete record. */
const SHOWN_SESSIONS = 20;

/** Days in chronological order; models and sessions by cost, or by tokens if no price is known. */
export function presentUsage(lines: readonly UsageLine[]): UsagePicture {
  return {
    days: slicesBy(lines, (line) => [line.day, line.day]).toSorted((a, b) => a.key.localeCompare(b.key)),
    models: slicesBy(lines, (line) => [line.model, line.model]).toSorted(dearestFirst),
    sessions: slicesBy(lines, (line) => [line.session, line.title])
      .toSorted(dearestFirst)
      .slice(0, SHOWN_SESSIONS),
    total: lines.reduce(addLine, emptySlice("total", "total")),
  };
}

function slicesBy(
  lines: readonly UsageLine[],
  keyOf: (line: UsageLine) => readonly [key: string, label: string],
): readonly UsageSlice[] {
  const slices = new Map<string, UsageSlice>();
  for (const line of lines) {
    const [key, label] = keyOf(line);
    slices.set(key, addLine(slices.get(key) ?? emptySlice(key, label), line));
  }
  return [...slices.values()];
}

const emptySlice = (key: string, label: string): UsageSlice => ({
  key,
  label,
  requests: 0,
  usage: noUsage,
  costUsd: null,
  unpricedRequests: 0,
});

const addLine = (slice: UsageSlice, line: UsageLine): UsageSlice => ({
  ...slice,
  requests: slice.requests + line.requests,
  usage: addUsage(slice.usage, line.usage),
  costUsd: line.costUsd === null ? slice.costUsd : (slice.costUsd ?? 0) + line.costUsd,
  unpricedRequests: slice.unpricedRequests + (line.costUsd === null ? line.requests : 0),
});

const sizeOf = ({ usage }: UsageSlice) => usage.input + usage.cacheRead + usage.cacheWrite + usage.output;
const dearestFirst = (a: UsageSlice, b: UsageSlice) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || sizeOf(b) - sizeOf(a);
