import type { Protocol } from "../../../src/core/conversation/message";
import type { Json } from "./json";
import type { PromptBlock } from "./prompt";
import type { CacheAccount } from "./prompt-cache";
import type { Answer, ReplyPart } from "./reply";

/** One wire protocol as the server speaks it. */
export interface Face {
  readonly protocol: Protocol;
  readonly path: string;
  /** Throws `Violation` where the real API would answer 400. */
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

/** An answer with what the server decides: ids and seals are numbered, so that runs repeat exactly. */
export interface NumberedAnswer {
  readonly model: string;
  readonly id: string;
  readonly answer: Answer;
  readonly parts: readonly SealedPart[];
}

export type SealedPart = ReplyPart & { readonly id: string; readonly seal: string };

/** Seals this server gave out and the words they belong to: a seal that comes back altered is refused. */
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
