import type { EvictableBlock, LaterTurns, NoticeAction } from "../core/agent/events";
import type { QueuedMessage } from "../core/agent/steering/queued-message";
import type { CompressionReport } from "../core/context/engine";
import type { Usage } from "../core/conversation/usage";
import type { HookDeed } from "../core/hooks/answer";
import type { Todo } from "../core/ledger/ledger";
import type { ProviderFailure } from "../core/providers/provider";
import type { ToolCategory } from "../core/tools/tool";
import type { AttachedPicture } from "./attachments";
import type { CompressionPicture, WithLabel } from "./compression";
import type { ChangesPicture, EditPicture } from "./edits";
import type { HistoryPicture } from "./history";
import type { LessonPicture } from "./lesson";
import type { Activity, CachingStatus, ControlsPicture, GaugePicture, ModelPicture } from "./status";

/** The newest page of rows; the view requests older pages with `rows-before`. */
export interface ChatPicture {
  readonly sessionId: string;
  /** "returning": the last session is being read; an empty transcript says nothing yet. */
  readonly start: ChatStart;
  readonly header: HeaderPicture;
  /** Null where no lesson can be had: another project, or a real model. */
  readonly lesson: LessonPicture | null;
  /** Null while the conversation is shown. */
  readonly history: HistoryPicture | null;
  readonly activity: Activity;
  readonly changes: ChangesPicture;
  readonly controls: ControlsPicture;
  readonly queue: QueuePicture;
  readonly todos: readonly Todo[];
  readonly rows: readonly Row[];
  readonly firstIndex: number;
}

export type ChatStart = "returning" | "ready";

/** Messages that wait; "held": a stop left them waiting, and only the user sends them. */
export interface QueuePicture {
  readonly state: "open" | "held";
  readonly waiting: readonly QueuedMessage[];
}

export interface HeaderPicture {
  readonly title: string;
  readonly gauge: GaugePicture;
  readonly caching: CachingStatus;
  readonly model: ModelPicture;
  /** Cost of the session so far in US dollars; null while no price is known. */
  readonly costUsd: number | null;
}

export type Row = UserRow | TextRow | ToolRow | ContextRow | NoticeRow;

export type TextState = "growing" | "done" | "stopped" | "disconnected";

export interface UserRow {
  readonly kind: "user";
  readonly id: string;
  readonly messageId: string;
  /** Bounded: shorter than `chars` if the message is too long to show in full. */
  readonly text: string;
  readonly chars: number;
  readonly images: number;
  readonly attached?: readonly AttachedPicture[];
  /** Files that can be restored to their state before this turn. */
  readonly checkpointFiles?: readonly string[];
  /** Set where other words were sent at this place too. */
  readonly versions?: VersionsPicture;
}

/** The versions of a message, oldest first, each in a conversation of its own. */
export interface VersionsPicture {
  /** The place of this one among them. */
  readonly index: number;
  readonly all: readonly { readonly messageId: string; readonly session: string }[];
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
  /** The argument that identifies the call: path, command, what is searched for. */
  readonly subject: string;
  /** Where a search looks. */
  readonly within?: string;
  /** Which part of a file is read. */
  readonly lines?: string;
  /** How many matches a search found. */
  readonly matches?: number;
  readonly inputJson: string;
  /** "pending": an earlier call of the same reply is still busy or asked about. */
  readonly status: "pending" | "waiting" | "running" | "done" | "failed" | "denied" | "stopped";
  readonly head: string;
  readonly tail: string;
  readonly chars: number;
  readonly durationMs: number | null;
  readonly exitCode: number | null;
  readonly kept: "full" | "spilled" | "pruned";
  /** Where a command ran, where that was not as usual, and whether something was refused there. */
  readonly place?: { readonly text: string; readonly refused: "nothing" | "something" };
  /** The change to a file that the call makes, or made. */
  readonly edit?: EditPicture;
  /** "offered": the change of this call can be undone by itself. */
  readonly undo?: "offered";
  readonly approval?: ApprovalPicture;
  /** Set for a call that started a sub-agent. */
  readonly delegate?: DelegatePicture;
}

