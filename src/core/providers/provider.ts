import type { JsonObject } from "../base/json";
import type { Sentence } from "../base/sentence";
import { SentenceError } from "../base/sentence-error";
import type { Breakpoint } from "../caching/breakpoints";
import type { AssistantMessage, AssistantPart, Message } from "../conversation/message";
import type { Usage } from "../conversation/usage";
import type { CacheTtl, Effort, Model } from "../models/model";

/** One call, complete: the same request always encodes to the same bytes. */
export interface ModelRequest {
  readonly model: Model;
  readonly system: string;
  /** Added once after a compression, as a block of its own behind the cached system block. */
  readonly systemNote?: string;
  readonly tools: readonly ToolSchema[];
  readonly messages: readonly Message[];
  readonly breakpoints: readonly Breakpoint[];
  readonly cacheTtl: CacheTtl;
  readonly outputTokens: number;
  /** "leave-out" after a compression and after a damaged-thinking refusal: edited history invalidates signatures. */
  readonly thinking: "replay" | "leave-out";
  /** How long to think; absent where the model decides or takes no such wish. */
  readonly effort?: Effort;
  /** Groups requests of one conversation for providers that route by it (`prompt_cache_key`). */
  readonly conversationKey: string;
}

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly parameters: JsonObject;
}

/** A reply as it grows. Exactly one `done`, last; a failure throws `ProviderError` instead. */
export type ModelEvent =
  | { readonly type: "delta"; readonly part: "text" | "thinking" | "tool-input"; readonly text: string }
  | { readonly type: "part"; readonly part: AssistantPart }
  | {
      readonly type: "done";
      readonly message: Omit<AssistantMessage, "id">;
      readonly stop: StopReason;
      readonly usage: Usage | undefined;
    };

export type StopReason = "end" | "tools" | "length" | "refused" | "window-full";

export interface Provider {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ProviderFailure =
  | { readonly kind: "overflow"; readonly limitTokens?: number }
  | { readonly kind: "output-cap"; readonly availableTokens?: number; readonly windowTokens?: number }
  | { readonly kind: "payload-too-large" }
  | { readonly kind: "bad-thinking" }
  | { readonly kind: "rate-limited"; readonly retryAfterMs?: number }
  | { readonly kind: "overloaded"; readonly retryAfterMs?: number }
  | { readonly kind: "unauthorized" }
  | { readonly kind: "rejected"; readonly status: number }
  | { readonly kind: "disconnected" };

export class ProviderError extends SentenceError {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;
  /** Reported before the failure: a prompt that was read is billed, however the reply ended. */
  readonly usage: Usage | undefined;

  constructor(
    why: Sentence,
    failure: ProviderFailure,
    options: ErrorOptions & { readonly usage?: Usage | undefined } = {},
  ) {
    super(why, options);
    this.failure = failure;
    this.usage = options.usage;
  }
}
