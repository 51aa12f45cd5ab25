import type { MessageId, SessionId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { JsonObject, JsonValue } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import type { Ledger } from "../ledger/ledger";
import type { FoldPlan } from "./compressor/plan";
import type { EngineModel } from "./threshold";

/**
 * Decides when a conversation is too large and what becomes of it. One engine at a time.
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
  /** `sent` are the messages of that request, where the caller has them: later sizes are then measured and not guessed. A provider that tells nothing is told as all zeros. */
  updateFromResponse(usage: Usage, sent?: readonly Message[]): void;
  shouldCompress(promptTokens?: number): boolean;
  /** Rejects with an AbortError when stopped; any other failure is told by `status().lastCompression`. */
  compress(messages: readonly Message[], options: CompressOptions): Promise<readonly Message[]>;
  shouldCompressPreflight?(messages: readonly Message[]): boolean;
  hasContentToCompress?(messages: readonly Message[]): boolean;
  onSessionStart?(session: EngineSession): void;
  onSessionEnd?(sessionId: SessionId): void;
  onSessionReset?(): void;
  updateModel?(model: EngineModel): void;
  /** System prompt and tool schemas: part of every request and never compressed. */
  updateOverhead?(overheadTokens: number): void;
  /** Drafts ahead of need while nobody waits; `compress` takes the draft only if what it stands for is unchanged. */
  prepare?(messages: readonly Message[], signal: AbortSignal): Promise<void>;
  /** A compression to look at: a draft that `compress` takes back in `options.draft`, edited or not; or why there is none. */
  preview?(
    messages: readonly Message[],
    options: CompressOptions,
  ): Promise<CompressionDraft | { readonly reason: string }>;
  /** Lines of folded messages about things `text` names and `active` no longer shows; they ride in that turn only. */
  recall?(text: string, active: readonly Message[]): readonly RecalledLine[];
  toolSchemas?(): readonly EngineToolSchema[];
  handleToolCall?(name: string, args: JsonObject): Promise<string>;
  status(): EngineStatus;
}

export interface RecalledLine {
  readonly identifier: string;
  readonly messageId: MessageId;
  readonly text: string;
  /** For people: why this line was brought back. */
  readonly why: string;
}

export interface CompressOptions {
  readonly trigger: "automatic" | "manual" | "overflow";
  readonly currentTokens?: number;
  readonly focusTopic?: string;
  /** What the caller's own ledger holds (pins, todos, facts of folded sessions); taken from the messages where absent. */
  readonly ledger?: Ledger;
  /** Taken instead of a new summary, where what it stands for is unchanged. */
  readonly draft?: CompressionDraft;
  /** "deterministic": no model call; offered to people after a failed one. */
  readonly summary?: "model" | "deterministic";
  readonly signal: AbortSignal;
}

/** A compression made ready and not done: ahead of need, or for a person to read, edit and apply. */
export interface CompressionDraft {
  readonly plan: FoldPlan;
  readonly text: string;
  /** What a person wrote goes in as it is; a model's words are completed from the ledger. */
  readonly author: "model" | "person";
  readonly focusTopic?: string;
}

export interface EngineToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface EngineSession {
  readonly sessionId: SessionId;
  /** "compression": the same work goes on in a continuation; counters and the previous summary carry over. */
  readonly reason: "new" | "resume" | "compression";
  readonly messages: readonly Message[];
  /** Messages of the sessions this one continues, and of this one where some were evicted since, verbatim, oldest first; for engines that keep originals within reach. */
  readonly ancestors?: readonly Message[];
  /** When messages were spoken, in milliseconds; a session that begins now or goes on has none to tell. */
  readonly spokenAt?: ReadonlyMap<MessageId, number>;
  /** What `status().durable` said when this session (or its parent) was last saved. */
  readonly durable?: JsonValue;
}

export interface EngineStatus {
  readonly lastCompression?: LastCompression;
  /** Why automatic compression rests, for people; absent while it does not. "idle" only waits for something to fold. */
  readonly paused?: {
    readonly kind?: "paused" | "cooling" | "idle";
    readonly reason: string;
    readonly untilMs?: number;
  };
  /** Where the trigger lies and why it is not where the setting says; absent where it is. */
  readonly thresholdNote?: string;
  /** Worth telling once; the host remembers the `id`. */
  readonly notice?: { readonly id: string; readonly text: string };
  /** Plain JSON kept with the session and handed back at `onSessionStart`: strikes, cooldown, previous summary. */
  readonly durable?: JsonValue;
}

export interface LastCompression {
  readonly outcome: "folded" | "fallback" | "nothing-to-compress" | "kept" | "stopped";
  readonly reason?: string;
  /** Why everything was kept: no summary, one that would not have helped, or nothing was tried because compression rests. */
  readonly cause?: "summary" | "not-smaller" | "paused";
  readonly report?: CompressionReport;
}

export interface CompressionReport {
  readonly trigger: CompressOptions["trigger"];
  readonly focusTopic?: string;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly beforeMessages: number;
  readonly afterMessages: number;
  readonly foldedMessages: number;
  readonly prunedResults: number;
  readonly verification?: Verification;
}

export interface Verification {
  /** 0–1: share of what had to survive that did, after repair. */
  readonly score: number;
  readonly lost: readonly string[];
  readonly repaired: readonly string[];
  /** Identifiers the summary names that its source does not. */
  readonly invented: readonly string[];
}

/** Everything a summarizer needs; built by the engine, carried out by whoever owns a model. */
export interface SummaryRequest {
  readonly kind: "first" | "update";
  readonly system: string;
  /** The whole task for a call of its own: instruction and the rendered turns. */
  readonly prompt: string;
  /** The task without the turns, for a call whose prefix already holds them (the main model while its cache is warm). */
  readonly instruction?: string;
  readonly targetTokens: number;
  readonly focusTopic?: string;
  readonly previousSummary?: string;
  readonly folded: readonly Message[];
}

export type Summarize = (request: SummaryRequest, signal: AbortSignal) => Promise<string>;

/** How a summarizer says why it failed, so that the engine knows how long to rest. Anything else thrown counts as "transient". */
export class SummaryError extends Error {
  override readonly name = "SummaryError";
  readonly kind: "transient" | "timeout" | "no-provider" | "access" | "unusable";

  constructor(message: string, kind: SummaryError["kind"], options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
