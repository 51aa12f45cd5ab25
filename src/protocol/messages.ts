import type { NoticeAction } from "../core/agent/events";
import type { AgentControls } from "../core/agent/settings/control-choices";
import type { Delivery } from "../core/agent/steering/queued-message";
import type { ImagePart } from "../core/conversation/message";
import type { ApprovalAnswer } from "../core/tools/tool";
import type { ChipPicture, Mention } from "./attachments";
import type { ChatPicture, ChatStart, HeaderPicture, QueuePicture, Row, TextState } from "./chat";
import type { ChosenRange, CompressionPicture, PreviewPicture } from "./compression";
import type { ChangesPicture } from "./edits";
import type { HistoryPicture } from "./history";
import type {
  AuditEntry,
  CachePicture,
  ContextPicture,
  InspectorPicture,
  KnownPicture,
  LcmPicture,
  SessionTotals,
  TimelineBar,
  UsagePicture,
} from "./inspector";
import type { LessonAction, LessonPicture } from "./lesson";
import type { Activity, ControlsPicture } from "./status";

/**
 * The messages between host and webviews: types only, plain JSON; ids are plain strings.
 * A view that posts `ready` receives one complete picture, then only changes, numbered without gaps.
 * A view that misses a number posts `resync` and receives a complete picture again.
 */
export type ViewName = "chat" | "inspector";

export type Locale = "en" | "zh-cn" | "zh-tw";

export type HostMessage =
  | { readonly type: "chat"; readonly locale: Locale; readonly sequence: number; readonly picture: ChatPicture }
  | {
      readonly type: "inspector";
      readonly locale: Locale;
      readonly sequence: number;
      readonly picture: InspectorPicture;
    }
  | { readonly type: "changes"; readonly sequence: number; readonly changes: readonly Change[] }
  /** The reply to `rows-before`; `from` is the index of its first row. Not numbered: no visible row changes. */
  | { readonly type: "rows-page"; readonly from: number; readonly rows: readonly Row[] }
  | { readonly type: "mentions-found"; readonly query: string; readonly mentions: readonly Mention[] }
  /** Adds a chip to the composer, or replaces the one with this id. */
  | { readonly type: "chip"; readonly chip: ChipPicture }
  | { readonly type: "image-price"; readonly tokens: number }
  /** What this window lacks for Hermes to work in it. */
  | { readonly type: "workspace"; readonly state: "ready" | "untrusted" | "no-folder" }
  /** Text for the composer (add to chat, edit, undo of a send); `how` applies to an existing draft. */
  | {
      readonly type: "compose";
      readonly text: string;
      readonly images?: readonly ImagePart[];
      readonly how: "replace" | "append";
    }
  | { readonly type: "reveal"; readonly rowId: string; readonly index: number }
  /** The inspector scrolls to one of its sections. */
  | { readonly type: "show-section"; readonly section: InspectorSection };

export type InspectorSection =
  | "context"
  | "cache"
  | "timeline"
  | "compressions"
  | "preview"
  | "usage"
  | "lcm"
  | "audit"
  | "known";

/** One change since the last message. A view ignores changes to parts it does not show. */
export type Change =
  | { readonly kind: "rows-appended"; readonly rows: readonly Row[] }
  | { readonly kind: "row-replaced"; readonly row: Row }
  | { readonly kind: "rows-removed"; readonly ids: readonly string[] }
  /** Appended text; a view whose text is not `offset` characters long has missed a change. */
  | { readonly kind: "row-grew"; readonly id: string; readonly offset: number; readonly text: string }
  /** A streamed row is complete; its text is not sent a second time. */
  | { readonly kind: "row-settled"; readonly id: string; readonly messageId: string | null; readonly state: TextState }
  | { readonly kind: "tool-tail"; readonly id: string; readonly tail: string; readonly chars: number }
  | { readonly kind: "start"; readonly start: ChatStart }
  | { readonly kind: "header"; readonly header: HeaderPicture }
  | { readonly kind: "activity"; readonly activity: Activity }
  | { readonly kind: "changed-files"; readonly changes: ChangesPicture }
  | { readonly kind: "controls"; readonly controls: ControlsPicture }
  | { readonly kind: "queue"; readonly queue: QueuePicture }
  | { readonly kind: "todos"; readonly todos: ChatPicture["todos"] }
  | { readonly kind: "context"; readonly context: ContextPicture }
  | { readonly kind: "cache"; readonly cache: CachePicture }
  | { readonly kind: "bar"; readonly bar: TimelineBar }
  | { readonly kind: "compression"; readonly compression: CompressionPicture }
  | { readonly kind: "totals"; readonly totals: SessionTotals }
  | { readonly kind: "preview"; readonly preview: PreviewPicture | null }
  | { readonly kind: "usage"; readonly usage: UsagePicture }
  | { readonly kind: "lcm"; readonly lcm: LcmPicture | null }
  | { readonly kind: "audit"; readonly entry: AuditEntry }
  | { readonly kind: "known"; readonly known: KnownPicture | null }
  | { readonly kind: "history"; readonly history: HistoryPicture | null }
  | { readonly kind: "lesson"; readonly lesson: LessonPicture | null };

