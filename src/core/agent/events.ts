import type { Sentence } from "../base/sentence";
import type { Breakpoint } from "../caching/breakpoints";
import type { Evictability } from "../context/compressor/pruning/eviction";
import type { CompressionReport, RecalledLine } from "../context/engine";
import type { CallId, MessageId, RequestId, SessionId, SpillId } from "../conversation/ids";
import type { AssistantMessage, Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import type { HookDeed } from "../hooks/answer";
import type { HookEvent } from "../hooks/hook";
import type { Model } from "../models/model";
import type { ProviderFailure } from "../providers/provider";
import type { PastRequest } from "../sessions/lineage/session";
import type { MessageVersions } from "../sessions/lineage/versions";
import type { CheckpointLine } from "../tools/checkpoints/checkpoint";
import type { RestoreFile } from "../tools/checkpoints/restore-plan";
import type { ReviewHunk } from "../tools/checkpoints/review";
import type { ApprovalAnswer, ApprovalRequest, FileEdit, RunPlace, ToolCategory } from "../tools/tool";
import type { PastCompression } from "./compression/past-compression";
import type { DelegateState } from "./delegation/delegate-state";
import type { ListedPin } from "./session/sizes/listed-pins";
import type { AgentControls } from "./settings/control-choices";
import type { SteeringEvent } from "./steering/steering-event";
import type { AuditRecord } from "./turn/audit-record";

/** Everything that happens, in order. Views are folds over these events and hold no other state. */
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
  /** The user left a session for another one; emitted once the other one is open. */
  | ({ readonly type: "session-ended" } & SessionSum)
  /** Messages of the session that were sent in other words too, each in a branch. */
  | { readonly type: "versions-found"; readonly session: SessionId; readonly versions: readonly MessageVersions[] }
  /** By the first message of a session that began without one, or by the user. */
  | { readonly type: "title-changed"; readonly session: SessionId; readonly title: string }
  | { readonly type: "model-changed"; readonly model: Model; readonly routeNote?: Sentence }
  /** "memory": the disk could not be written, as a notice says; the message is lost when the process ends. */
  | {
      readonly type: "message-stored";
      readonly session: SessionId;
      readonly message: Message;
      readonly storage?: "memory";
    }
  | { readonly type: "turn-started"; readonly session: SessionId; readonly messageId: MessageId }
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
      readonly missCause?: Sentence;
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
      readonly ending?: "stopped";
      readonly place?: RunPlace;
      /** The change that the call made to a file. */
      readonly edit?: FileEdit;
    }
  /** A sub-agent that this call started, as it is now. */
  | { readonly type: "delegate-changed"; readonly callId: CallId; readonly delegate: DelegateState }
  | { readonly type: "approval-asked"; readonly request: ApprovalRequest }
  /** Why a call ran, or did not. */
  | { readonly type: "call-audited"; readonly session: SessionId; readonly record: AuditRecord }
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
      /** What the model sees of it, estimated. */
      readonly shownTokens: number;
    }
  | {
      readonly type: "truncated";
      readonly session: SessionId;
      readonly callId?: CallId;
      readonly totalChars: number;
      readonly keptChars: number;
      readonly reason: Sentence;
    }
  | {
      readonly type: "evicted";
      readonly session: SessionId;
      readonly messageId: MessageId;
      readonly change: "evicted" | "put-back";
      readonly tokens: number;
      readonly cacheCostUsd: number | null;
    }
  | {
      readonly type: "pins-changed";
      readonly session: SessionId;
      readonly pins: readonly Sentence[];
      /** The size of each pin, in the same order. */
      readonly tokens?: readonly number[];
    }
  /** Facts that the user stated and a compression folded away: shall they be remembered? */
  | { readonly type: "memory-proposed"; readonly session: SessionId; readonly facts: readonly string[] }
  | { readonly type: "memory-answered"; readonly answer: "kept" | "left" }
  /** The instructions of a skill left the context because the model is done with it. */
  | {
      readonly type: "skill-released";
      readonly session: SessionId;
      readonly name: string;
      readonly tokens: number;
    }
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
  | { readonly type: "nothing-to-compress"; readonly session: SessionId; readonly reason: Sentence }
  | {
      readonly type: "compression-failed";
      readonly session: SessionId;
      readonly reason: Sentence;
      /** "changed": a plan or draft no longer fits the conversation. */
      readonly cause: "summary" | "not-smaller" | "paused" | "stopped" | "changed" | "engine" | "hook";
    }
  | {
      readonly type: "compression-paused";
      readonly session: SessionId;
      readonly reason: Sentence;
      readonly largest: readonly EvictableBlock[];
    }
  | {
      readonly type: "compression-undone";
      readonly from: SessionId;
      readonly to: SessionId;
      readonly laterTurns: LaterTurns;
    }
  /** A hook ran; `did` is what it did, in its own words where there are any. */
  | {
      readonly type: "hook-ran";
      readonly session: SessionId;
      readonly event: HookEvent;
      readonly command: string;
      readonly home: "user" | "workspace";
      readonly did: HookDeed;
      readonly detail: string;
      readonly durationMs: number;
    }
  | { readonly type: "engine-fallback"; readonly engine: string; readonly reason: Sentence }
  | {
      readonly type: "recovering";
      readonly session: SessionId;
      readonly failure: ProviderFailure["kind"];
      readonly action: Sentence;
    }
  | SteeringEvent
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
      /** Files left as they were by choice. */
      readonly skipped: readonly string[];
      /** For `planRestore`, to undo this restore. */
      readonly restoreId: MessageId;
      /** The restore that this one took back. */
      readonly undoes?: MessageId;
    }
  /** By the user, or by a setting that shows in them. */
  | { readonly type: "controls-changed"; readonly controls: AgentControls }
  /** The agent has handed in a plan, as a document for the user to edit and start. */
  | {
      readonly type: "plan-written";
      readonly session: SessionId;
      readonly path: string;
      readonly title: string;
      readonly tokens: number;
    }
  /** Files that Hermes changed and the user has neither kept nor undone, as they are now. */
  | {
      readonly type: "changes-reviewed";
      readonly session: SessionId;
      readonly files: readonly ChangedFile[];
      /** The newest turn that changed files, where it can be undone. */
      readonly turn: MessageId | null;
    }
  | {
      readonly type: "notice";
      readonly level: "info" | "warning" | "error";
      readonly text: Sentence;
      readonly actions?: readonly NoticeAction[];
    }
  | {
      readonly type: "turn-ended";
      readonly session: SessionId;
      readonly outcome: TurnOutcome;
      readonly reason?: Sentence;
      readonly actions?: readonly NoticeAction[];
    };

