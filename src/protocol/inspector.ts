import type { ContextItem, Segment } from "../core/agent/events";
import type { ListedPin } from "../core/agent/session/sizes/listed-pins";
import type { Usage } from "../core/conversation/usage";
import type { KnownEntry } from "../core/knowledge/known-entry";
import type { ToolCategory } from "../core/tools/tool";
import type { CompressionPicture, PreviewPicture, WithLabel } from "./compression";
import type { CachingStatus, GaugePicture, ModelPicture } from "./status";

export interface InspectorPicture {
  readonly title: string;
  readonly context: ContextPicture;
  readonly cache: CachePicture;
  /** The newest requests, bounded. */
  readonly timeline: readonly TimelineBar[];
  readonly compressions: readonly CompressionPicture[];
  readonly totals: SessionTotals;
  readonly preview: PreviewPicture | null;
  readonly usage: UsagePicture | null;
  readonly lcm: LcmPicture | null;
  /** The newest calls, bounded, oldest first. */
  readonly audit: readonly AuditEntry[];
  /** Null until the host has read it. */
  readonly known: KnownPicture | null;
}

/** What the record says about files, commands, errors, decisions, and tasks. */
export interface KnownPicture {
  /** Newest first, bounded; `hiddenEntries` counts the rest. */
  readonly entries: readonly KnownEntry[];
  readonly hiddenEntries: number;
}

/** One call, who or what decided about it, and how it ended. */
export interface AuditEntry {
  readonly callId: string;
  readonly at: number;
  readonly tool: string;
  readonly category: ToolCategory;
  readonly title: string;
  readonly subject: string;
  readonly decision: AuditDecision;
  readonly end: AuditEnd;
  /** Where a command ran, where that was not as usual. */
  readonly place?: string;
}

/** Texts say what an answer covers, or which rule it was. */
export type AuditDecision =
  | { readonly kind: "once" | "denied" }
  | { readonly kind: "session" | "workspace" | "remembered"; readonly covers: string }
  | { readonly kind: "rule-allowed" | "rule-denied"; readonly rule: string };

export type AuditEnd =
  | { readonly kind: "running" | "not-run" | "done" | "failed" }
  | { readonly kind: "exited"; readonly exitCode: number };

export interface ContextPicture {
  readonly gauge: GaugePicture;
  readonly model: ModelPicture;
  readonly thresholdNote: string | null;
  readonly outputReserveTokens: number;
  /** In the order of the request; they add up to `gauge.usedTokens`. */
  readonly segments: readonly Segment[];
  /** Largest first, bounded; `hiddenItems` counts the rest. */
  readonly items: readonly WithLabel<ContextItem>[];
  readonly hiddenItems: number;
  readonly hiddenTokens: number;
  readonly pins: readonly WithLabel<ListedPin>[];
}

export interface CachePicture {
  readonly status: CachingStatus;
  /** The newest request with its cache breakpoints. */
  readonly lastRequest: CachedRequest | null;
  readonly lastMiss: { readonly requestId: string; readonly cause: string } | null;
  /** Compared with the full input price for every prompt token; null while no price is known. */
  readonly savedUsd: number | null;
}

export interface CachedRequest {
  readonly requestId: string;
  readonly promptTokens: number;
  /** Null until the provider reports usage. */
  readonly usage: Usage | null;
  readonly breakpoints: readonly BreakpointPicture[];
  /** The parts of the request, in its order; none until usage is known. */
  readonly parts: readonly CachedPart[];
}

/** Which part of a request the cache had: all of it, its beginning, or nothing, which was then stored or not. */
export interface CachedPart {
  readonly kind: Segment["kind"];
  readonly state: "hit" | "partly" | "written" | "miss";
}

export interface BreakpointPicture {
  readonly after: "system" | "message";
  readonly messageId: string | null;
  /** Estimated prompt tokens up to this breakpoint. */
  readonly atTokens: number;
  /** "hit": read from the cache; "written": stored for the next request; "pending": usage not known yet. */
  readonly state: "hit" | "written" | "pending";
}

export interface TimelineBar {
  readonly requestId: string;
  readonly at: number;
  readonly model: string;
  readonly purpose: "agent" | "summary";
  readonly usage: Usage | null;
  readonly estimatedTokens: number;
  readonly costUsd: number | null;
  readonly durationMs: number | null;
  /** The id of the compression directly before this request. */
  readonly afterCompression: string | null;
}

export interface SessionTotals {
  readonly usage: Usage;
  readonly auxiliaryUsage: Usage;
  readonly costUsd: number | null;
}

export interface UsagePicture {
  readonly days: readonly UsageSlice[];
  readonly models: readonly UsageSlice[];
  readonly sessions: readonly UsageSlice[];
  readonly total: UsageSlice;
}

export interface UsageSlice {
  readonly key: string;
  readonly label: string;
  readonly requests: number;
  readonly usage: Usage;
  /** The sum over the requests with a known price; null if there are none. */
  readonly costUsd: number | null;
  readonly unpricedRequests: number;
}

export interface LcmPicture {
  readonly nodes: readonly LcmNodePicture[];
  readonly rawMessages: number;
  readonly freshTailMessages: number;
  /** Share of the stored messages covered by summary nodes, 0–1. */
  readonly coverage: number;
}

export interface LcmNodePicture {
  readonly id: string;
  readonly depth: number;
  readonly kind: "leaf" | "condensed";
  readonly tokens: number;
  readonly sourceTokens: number;
  readonly messages: number;
  readonly children: readonly string[];
  readonly active: boolean;
  readonly gist: string;
}
