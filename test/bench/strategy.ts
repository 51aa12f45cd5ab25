import type { AssistantMessage, Message } from "../../src/core/conversation/message";
import type { CacheTtl } from "../../src/core/models/model";
import type { Recording } from "./recordings";
import type { Quality } from "./summarizers";

/** What a session is replayed under. */
export interface Condition {
  readonly windowTokens: number;
  /** System prompt and tool schemas. */
  readonly overheadTokens: number;
  readonly ttl: CacheTtl;
  readonly quality: Quality;
}

/** A way to keep a conversation within a window. It sees only the past of the session. */
export interface Strategy {
  readonly name: string;
  /** The origin of the strategy; peers are simplified versions of their documented behavior. */
  readonly group: "reference" | "peer" | "ours" | "part switched off" | "candidate";
  start(session: Recording, condition: Condition): Runner;
}

export interface Runner {
  /** Reads the messages since the last call and returns what to send now. */
  next(fresh: readonly Message[], atMs: number): Promise<Sent>;
  /** Receives the reply of the recorded agent. */
  answered(reply: AssistantMessage): void;
}

export interface Sent {
  readonly messages: readonly Message[];
  readonly summaryCalls: readonly SummaryCall[];
  /** Number of requests that a provider would have refused before this one. */
  readonly refused: number;
  /** The texts that replaced messages in compressions, the newest last. */
  readonly summaries: readonly string[];
}

/** "prefix": the last request plus an instruction, read from the cache; "separate": an independent call. */
export interface SummaryCall {
  readonly kind: "prefix" | "separate";
  readonly promptTokens: number;
  readonly outputTokens: number;
}