export type SlashCommand =
  | "compress"
  | "preview"
  | "undo"
  | "new"
  | "history"
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
  | "pin"
  | "skills";

export type ViewMessage =
  | { readonly type: "ready"; readonly view: ViewName }
  | { readonly type: "resync"; readonly view: ViewName; readonly got: number }
  | { readonly type: "rows-before"; readonly index: number }
  | {
      readonly type: "send";
      readonly text: string;
      readonly images: readonly ImagePart[];
      /** Ids of chips. */
      readonly attached: readonly string[];
      readonly when: Delivery | "now";
    }
  | { readonly type: "resend"; readonly messageId: string; readonly text: string }
  | { readonly type: "show-version"; readonly session: string; readonly messageId: string }
  | { readonly type: "stop" }
  | { readonly type: "retry-now" }
  | { readonly type: "mend-workspace"; readonly state: "untrusted" | "no-folder" }
  | { readonly type: "send-queued" }
  /** "edit" takes the message back into the composer. */
  | { readonly type: "unqueue"; readonly id: string; readonly purpose: "drop" | "edit" }
  | { readonly type: "move-queued"; readonly id: string; readonly index: number }
  | { readonly type: "deliver-queued"; readonly id: string; readonly when: Delivery | "now" }
  | { readonly type: "slash"; readonly command: SlashCommand; readonly argument: string }
  /** An empty query lists all sessions. */
  | { readonly type: "show-history"; readonly query: string }
  | { readonly type: "close-history" }
  /** With a message: where the words of the query were found. */
  | { readonly type: "open-past"; readonly id: string; readonly messageId: string | null }
  | { readonly type: "rename-past"; readonly id: string; readonly title: string }
  | { readonly type: "delete-past"; readonly id: string }
  | { readonly type: "undelete-past" }
  | { readonly type: "find-others" }
  | { readonly type: "find-mentions"; readonly query: string }
  | { readonly type: "attach"; readonly id: string; readonly mention: Mention }
  | { readonly type: "detach"; readonly id: string }
  | { readonly type: "price-image" }
  | { readonly type: "answer-approval"; readonly callId: string; readonly answer: ApprovalAnswer }
  | { readonly type: "show-edit"; readonly callId: string }
  /** The change that a finished call made to a file. */
  | { readonly type: "undo-edit"; readonly callId: string }
  | { readonly type: "show-changes"; readonly path: string }
  /** Without a path: every file. */
  | { readonly type: "keep-changes"; readonly path: string | null }
  | { readonly type: "undo-changes"; readonly path: string }
  | { readonly type: "undo-hunk"; readonly path: string; readonly hunk: string }
  | { readonly type: "undo-turn"; readonly messageId: string }
  | { readonly type: "set-controls"; readonly controls: Partial<AgentControls> }
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
  | { readonly type: "undo-restore"; readonly restoreId: string }
  | { readonly type: "act"; readonly action: NoticeAction }
  | { readonly type: "diff-compression"; readonly id: string }
  | { readonly type: "undo-compression"; readonly id: string }
  | { readonly type: "open-summary"; readonly id: string }
  /** With the summary before it, or all of the chain in one text. */
  | { readonly type: "compare-summary" | "open-lineage"; readonly id: string }
  | { readonly type: "put-back-lost"; readonly id: string; readonly item: string }
  | { readonly type: "pin-lost"; readonly id: string; readonly item: string }
  | { readonly type: "pin" | "pin-lines" | "unpin" | "evict" | "put-back"; readonly messageId: string }
  /** Removes any pin by the name that lists show for it. */
  | { readonly type: "remove-pin"; readonly name: string }
  | { readonly type: "preview"; readonly focusTopic: string | null; readonly range: ChosenRange | null }
  | { readonly type: "draft-preview" }
  | { readonly type: "apply-preview"; readonly summary: string | null }
  | { readonly type: "leave-preview" }
  | { readonly type: "show-usage"; readonly days: number }
  | { readonly type: "expand-node"; readonly id: string }
  | { readonly type: "open-inspector"; readonly section: InspectorSection | null }
  | { readonly type: "select-model" }
  | { readonly type: "reset-windows" }
  | { readonly type: "add-key" }
  | { readonly type: "open-delegate" | "stop-delegate" | "steer-delegate"; readonly session: string }
  | { readonly type: "answer-memory"; readonly answer: "kept" | "left" }
  | { readonly type: "open-settings"; readonly query: string }
  | { readonly type: "lesson"; readonly action: LessonAction }
  | { readonly type: "open-walkthrough" };
