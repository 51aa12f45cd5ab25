import type {
  ContextItem,
  ContextMeasure,
  EvictableBlock,
  LargestBlock,
  LaterTurns,
  NoticeAction,
  Segment,
} from "./core/agent/events";
import type { CompressionReport } from "./core/context/engine";
import type { ImagePart } from "./core/conversation/message";
import type { Usage } from "./core/conversation/usage";
import type { ProviderFailure } from "./core/providers/provider";
import type { ApprovalAnswer, ToolCategory } from "./core/tools/tool";

/**
 * What host and webviews say to each other; types only, plain JSON. Ids cross as plain strings.
 * A view that says `ready` gets one whole picture; from then on only changes, numbered without gaps.
 * A view that misses a number asks for a resync and gets a whole picture again.
 */
export type ViewName = "chat" | "inspector";
export type Locale = "en" | "zh-cn";

export type HostMessage =
  | { readonly type: "chat"; readonly locale: Locale; readonly sequence: number; readonly picture: ChatPicture }
  | {
      readonly type: "inspector";
      readonly locale: Locale;
      readonly sequence: number;
      readonly picture: InspectorPicture;
    }
  | { readonly type: "changes"; readonly sequence: number; readonly changes: readonly Change[] }
  /** Answer to `rows-before`; `from` is the index of the first row in it. Not numbered: it changes nothing that is already shown. */
  | { readonly type: "rows-page"; readonly from: number; readonly rows: readonly Row[] }
  | { readonly type: "files-found"; readonly query: string; readonly files: readonly string[] }
  /** Text for the composer (add to chat, edit, undo of a send); `how` says what becomes of a draft. */
  | { readonly type: "compose"; readonly text: string; readonly how: "replace" | "append" }
  | { readonly type: "reveal"; readonly rowId: string; readonly index: number }
  /** The inspector scrolls to one of its sections. */
  | { readonly type: "show-section"; readonly section: InspectorSection };

export type InspectorSection = "context" | "cache" | "timeline" | "compressions" | "preview" | "usage" | "lcm";

/** What changed since the last message. Anything a view does not draw it ignores. */
export type Change =
  | { readonly kind: "rows-appended"; readonly rows: readonly Row[] }
  | { readonly kind: "row-replaced"; readonly row: Row }
  | { readonly kind: "rows-removed"; readonly ids: readonly string[] }
  /** Text grew; a view whose text is not `offset` long has missed something. */
  | { readonly kind: "row-grew"; readonly id: string; readonly offset: number; readonly text: string }
  /** A streamed row reached its end; its text is not sent a second time. */
  | { readonly kind: "row-settled"; readonly id: string; readonly messageId: string | null; readonly state: TextState }
  | { readonly kind: "tool-tail"; readonly id: string; readonly tail: string; readonly chars: number }
  | { readonly kind: "header"; readonly header: HeaderPicture }
  | { readonly kind: "activity"; readonly activity: Activity }
  | { readonly kind: "queue"; readonly waiting: readonly string[] }
  | { readonly kind: "context"; readonly context: ContextPicture }
  | { readonly kind: "cache"; readonly cache: CachePicture }
  | { readonly kind: "bar"; readonly bar: TimelineBar }
  | { readonly kind: "compression"; readonly compression: CompressionPicture }
  | { readonly kind: "totals"; readonly totals: SessionTotals }
  | { readonly kind: "preview"; readonly preview: PreviewPicture | null }
  | { readonly kind: "usage"; readonly usage: UsagePicture }
  | { readonly kind: "lcm"; readonly lcm: LcmPicture | null };

/** The newest page of rows; older pages come when the view asks. */
export interface ChatPicture {
  readonly sessionId: string;
  readonly header: HeaderPicture;
  readonly activity: Activity;
  readonly queue: readonly string[];
  readonly rows: readonly Row[];
  readonly firstIndex: number;
}

export interface HeaderPicture {
  readonly title: string;
  readonly gauge: GaugePicture;
  readonly caching: CachingStatus;
  readonly model: ModelPicture;
  /** US dollars of the session so far; null while no price is known. */
  readonly costUsd: number | null;
}