/** Hermes's part in one file. */
export interface ChangedFile {
  /** Absolute. */
  readonly path: string;
  /** In the workspace, as people write it. */
  readonly shown: string;
  readonly byHermes: RestoreFile["byHermes"];
  /** Empty for a file that was created or deleted, which is undone as a whole, and for one that is no text. */
  readonly hunks: readonly ReviewHunk[];
  readonly addedLines: number;
  readonly removedLines: number;
  /** "ask": somebody else changed the file in a way that needs a decision. */
  readonly undo: "ready" | "ask";
}

/** Recorded before this window opened the session, so that a view looks the same after a reload. */
interface SessionPast {
  readonly requests: readonly PastRequest[];
  /** Requests of the sessions this one continues, and of undone continuations: the conversation has cost them too. */
  readonly earlierRequests?: readonly PastRequest[];
  /** What its sub-agents have cost; null where a price is unknown. */
  readonly helpersUsd?: number | null;
  /** The compressions that led to this session, and those that were undone on the way, oldest first. */
  readonly compressions: readonly PastCompression[];
  /** Turns and restores of the whole conversation, in any of its sessions, oldest first. */
  readonly checkpoints: readonly CheckpointLine[];
  /** Why calls of the whole conversation ran, oldest first. */
  readonly audit?: readonly AuditRecord[];
}

