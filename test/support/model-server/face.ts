import type { Protocol } from "../../../src/core/conversation/message";
import type { Json } from "./json";
import type { PromptBlock } from "./prompt";
import type { CacheAccount } from "./prompt-cache";
import type { Answer, ReplyPart } from "./reply";

/** One wire protocol, from the server's side. */
export interface Face {
  readonly protocol: Protocol;
  readonly path: string;
  /** Throws `Violation` if the real API would respond with 400. */
  check(body: Json, seals: SealBook): void;
  prompt(body: Json): readonly PromptBlock[];
  outputTokens(body: Json): number | undefined;
  usage(account: CacheAccount, outputTokens: number): Json;
  events(reply: NumberedAnswer, usage: unknown): readonly WireEvent[];
  whole(reply: NumberedAnswer, usage: unknown): Json;
  failure(status: number, message: string): Json;
  failureEvent(type: string, message: string): WireEvent;
  tooLong(promptTokens: number, windowTokens: number): string;
  outputTooLarge(promptTokens: number, outputTokens: number, windowTokens: number): string;
}

export interface WireEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** A reply with the parts the server adds: ids and seals are numbered, so that runs are reproducible. */
export interface NumberedAnswer {
  readonly model: string;
  readonly id: string;
  readonly answer: Answer;
  readonly parts: readonly SealedPart[];
}

export type SealedPart = ReplyPart & { readonly id: string; readonly seal: string };

/** The seals this server issued and the text they belong to; a seal that comes back altered is refused. */
export interface SealBook {
  issue(seal: string, text: string): void;
  owns(seal: string, text: string): boolean;
}

export function sealBook(): SealBook {
  const issued = new Map<string, string>();
  return {
    issue: (seal, text) => void issued.set(seal, text),
    owns: (seal, text) => issued.get(seal) === text,
  };
}