export interface ModelPicture {
  readonly label: string;
  readonly provider: string;
  /** "rehearsal": no key yet, the built-in offline model answers. */
  readonly kind: "model" | "rehearsal";
  readonly note?: string;
}

/** One source of truth for every gauge: header, inspector, status bar. */
export interface GaugePicture
  extends Pick<
    ContextMeasure,
    "usedTokens" | "source" | "windowTokens" | "windowOrigin" | "thresholdTokens" | "hygieneTokens" | "turnsLeft"
  > {
  readonly state: GaugeState;
}

/** "near" from 85 % of the threshold, "over" at it, "full" from the hygiene line. */
export type GaugeState = "calm" | "near" | "over" | "full";

export interface CachingStatus {
  readonly state: "unknown" | "on" | "off";
  readonly why: string;
  readonly ttl: "5m" | "1h";
  /** Share of prompt tokens read from the cache over the session, 0–1; null before the first usage. */
  readonly hitRate: number | null;
  /** Milliseconds since the epoch at which the cached prefix expires; null while nothing is cached. */
  readonly expiresAt: number | null;
}

export type Activity =
  | { readonly kind: "idle" }
  | { readonly kind: "requesting" }
  | { readonly kind: "thinking" }
  | { readonly kind: "replying" }
  | { readonly kind: "writing-call"; readonly chars: number }
  | { readonly kind: "running-tool"; readonly name: string }
  | { readonly kind: "waiting-approval" }
  | { readonly kind: "compressing"; readonly stage: "blocking" | "background" }
  | { readonly kind: "waiting-retry"; readonly reason: string; readonly waitMs: number; readonly attempt: number };

export type Row = UserRow | TextRow | ToolRow | ContextRow | NoticeRow;
export type TextState = "growing" | "done" | "stopped" | "disconnected";

export interface UserRow {
  readonly kind: "user";
  readonly id: string;
  readonly messageId: string;
  /** Bounded; shorter than `chars` where the message is too long to show whole. */
  readonly text: string;
  readonly chars: number;
  readonly images: number;
  /** Files that can be restored to how they were before this turn. */
  readonly checkpointFiles?: readonly string[];
}

export interface TextRow {
  readonly kind: "reply" | "thinking";
  readonly id: string;
  readonly messageId: string | null;
  readonly text: string;
  readonly state: TextState;
}

export interface ToolRow {
  readonly kind: "tool";
  readonly id: string;
  readonly callId: string;
  readonly messageId: string | null;
  readonly name: string;
  readonly category: ToolCategory;
  /** The argument a person looks for: path, command, pattern. */
  readonly subject: string;
  readonly inputJson: string;
  readonly status: "waiting" | "running" | "done" | "failed" | "denied" | "stopped";
  readonly head: string;
  readonly tail: string;
  readonly chars: number;
  readonly durationMs: number | null;
  readonly exitCode: number | null;
  readonly kept: "full" | "spilled" | "pruned";
  readonly approval?: ApprovalPicture;
}

export interface ApprovalPicture {
  readonly title: string;
  readonly detail: string;
  /** How much of the detail is left out at its end. */
  readonly hiddenChars: number;
  readonly warning: string | null;
  readonly edit: { readonly path: string; readonly added: number; readonly removed: number } | null;
}

/** A change of what the model sees. Every such change leaves one of these. */
export interface ContextRow {
  readonly kind: "context";
  readonly id: string;
  readonly change: ContextChange;
}

