import type { JsonObject, JsonValue } from "../base/json";
import type { Reason } from "../base/reason";
import type { Sentence } from "../base/sentence";
import { toSentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import type { MessageId, SessionId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import type { Ledger } from "../ledger/ledger";

/**
 * Decides when a conversation is too large and how it shrinks. One engine at a time.
 * `compress` returns a legal message list or the very same list; it never mutates what it is given.
 */
export interface ContextEngine {
  readonly name: string;
  readonly lastPromptTokens: number;
  readonly lastCompletionTokens: number;
  readonly lastTotalTokens: number;
  readonly thresholdTokens: number;
  readonly contextLength: number;
  readonly compressionCount: number;
  /**
   * `sent` are the messages of that request, where the caller has them: later sizes are then measured and not guessed.
   * A provider that reports no usage is passed as all zeros.
   */
  updateFromResponse(usage: Usage, sent?: readonly Message[]): void;
  shouldCompress(promptTokens?: number): boolean;
  /** Rejects with an AbortError when stopped; any other failure is reported by `status().lastCompression`. */
  compress(messages: readonly Message[], options: CompressOptions): Promise<readonly Message[]>;
  /**
   * What `compress` would do with the same messages and options, without a model call and without changing anything.
   * Preview, draft, deed and report are this one value: `status().lastCompression.plan` says what was carried out.
   */
  readonly plan?:
    | ((messages: readonly Message[], options: CompressOptions) => EnginePlan | Promise<EnginePlan>)
    | undefined;
  /** What `options.range` may ask for; absent: the engine alone chooses what it folds. */
  readonly ranges?: readonly FoldRange["kind"][];
  shouldCompressPreflight?(messages: readonly Message[]): boolean;
  /**
   * Whether to compress earlier than at the threshold because the provider's cache is known to have expired: the whole
   * prompt is written again anyway, and a smaller one costs less.
   */
  shouldCompressCold?(promptTokens: number): boolean;
  hasContentToCompress?(messages: readonly Message[]): boolean;
  onSessionStart?(session: EngineSession): void;
  /** A real end: the session was left, reset or closed. `messages` are those it ended with. */
  onSessionEnd?(sessionId: SessionId, messages: readonly Message[]): void;
  onSessionReset?(): void;
  updateModel?(model: EngineModel): void;
  /**
   * System prompt and tool schemas: part of every request and never compressed. What the prompt says (rules, memory,
   * skills) is known to the model without any message that tells it.
   */
  updateOverhead?(overheadTokens: number, systemPrompt: string): void;
  /**
   * Drafts ahead of need, in the background; `compress` takes the draft only if the messages it covers are unchanged.
   */
  prepare?(messages: readonly Message[], signal: AbortSignal): Promise<void>;
  /**
   * A compression to look at: a draft that `compress` takes back in `options.draft`, edited or not; or why there is
   * none.
   */
  preview?(messages: readonly Message[], options: CompressOptions): Promise<CompressionDraft | Reason>;
  /** Lines of folded messages about things `text` names and `active` no longer shows; they ride in that turn only. */
  recall?(text: string, active: readonly Message[]): readonly RecalledLine[];
  toolSchemas?(): readonly EngineToolSchema[];
  handleToolCall?(name: string, args: JsonObject): Promise<string>;
  status(): EngineStatus;
}

/** Which model on which route the window belongs to; some routes have rules of their own. */
export interface EngineModel {
  readonly contextLength: number;
  readonly name: string;
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly prices?: EnginePrices;
}

/** What tokens cost on the route, relative to fresh input. Where nothing is cached, reading and writing cost 1. */
export interface EnginePrices {
  readonly read: number;
  readonly write: number;
  readonly output: number;
}

export interface RecalledLine {
  readonly identifier: string;
  readonly messageId: MessageId;
  readonly text: string;
  /** For people: why this line was brought back. */
  readonly why: Sentence | string;
}

export interface CompressOptions {
  readonly trigger: "automatic" | "manual" | "overflow";
  /** "cold-cache": earlier than at the threshold, because the prompt cache had expired. */
  readonly moment?: "cold-cache";
  readonly currentTokens?: number;
  readonly focusTopic?: string;
  /**
   * What the caller's own ledger holds (pins, todos, facts of folded sessions); taken from the messages where absent.
   */
  readonly ledger?: Ledger;
  /** Taken instead of a new summary, where the messages it covers are unchanged. */
  readonly draft?: CompressionDraft;
  /** "deterministic": no model call; offered to people after a failed one. */
  readonly summary?: "model" | "deterministic";
  /**
   * Messages that are being read again right after they were folded away: kept verbatim as far as there is room, since
   * folding them once more would only have them read once more.
   */
  readonly keepVerbatim?: readonly MessageId[];
  /** What a person chose to fold; absent: the engine chooses. Asked only of engines whose `ranges` name its kind. */
  readonly range?: FoldRange;
  readonly signal: AbortSignal;
}

/**
 * "up-to": everything before the message is folded, and the message with all that follows stays verbatim.
 * "from": the message and what follows are folded, except for what must stay at the end, and everything before it stays
 * verbatim. Either way cuts fall between exchanges, and an earlier summary is folded into the new one.
 */
export interface FoldRange {
  readonly kind: "up-to" | "from";
  readonly messageId: MessageId;
}

/** A compression before it happens. All ids are of messages of the conversation, in their order. */
export type EnginePlan = PlannedFold | PlannedNothing;

export interface PlannedFold {
  readonly kind: "fold";
  /** Kept before the summary. */
  readonly headIds: readonly MessageId[];
  /** Replaced by the summary, an earlier summary included. */
  readonly foldedIds: readonly MessageId[];
  /** Kept after the summary. */
  readonly tailIds: readonly MessageId[];
  /** Tool results that are reduced to one line, for the summarizer or in the head. */
  readonly prunedIds: readonly MessageId[];
  /** What a person chose to fold, where one did. */
  readonly range?: FoldRange;
  /** What people pinned, which no compression touches: message ids, paths, instructions. */
  readonly pins: readonly string[];
  readonly summaryTargetTokens: number;
  /** The messages before, by the engine's own count; system prompt and tools come on top. */
  readonly beforeTokens: number;
  readonly foldedTokens: number;
  /** Head and tail as they stay. */
  readonly keptTokens: number;
  /** With a summary of its target size, or with the drafted one. */
  readonly afterTokens: number;
}

interface PlannedNothing extends Reason {
  readonly kind: "nothing";
  readonly beforeTokens: number;
}

/** A compression that is ready and not applied: made ahead of need, or for a person to read, edit and apply. */
export interface CompressionDraft {
  /** The plan of the engine that made the draft, opaque to everyone else. */
  readonly plan: object;
  /** The same plan for everyone, with the size of this draft. */
  readonly planned?: PlannedFold;
  readonly text: string;
  /** What a person wrote goes in as it is; a model's words are completed from the ledger. */
  readonly author: "model" | "person";
  /** Claims of the summary that were corrected or marked when it was written. */
  readonly claims?: readonly ReportedClaim[];
  readonly focusTopic?: string;
}

export interface EngineToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface EngineSession {
  readonly sessionId: SessionId;
  /** "compression": the work continues in a continuation; counters and the previous summary carry over. */
  readonly reason: "new" | "resume" | "compression";
  readonly messages: readonly Message[];
  /**
   * Messages of the sessions this one continues, and of this one where some were evicted since, verbatim, oldest first;
   * for engines that keep originals within reach.
   */
  readonly ancestors?: readonly Message[];
  /** When messages were written, in milliseconds; absent for a session that begins now or continues. */
  readonly spokenAt?: ReadonlyMap<MessageId, number>;
  /** What `status().durable` said when this session (or its parent) was last saved. */
  readonly durable?: JsonValue;
}

export interface EngineStatus {
  readonly lastCompression?: LastCompression;
  /** Why automatic compression is suspended; absent while it is not. "idle" only waits for something to fold. */
  readonly paused?: Reason & { readonly kind?: "paused" | "cooling" | "idle"; readonly untilMs?: number };
  /** Why the threshold differs from the setting; absent where it does not. */
  readonly thresholdNote?: Sentence | string;
  /** To show once; the host remembers the `id`. */
  readonly notice?: { readonly id: string; readonly text: Sentence | string };
  /** Plain JSON kept with the session and handed back at `onSessionStart`: strikes, cooldown, previous summary. */
  readonly durable?: JsonValue;
}

export interface LastCompression extends Partial<Reason> {
  readonly outcome: "folded" | "fallback" | "nothing-to-compress" | "kept" | "stopped";
  /** Why everything was kept: no summary, one that would not have helped, or no attempt during a cooldown. */
  readonly cause?: "summary" | "not-smaller" | "paused" | "changed";
  /** What was carried out, where something was; `report` says what came of it. */
  readonly plan?: PlannedFold;
  readonly report?: CompressionReport;
}

export interface CompressionReport {
  readonly trigger: CompressOptions["trigger"];
  readonly moment?: CompressOptions["moment"];
  readonly focusTopic?: string;
  /** Set where a person chose what to fold. */
  readonly range?: FoldRange["kind"];
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly beforeMessages: number;
  readonly afterMessages: number;
  readonly foldedMessages: number;
  readonly prunedResults: number;
  /** "recoverable": the engine keeps every original message within the model's reach. */
  readonly originals?: "recoverable";
  readonly verification?: Verification;
  /** Absent for the first summary of a conversation. */
  readonly lineage?: SummaryLineage;
  /** The claims of the summary that the record refutes or cannot back; each names the message that tells. */
  readonly claims?: readonly ReportedClaim[];
}

/** What a summary has from the one before it. Lists are bounded; counts are not. */
export interface SummaryLineage {
  readonly carriedOver: number;
  readonly added: readonly string[];
  readonly addedCount: number;
  readonly dropped: readonly string[];
  readonly droppedCount: number;
}

export interface ReportedClaim {
  /** As the summary said it. */
  readonly text: string;
  readonly verdict: "contradicted" | "unchecked";
  /** What the record says instead. */
  readonly correction?: Sentence;
  readonly messageId?: MessageId;
}

export interface Verification {
  /** 0–1: share of required facts preserved, after repair. */
  readonly score: number;
  readonly lost: readonly string[];
  readonly repaired: readonly string[];
  /** Identifiers the summary names that its source does not. */
  readonly invented: readonly string[];
  /** Claims that the record refutes. They are corrected in the summary, unless a person wrote it. */
  readonly contradicted: readonly string[];
  /** Claims that nothing on record supports or refutes. They are marked in the summary, unless a person wrote it. */
  readonly unchecked: readonly string[];
  /** How many facts had to survive; older reports do not have it. */
  readonly required?: number;
}

/** Everything a summarizer needs; built by the engine, executed by the owner of a model. */
export interface SummaryRequest {
  readonly kind: "first" | "update";
  readonly system: string;
  /** The whole task for a call of its own: instruction and the rendered turns. */
  readonly prompt: string;
  /**
   * The task without the turns, for a call whose prefix already holds them (the main model while its cache is warm).
   */
  readonly instruction?: string;
  readonly targetTokens: number;
  readonly focusTopic?: string;
  readonly previousSummary?: string;
  readonly folded: readonly Message[];
}

export type Summarize = (request: SummaryRequest, signal: AbortSignal) => Promise<string>;

/** How a summarizer fails; `kind` decides the length of the cooldown. Any other error counts as "transient". */
export class SummaryError extends SentenceError {
  override readonly name = "SummaryError";
  readonly kind: "transient" | "timeout" | "no-provider" | "access" | "unusable";

  constructor(why: Sentence | string, kind: SummaryError["kind"], options?: ErrorOptions) {
    super(toSentence(why), options);
    this.kind = kind;
  }
}
