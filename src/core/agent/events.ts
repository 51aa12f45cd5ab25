import type { Breakpoint } from "../caching/breakpoints";
import type { CompressionReport, RecalledLine } from "../context/engine";
import type { Evictability } from "../context/evict";
import type { CallId, MessageId, RequestId, SessionId, SpillId } from "../conversation/ids";
import type { AssistantMessage, JsonValue, Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import type { Model } from "../models/model";
import type { ProviderFailure } from "../providers/provider";
import type { RequestRecord } from "../sessions/session";
import type { ApprovalAnswer, ApprovalRequest, ToolCategory } from "../tools/tool";

/** Everything that happens, in the order it happens. The views are folds over this and nothing else. */
export type AgentEvent =
  | {
      readonly type: "session-opened";
      readonly session: SessionId;
      readonly title: string;
      readonly parentId: SessionId | null;
      readonly reason: "new" | "resume" | "continuation" | "undo" | "branch";
      readonly messages: readonly Message[];
      readonly model: Model;
      readonly past?: SessionPast;
    }
  | { readonly type: "model-changed"; readonly model: Model; readonly routeNote?: string }
  /** "memory": the disk refused, as a notice has said; the message is part of the conversation, and nothing more is promised. */
  | {
      readonly type: "message-stored";
      readonly session: SessionId;
      readonly message: Message;
      readonly storage?: "memory";
    }
  | { readonly type: "turn-started"; readonly session: SessionId; readonly messageId: MessageId }
  | { readonly type: "queue-changed"; readonly waiting: readonly string[] }
  | { readonly type: "request-started"; readonly session: SessionId; readonly request: RequestPicture }
  | {
      readonly type: "reply-grew";
      readonly requestId: RequestId;
      readonly part: "text" | "thinking" | "tool-input";
      readonly text: string;
    }
  | { readonly type: "reply-ended"; readonly requestId: RequestId; readonly message: AssistantMessage }
  | {
      readonly type: "usage-reported";
      readonly session: SessionId;
      readonly requestId: RequestId;
      readonly purpose: "agent" | "summary";
      readonly usage: Usage;
      readonly costUsd: number | null;
      readonly durationMs: number;
      readonly missCause?: string;
    }
  | { readonly type: "context-measured"; readonly session: SessionId; readonly context: ContextMeasure }
  | {
      readonly type: "tool-started";
      readonly callId: CallId;
      readonly name: string;
      readonly category: ToolCategory;
      readonly inputJson: string;
    }
  | { readonly type: "tool-output"; readonly callId: CallId; readonly text: string }
  | {
      readonly type: "tool-ended";
      readonly callId: CallId;
      readonly failed: boolean;
      readonly durationMs: number;
      readonly chars: number;
      readonly exitCode?: number | null;
    }
  | { readonly type: "approval-asked"; readonly request: ApprovalRequest }
  | { readonly type: "approval-answered"; readonly callId: CallId; readonly answer: ApprovalAnswer }
  | {
      readonly type: "spilled";
      readonly session: SessionId;
      readonly from: "result" | "turn" | "user";
      readonly callId?: CallId;
      readonly spill: SpillId;
      readonly path: string;
      readonly totalChars: number;
      readonly shownChars: number;
    }
  | {
      readonly type: "truncated";
      readonly session: SessionId;
      readonly callId?: CallId;
      readonly totalChars: number;
      readonly keptChars: number;
      readonly reason: string;
    }
  | {
      readonly type: "evicted";
      readonly session: SessionId;
      readonly messageId: MessageId;
      readonly change: "evicted" | "put-back";
      readonly tokens: number;
      readonly cacheCostUsd: number | null;
    }
  | { readonly type: "pins-changed"; readonly session: SessionId; readonly pins: readonly string[] }
  | { readonly type: "recalled"; readonly session: SessionId; readonly snippets: readonly RecalledLine[] }
  | {
      readonly type: "compression-started";
      readonly session: SessionId;
      readonly trigger: CompressionReport["trigger"];
      readonly stage: "blocking" | "background";
    }
  | ({
      readonly type: "compressed";
      readonly from: SessionId;
      readonly to: SessionId;
      readonly outcome: "folded" | "fallback";
      readonly summaryId: MessageId | null;
      readonly durationMs: number;
      readonly costUsd: number | null;
      readonly compressions: number;
    } & CompressionReport)
  | { readonly type: "nothing-to-compress"; readonly session: SessionId; readonly reason: string }
  | {
      readonly type: "compression-failed";
      readonly session: SessionId;
      readonly reason: string;
      readonly cause: "summary" | "not-smaller" | "paused" | "stopped" | "engine";
    }
  | {
      readonly type: "compression-paused";
      readonly session: SessionId;
      readonly reason: string;
      readonly largest: readonly EvictableBlock[];
    }
  | {
      readonly type: "compression-undone";
      readonly from: SessionId;
      readonly to: SessionId;
      readonly laterTurns: LaterTurns;
    }
  | { readonly type: "engine-fallback"; readonly engine: string; readonly reason: string }
  | {
      readonly type: "recovering";
      readonly session: SessionId;
      readonly failure: ProviderFailure["kind"];
      readonly action: string;
    }
  | {
      readonly type: "retrying";
      readonly session: SessionId;
      readonly reason: string;
      readonly waitMs: number;
      readonly attempt: number;
    }
  | {
      readonly type: "checkpoint-made";
      readonly session: SessionId;
      readonly messageId: MessageId;
      readonly files: readonly string[];
    }
  | {
      readonly type: "checkpoint-restored";
      readonly session: SessionId;
      readonly messageId: MessageId;
      readonly restored: "files" | "conversation" | "both";
      readonly files: readonly string[];
    }
  | {
      readonly type: "notice";
      readonly level: "info" | "warning" | "error";
      readonly text: string;
      readonly actions?: readonly NoticeAction[];
    }
  | {
      readonly type: "turn-ended";
      readonly session: SessionId;
      readonly outcome: TurnOutcome;
      readonly reason?: string;
      readonly actions?: readonly NoticeAction[];
    };

/** What happened before this window saw the session, so that a view looks the same after a reload. */
export interface SessionPast {
  readonly requests: readonly RequestRecord[];
  /** Reports of the compressions that led here, as they were recorded. */
  readonly compressions: readonly JsonValue[];
}

/** What became of what was said after a compression that was undone: nothing was, it stayed behind in a branch, or it follows the full conversation. */
export type LaterTurns = "none" | "left" | "replayed";

export type TurnOutcome = "answered" | "stopped" | "step-limit" | "failed";

/** Commands a row may offer; the views know their words. */
export type NoticeAction =
  | "compress-and-retry"
  | "compress-with-focus"
  | "new-session"
  | "larger-model"
  | "evict-largest"
  | "add-key"
  | "continue"
  | "retry"
  | "open-settings"
  | "retry-compression"
  | "deterministic-summary"
  | "open-last-session"
  | "branch-last-session"
  | "choose-engine";

/** One request as the inspector draws it: where each part lies and where the cache was marked. */
export interface RequestPicture {
  readonly id: RequestId;
  readonly at: number;
  readonly model: string;
  readonly estimatedTokens: number;
  readonly breakpoints: readonly Breakpoint[];
  /** Estimated prompt tokens up to each breakpoint, in the same order. */
  readonly breakpointTokens: readonly number[];
  readonly caching: { readonly state: "on" | "off"; readonly why: string; readonly ttl: "5m" | "1h" };
}

export interface LargestBlock {
  readonly messageId: MessageId;
  readonly label: string;
  readonly tokens: number;
}

/** A block that is named so that people can take it out, where that is possible. */
export interface EvictableBlock extends LargestBlock {
  readonly eviction: Evictability;
}

/** How full the window is, and with what. Segments add up to `usedTokens`. */
export interface ContextMeasure {
  readonly usedTokens: number;
  readonly source: "reported" | "estimated";
  readonly windowTokens: number;
  readonly windowOrigin: Model["windowOrigin"];
  readonly thresholdTokens: number;
  readonly thresholdNote?: string;
  readonly hygieneTokens: number;
  readonly outputReserveTokens: number;
  readonly segments: readonly Segment[];
  readonly items: readonly ContextItem[];
  /** Turns of the recent average size until the threshold; null while nothing is known. */
  readonly turnsLeft: number | null;
}

export type SegmentKind = "system" | "tools" | "rules" | "head" | "summary" | "tail" | "pins" | "turn";

export interface Segment {
  readonly kind: SegmentKind;
  readonly tokens: number;
}

export interface ContextItem {
  readonly messageId: MessageId;
  readonly label: string;
  readonly segment: SegmentKind;
  readonly tokens: number;
  readonly state: "full" | "spilled" | "pruned" | "pinned";
  readonly eviction: Evictability | "pinned";
}