export type ContextChange =
  | { readonly type: "compressing"; readonly trigger: CompressionReport["trigger"] }
  | { readonly type: "compressed"; readonly compression: CompressionPicture }
  | { readonly type: "summary"; readonly messageId: string; readonly covers: number }
  | { readonly type: "undone"; readonly from: string; readonly to: string; readonly laterTurns: LaterTurns }
  | { readonly type: "nothing-to-compress"; readonly reason: string }
  | {
      readonly type: "compression-failed";
      readonly reason: string;
      readonly cause: "summary" | "not-smaller" | "paused" | "stopped" | "engine";
    }
  | { readonly type: "paused"; readonly reason: string; readonly largest: readonly EvictableBlock[] }
  | {
      readonly type: "spilled";
      readonly from: "result" | "turn" | "user";
      readonly spill: string;
      readonly path: string;
      readonly totalChars: number;
      readonly shownChars: number;
    }
  | { readonly type: "truncated"; readonly reason: string; readonly totalChars: number; readonly keptChars: number }
  | {
      readonly type: "evicted";
      readonly messageId: string;
      readonly tokens: number;
      readonly cacheCostUsd: number | null /** Taken once the result is back. */;
      readonly wayBack: "open" | "taken";
    }
  | {
      readonly type: "put-back";
      readonly messageId: string;
      readonly tokens: number;
      readonly cacheCostUsd: number | null;
    }
  | {
      readonly type: "recalled";
      readonly snippets: readonly {
        readonly identifier: string;
        readonly text: string;
        readonly messageId: string;
        readonly why: string;
      }[];
    }
  | { readonly type: "engine-fallback"; readonly engine: string; readonly reason: string }
  | { readonly type: "recovering"; readonly failure: ProviderFailure["kind"]; readonly action: string }
  | {
      readonly type: "checkpoint-restored";
      readonly restored: "files" | "conversation" | "both";
      readonly files: readonly string[];
    }
  | { readonly type: "model-changed"; readonly label: string; readonly windowTokens: number; readonly note?: string };

export interface NoticeRow {
  readonly kind: "notice";
  readonly id: string;
  /** Which words the view puts around `text`. */
  readonly topic: "plain" | "stopped" | "step-limit" | "failed";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}

export interface InspectorPicture {
  readonly title: string;
  readonly context: ContextPicture;
  readonly cache: CachePicture;
  /** The newest requests; the oldest are left out beyond a bound. */
  readonly timeline: readonly TimelineBar[];
  readonly compressions: readonly CompressionPicture[];
  readonly totals: SessionTotals;
  readonly preview: PreviewPicture | null;
  readonly usage: UsagePicture | null;
  readonly lcm: LcmPicture | null;
}

export interface ContextPicture {
  readonly gauge: GaugePicture;
  readonly model: ModelPicture;
  readonly thresholdNote: string | null;
  readonly outputReserveTokens: number;
  /** In the order of the request; they add up to `gauge.usedTokens`. */
  readonly segments: readonly Segment[];
  /** Largest first, bounded; `hiddenItems` counts the rest. */
  readonly items: readonly ContextItem[];
  readonly hiddenItems: number;
  readonly hiddenTokens: number;
  readonly pins: readonly string[];
}

export interface CachePicture {
  readonly status: CachingStatus;
  /** The newest request with the places its cache was marked. */
  readonly lastRequest: CachedRequest | null;
  readonly lastMiss: { readonly requestId: string; readonly cause: string } | null;
  /** Against paying the full input price for every prompt token; null while no price is known. */
  readonly savedUsd: number | null;
}

export interface CachedRequest {
  readonly requestId: string;
  readonly promptTokens: number;
  /** Null until the provider reported usage. */
  readonly usage: Usage | null;
  readonly breakpoints: readonly BreakpointPicture[];
}

export interface BreakpointPicture {
  readonly after: "system" | "message";
  readonly messageId: string | null;
  /** Estimated prompt tokens up to this place. */
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
  /** Id of the compression that happened just before this request. */
  readonly afterCompression: string | null;
}

/** One compression, by the id of the session it made. */
export interface CompressionPicture extends CompressionReport {
  readonly id: string;
  readonly from: string;
  readonly state: "applied" | "undone";
  readonly outcome: "folded" | "fallback";
  readonly summaryId: string | null;
  readonly durationMs: number;
  readonly costUsd: number | null;
  /** 1 for the first of the chain; from the second on accuracy may degrade. */
  readonly ordinal: number;
}

