import type { SessionId } from "../../conversation/ids";
import { addUsage, noUsage } from "../../conversation/usage";
import type { RequestRecord, UsageLine } from "../lineage/session";
import { addCost } from "./records";

export interface SessionRequest {
  readonly session: SessionId;
  readonly title: string;
  readonly request: RequestRecord;
}

/** One line per day, session, model and purpose, in that order. */
export function groupRequests(requests: readonly SessionRequest[]): readonly UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const { session, title, request } of requests) {
    const { model, purpose } = request;
    const day = isoDay(request.at);
    const key = JSON.stringify([day, session, model, purpose]);
    const line = lines.get(key) ?? { day, session, title, model, purpose, requests: 0, usage: noUsage, costUsd: 0 };
    lines.set(key, {
      ...line,
      requests: line.requests + 1,
      usage: addUsage(line.usage, request.usage),
      costUsd: addCost(line.costUsd, request.costUsd),
    });
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