/** What a conversation took, across its compressions. */
export interface SessionSum {
  readonly session: SessionId;
  readonly title: string;
  /** Of the agent's requests; summaries are in `auxiliaryUsage`. */
  readonly usage: Usage;
  readonly auxiliaryUsage: Usage;
  /** Null where the price of a request is unknown. */
  readonly costUsd: number | null;
  readonly compressions: number;
  /** Share of the prompt tokens that came from the cache. */
  readonly cacheShare: number;
}

/** Messages sent after a compression that was undone: there were none, they stay in a branch, or they were appended. */
export type LaterTurns = "none" | "left" | "replayed";

/** "paused": the model went in circles, and a person decides. "blocked": a hook refused the message; none is stored. */
type TurnOutcome = "answered" | "stopped" | "step-limit" | "paused" | "blocked" | "failed";

export interface TurnEnd {
  readonly outcome: TurnOutcome;
  readonly reason?: Sentence;
  readonly actions?: readonly NoticeAction[];
}

/** Commands a row may offer; the views define their labels. */
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
  | "choose-engine"
  | "open-plan"
  | "start-plan";

/** One request as the inspector draws it, with its cache breakpoints. */
export interface RequestPicture {
  readonly id: RequestId;
  readonly at: number;
  readonly model: string;
  readonly estimatedTokens: number;
  readonly breakpoints: readonly Breakpoint[];
  /** Estimated prompt tokens up to each breakpoint, in the same order. */
  readonly breakpointTokens: readonly number[];
  readonly caching: { readonly state: "on" | "off"; readonly why: Sentence; readonly ttl: "5m" | "1h" };
}

export interface LargestBlock {
  readonly messageId: MessageId;
  readonly label: Sentence;
  readonly tokens: number;
}

/** A block offered to the user for eviction, where that is possible. */
export interface EvictableBlock extends LargestBlock {
  readonly eviction: Evictability;
}

/** How full the window is, and which segments fill it. Segments add up to `usedTokens`. */
export interface ContextMeasure {
  readonly usedTokens: number;
  readonly source: "reported" | "estimated";
  readonly windowTokens: number;
  readonly windowOrigin: Model["windowOrigin"];
  readonly windowReason?: Model["windowReason"];
  readonly thresholdTokens: number;
  /** "off": nothing is compressed unless the user says so. */
  readonly automatic?: "off";
  readonly thresholdNote?: Sentence;
  readonly hygieneTokens: number;
  readonly outputReserveTokens: number;
  readonly segments: readonly Segment[];
  /** Largest first, bounded; how many are not among them, and their size. */
  readonly items: readonly ContextItem[];
  readonly hiddenItems: number;
  readonly hiddenTokens: number;
  readonly pins: readonly ListedPin[];
  /** Turns of average size until the threshold; null before the first full turn. */
  readonly turnsLeft: number | null;
}

export type SegmentKind =
  | "system"
  | "tools"
  | "skills"
  | "rules"
  | "head"
  | "summary"
  | "tail"
  | "pins"
  | "turn"
  | "overhead";

export interface Segment {
  readonly kind: SegmentKind;
  readonly tokens: number;
  /** For tools: what is found on demand instead of being part of every request. */
  readonly onDemand?: { readonly tools: number; readonly tokens: number };
}

export interface ContextItem {
  readonly messageId: MessageId;
  readonly label: Sentence;
  readonly segment: SegmentKind;
  readonly tokens: number;
  readonly state: "full" | "spilled" | "pruned" | "pinned";
  readonly eviction: Evictability | "pinned";
  /** What evicting it would cost while the cache is warm: everything behind it is written to the cache again. */
  readonly evictionUsd?: number;
  /** Set for a pin that the summary carries: the name by which it is removed. */
  readonly pin?: string;
}