/** The plan of a compression that has not happened yet. */
export interface PreviewPicture {
  readonly focusTopic: string | null;
  readonly state: "planned" | "drafting" | "drafted" | "nothing-to-compress" | "failed";
  readonly reason: string | null;
  readonly beforeTokens: number;
  readonly projectedTokens: number;
  readonly thresholdTokens: number;
  readonly headMessages: number;
  readonly foldedMessages: number;
  readonly tailMessages: number;
  readonly prunedResults: number;
  readonly nextTurnCostUsd: number | null;
  readonly cacheRewriteUsd: number | null;
  readonly summaryCostUsd: number | null;
  readonly folds: readonly LargestBlock[];
  readonly hiddenFolds: number;
  /** Present once drafted; the user may edit it before applying. */
  readonly draft: string | null;
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
  /** Of the requests that have a price; null where none has. */
  readonly costUsd: number | null;
  readonly unpricedRequests: number;
}

export interface LcmPicture {
  readonly nodes: readonly LcmNodePicture[];
  readonly rawMessages: number;
  readonly freshTailMessages: number;
  /** Share of the stored messages that summary nodes stand for, 0–1. */
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

/** What the status bar shows. */
export interface MeterPicture {
  readonly gauge: GaugePicture;
  readonly segments: readonly Segment[];
  readonly outputReserveTokens: number;
  readonly caching: CachingStatus;
  readonly model: ModelPicture;
  readonly costUsd: number | null;
  readonly activity: "idle" | "working" | "compressing";
}

export type SlashCommand =
  | "compress"
  | "preview"
  | "undo"
  | "new"
  | "resume"
  | "search"
  | "branch"
  | "inspector"
  | "usage"
  | "insights"
  | "model"
  | "export"
  | "import"
  | "help"
  | "pin";

export type ViewMessage =
  | { readonly type: "ready"; readonly view: ViewName }
  | { readonly type: "resync"; readonly view: ViewName; readonly got: number }
  | { readonly type: "rows-before"; readonly index: number }
  | { readonly type: "send"; readonly text: string; readonly images: readonly ImagePart[] }
  | { readonly type: "resend"; readonly messageId: string; readonly text: string }
  | { readonly type: "stop" }
  | { readonly type: "unqueue"; readonly index: number }
  | { readonly type: "slash"; readonly command: SlashCommand; readonly argument: string }
  | { readonly type: "find-files"; readonly query: string }
  | { readonly type: "answer-approval"; readonly callId: string; readonly answer: ApprovalAnswer }
  | { readonly type: "show-edit"; readonly callId: string }
  | { readonly type: "open-output"; readonly callId: string }
  | { readonly type: "open-spill"; readonly spill: string }
  | { readonly type: "open-message"; readonly messageId: string }
  | { readonly type: "open-request"; readonly requestId: string }
  | { readonly type: "open-link"; readonly href: string }
  | { readonly type: "open-file"; readonly path: string; readonly line: number | null }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "insert-code"; readonly text: string }
  | { readonly type: "apply-code"; readonly text: string; readonly info: string }
  | { readonly type: "restore"; readonly messageId: string; readonly what: "files" | "conversation" | "both" }
  | { readonly type: "act"; readonly action: NoticeAction }
  | { readonly type: "diff-compression"; readonly id: string }
  | { readonly type: "undo-compression"; readonly id: string }
  | { readonly type: "open-summary"; readonly id: string }
  | { readonly type: "put-back-lost"; readonly id: string; readonly item: string }
  | { readonly type: "pin-lost"; readonly id: string; readonly item: string }
  | { readonly type: "pin" | "unpin" | "evict" | "put-back"; readonly messageId: string }
  | { readonly type: "preview"; readonly focusTopic: string | null }
  | { readonly type: "draft-preview" }
  | { readonly type: "apply-preview"; readonly summary: string | null }
  | { readonly type: "leave-preview" }
  | { readonly type: "show-usage"; readonly days: number }
  | { readonly type: "expand-node"; readonly id: string }
  | { readonly type: "open-inspector"; readonly section: InspectorSection | null }
  | { readonly type: "select-model" }
  | { readonly type: "add-key" }
  | { readonly type: "open-settings"; readonly query: string }
  | { readonly type: "open-walkthrough" };
