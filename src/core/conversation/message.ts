import type { JsonObject } from "../base/json";
import type { CallId, MessageId, SpillId } from "./ids";

export type Message = UserMessage | AssistantMessage | ToolMessage | SummaryMessage;

export interface UserMessage {
  readonly role: "user";
  readonly id: MessageId;
  readonly content: readonly (TextPart | ImagePart)[];
  /**
   * What was injected for this turn only (recalled snippets, open editors, date). Sent byte for byte with
   * the message until a compression drops it: taking it away earlier would lose the cached prefix.
   */
  readonly attachment?: string;
  /** Set where the text was too large for the context and went to workspace storage. */
  readonly spill?: SpillId;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly id: MessageId;
  readonly parts: readonly AssistantPart[];
  /** Who produced the parts. A seal opens only where origin and target agree. */
  readonly origin: Origin;
  /** The reply ended before the model was done: stopped by the user, or the stream broke off. */
  readonly interrupted?: "stopped" | "disconnected";
}

/** One result for one call. Results follow their assistant message, in call order. */
export interface ToolMessage {
  readonly role: "tool";
  readonly id: MessageId;
  readonly callId: CallId;
  readonly toolName: string;
  readonly failed: boolean;
  readonly body: ToolBody;
}

/** Stands where compressed messages stood. A role of its own, never a user text with a magic prefix. */
export interface SummaryMessage {
  readonly role: "summary";
  readonly id: MessageId;
  /** The hand-off itself, without marker and guidance; `render.ts` adds those. */
  readonly text: string;
  /** Every message this summary replaces, including those of an older summary folded into it. */
  readonly covers: readonly MessageId[];
  /** The newest user request, where it would otherwise stand only before the summary; rendered after the end marker. */
  readonly restatedRequest?: string;
  /** Texts that people pinned, byte for byte; rendered after the end marker. */
  readonly pins?: readonly PinnedText[];
  /** Parts of files in work as they were on disk at the compression; rendered after the end marker. */
  readonly files?: readonly LiveFile[];
}

/** A stretch of a file; lines count from 1. */
export interface LiveFile {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface PinnedText {
  /** Where it is from, on one line. */
  readonly name: string;
  readonly text: string;
  /** Set for the instructions of a skill in use, which nobody pinned. */
  readonly skill?: string;
}

export type AssistantPart = TextPart | ThinkingPart | ToolCallPart | OpaquePart;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly seal?: MessageSeal;
  /** Set on what a person added to a message beside its words; shown by its name and not taken for words of theirs. */
  readonly attached?: Attached;
}

export interface Attached {
  readonly kind: AttachmentKind;
  readonly name: string;
}

export type AttachmentKind =
  | "file"
  | "folder"
  | "selection"
  | "symbol"
  | "problems"
  | "terminal"
  | "changes"
  | "web"
  | "session"
  | "output";

export interface ImagePart {
  readonly type: "image";
  readonly mediaType: ImageType;
  readonly base64: string;
}

export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** `text` is what people may read; `seal` is what the provider must get back. Either may be empty, not both. */
export interface ThinkingPart {
  readonly type: "thinking";
  readonly text: string;
  readonly seal?: ThinkingSeal;
}

/**
 * `inputJson` keeps the bytes the model wrote. Re-serializing would change
 * spacing or key order and so break the provider's prefix cache.
 */
export interface ToolCallPart {
  readonly type: "tool-call";
  readonly callId: CallId;
  readonly name: string;
  readonly inputJson: string;
  readonly seal?: CallSeal;
}

/**
 * A block we do not model (server tools, provider compaction): replayed verbatim to its own provider, sent as `gist`
 * elsewhere.
 */
interface OpaquePart {
  readonly type: "opaque";
  readonly protocol: Protocol;
  readonly block: JsonObject;
  readonly gist: string;
}

export type ToolBody =
  | { readonly kind: "full"; readonly content: readonly (TextPart | ImagePart)[] }
  /** `preview` is the whole `<persisted-output>` block as the model sees it. */
  | { readonly kind: "spilled"; readonly preview: string; readonly spill: SpillId; readonly totalChars: number }
  | { readonly kind: "pruned"; readonly gist: string; readonly spill?: SpillId };

export type Protocol = "anthropic-messages" | "openai-chat" | "openai-responses";

export interface Origin {
  readonly protocol: Protocol;
  readonly provider: string;
  readonly model: string;
}

/** Opaque tokens a provider needs back, word for word, to recognize its own output. */
type ThinkingSeal =
  | { readonly kind: "anthropic-signature"; readonly signature: string }
  | { readonly kind: "anthropic-redacted"; readonly data: string }
  | {
      readonly kind: "responses-reasoning";
      readonly itemId: string;
      readonly summary: readonly string[];
      readonly encrypted: string | null;
    }
  | { readonly kind: "chat-reasoning"; readonly field: "reasoning_content" | "reasoning" };

type MessageSeal = {
  readonly kind: "responses-message";
  readonly itemId: string;
  readonly phase: "commentary" | "final_answer" | null;
};
type CallSeal = { readonly kind: "responses-call"; readonly itemId: string };

/** Unsealed thinking is for people only: no provider takes it back, so it is never part of a later request. */
export const isReturnable = ({ seal }: ThinkingPart): boolean =>
  seal !== undefined && (seal.kind !== "responses-reasoning" || seal.encrypted !== null);

/** Seals are bound to the model that made them; a changed model gets the portable text instead. */
export const mayReplay = (origin: Origin, target: Origin): boolean =>
  origin.protocol === target.protocol && origin.provider === target.provider && origin.model === target.model;
