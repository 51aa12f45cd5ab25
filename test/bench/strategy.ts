import type { Message, AssistantMessage } from "../../src/core/conversation/message";
import type { Recording } from "./recordings";

/** A way to keep a conversation within a window. It sees what has happened so far and nothing of what comes. */
export interface Strategy {
  readonly name: string;
  /** Where ours comes from; peers are simplified after their documented behaviour. */
  readonly group: "reference" | "peer" | "ours" | "part switched off";
  start(session: Recording, windowTokens: number): Runner;
}

export interface Runner {
  /** Takes in what came since the last call and says what is sent now. */
  next(fresh: readonly Message[], atMs: number): Promise<Sent>;
  /** The reply the recorded agent gave. */
  answered(reply: AssistantMessage): void;
  /** Whether one search call would bring back a message that names this; absent where the strategy has no search. */
  finds?(identifier: string): Promise<boolean>;
}

export interface Sent {
  readonly messages: readonly Message[];
  readonly summaryCalls: readonly SummaryCall[];
  /** Requests a provider would have refused before this one. */
  readonly refused: number;
  /** What compressions put in place of messages, newest last. */
  readonly summaries: readonly string[];
}

/** "prefix": the last request plus an instruction, read from the cache; "separate": a call of its own. */
export interface SummaryCall {
  readonly kind: "prefix" | "separate";
  readonly promptTokens: number;
  readonly outputTokens: number;
}