/** A sub-agent in the row of the call that started it. */
export interface DelegatePicture {
  /** Null until its session exists. */
  readonly session: string | null;
  readonly kind: string;
  readonly task: string;
  readonly model: string;
  readonly state: "waiting" | "running" | "done" | "failed" | "stopped";
  readonly gauge: Pick<GaugePicture, "usedTokens" | "windowTokens" | "thresholdTokens" | "state">;
  readonly steps: number;
  readonly compressions: number;
  readonly costUsd: number | null;
  readonly keptOutTokens: number;
  /** What it does now: a tool and what it is about. */
  readonly activity: string;
  /** A question of the sub-agent; its id names the call. */
  readonly question?: { readonly callId: string; readonly approval: ApprovalPicture };
}

export interface ApprovalPicture {
  readonly title: string;
  readonly detail: string;
  /** How many lines the detail has, where that is more than a card shows at once. */
  readonly lines?: number;
  /** Characters of the detail omitted at its end. */
  readonly hiddenChars: number;
  readonly warning: string | null;
  /** Where the command would run, where that is not as usual. */
  readonly place?: string;
  /** What a remembered answer would cover. */
  readonly covers?: string;
  /** "never": the answer holds for this call only. */
  readonly remember?: "never";
  readonly edit: EditPicture | null;
}

/** A change to the context. Every change to what the model sees adds one of these rows. */
export interface ContextRow {
  readonly kind: "context";
  readonly id: string;
  readonly change: ContextChange;
}

export type ContextChange = CompressionChange | OtherContextChange;

type CompressionChange =
  | { readonly type: "compressing"; readonly trigger: CompressionReport["trigger"] }
  | { readonly type: "compressed"; readonly compression: CompressionPicture }
  | { readonly type: "summary"; readonly messageId: string; readonly covers: number }
  | { readonly type: "undone"; readonly from: string; readonly to: string; readonly laterTurns: LaterTurns }
  | { readonly type: "nothing-to-compress"; readonly reason: string }
  | {
      readonly type: "compression-failed";
      readonly reason: string;
      readonly cause: "summary" | "not-smaller" | "paused" | "stopped" | "changed" | "engine" | "hook";
    }
  | { readonly type: "paused"; readonly reason: string; readonly largest: readonly WithLabel<EvictableBlock>[] };

export type OtherContextChange =
  | {
      readonly type: "spilled";
      readonly from: "result" | "turn" | "user";
      readonly spill: string;
      /** Estimated: in the unit of the gauge, so that both can be compared. */
      readonly totalTokens: number;
      readonly shownTokens: number;
    }
  | { readonly type: "truncated"; readonly reason: string; readonly totalChars: number; readonly keptChars: number }
  | {
      readonly type: "evicted";
      readonly messageId: string;
      readonly tokens: number;
      readonly cacheCostUsd: number | null;
      /** "taken" once the result is back in the context. */
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
  | {
      readonly type: "hook-ran";
      readonly event: string;
      readonly command: string;
      readonly did: HookDeed;
      readonly detail: string;
      readonly durationMs: number;
    }
  | {
      readonly type: "memory-proposed";
      readonly facts: readonly string[];
      readonly answer: "open" | "kept" | "left";
    }
  | { readonly type: "skill-released"; readonly name: string; readonly tokens: number }
  | { readonly type: "engine-fallback"; readonly engine: string; readonly reason: string }
  | { readonly type: "recovering"; readonly failure: ProviderFailure["kind"]; readonly action: string }
  | {
      readonly type: "checkpoint-restored";
      readonly restored: "files" | "conversation" | "both";
      readonly files: readonly string[];
      /** Files left as they were by choice. */
      readonly skipped: readonly string[];
      readonly restoreId: string;
      /** The restore that this one took back. */
      readonly undoes: string | null;
      /** "taken" once this restore was undone itself. */
      readonly wayBack: "open" | "taken";
    }
  /** Sums up the session that was left. */
  | {
      readonly type: "session-ended";
      readonly title: string;
      readonly usage: Usage;
      readonly summaryTokens: number;
      readonly costUsd: number | null;
      readonly compressions: number;
      readonly cacheShare: number;
    }
  | { readonly type: "model-changed"; readonly label: string; readonly windowTokens: number; readonly note?: string };

export interface NoticeRow {
  readonly kind: "notice";
  readonly id: string;
  /** Selects the title that the view puts before `text`. */
  readonly topic: "plain" | "stopped" | "step-limit" | "paused" | "blocked" | "failed";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly actions: readonly NoticeAction[];
}
