import type { SessionId } from "../conversation/ids";
import { addUsage, noUsage, promptTokens, type Usage } from "../conversation/usage";
import { addCost } from "./records";
import type { RequestRecord, UsageLine } from "./session";

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
    lines.set(key, { ...line, requests: line.requests + 1, usage: addUsage(line.usage, request.usage), costUsd: addCost(line.costUsd, request.costUsd) });
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

export interface Insight {
  readonly key: string;
  readonly label: string;
  readonly requests: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
  /** Share of prompt tokens read from the provider's cache, 0–1; null where nothing was sent. */
  readonly cacheHitRate: number | null;
}

export interface Insights {
  readonly total: Insight;
  /** Costliest first, by tokens where prices are unknown. */
  readonly sessions: readonly Insight[];
  readonly models: readonly Insight[];
  /** Newest first. */
  readonly days: readonly Insight[];
  /** Agent work and summaries apart, so that what compressing costs can be seen. */
  readonly purposes: readonly Insight[];
}

/** Where tokens and money went. */
export function summarizeUsage(lines: readonly UsageLine[]): Insights {
  return {
    total: addUp("total", "Total", lines),
    sessions: groupBy(lines, (line) => line.session, (line) => line.title).sort(byWeight),
    models: groupBy(lines, (line) => line.model, (line) => line.model).sort(byWeight),
    days: groupBy(lines, (line) => line.day, (line) => line.day).sort((a, b) => (a.key < b.key ? 1 : -1)),
    purposes: groupBy(lines, (line) => line.purpose, (line) => line.purpose).sort(byWeight),
  };
}

export function cacheHitRate(usage: Usage): number | null {
  const prompt = promptTokens(usage);
  return prompt === 0 ? null : usage.cacheRead / prompt;
}

function groupBy(lines: readonly UsageLine[], keyOf: (line: UsageLine) => string, labelOf: (line: UsageLine) => string): Insight[] {
  const groups = new Map<string, UsageLine[]>();
  for (const line of lines) {
    const members = groups.get(keyOf(line)) ?? [];
    members.push(line);
    groups.set(keyOf(line), members);
  }
  return [...groups].map(([key, members]) => addUp(key, members.map(labelOf).at(-1) ?? key, members));
}

function addUp(key: string, label: string, lines: readonly UsageLine[]): Insight {
  const usage = lines.reduce((sum, line) => addUsage(sum, line.usage), noUsage);
  return {
    key, label, usage,
    requests: lines.reduce((sum, line) => sum + line.requests, 0),
    costUsd: lines.reduce<number | null>((sum, line) => addCost(sum, line.costUsd), 0),
    cacheHitRate: cacheHitRate(usage),
  };
}

const byWeight = (a: Insight, b: Insight): number =>
  (b.costUsd ?? 0) - (a.costUsd ?? 0) || promptTokens(b.usage) + b.usage.output - promptTokens(a.usage) - a.usage.output || (a.key < b.key ? -1 : 1);
