import type { Sentence } from "../../base/sentence";
import type { SessionId } from "../../conversation/ids";
import type { Todo } from "../../ledger/ledger";
import type { QueuedMessage } from "./queued-message";

/** What a running turn is waiting for, and what waits for it. */
export type SteeringEvent =
  /** "held": a stop left them waiting, and only the user sends them. */
  | {
      readonly type: "queue-changed";
      readonly waiting: readonly QueuedMessage[];
      readonly state: "open" | "held";
    }
  /** The list of steps that the model keeps. */
  | { readonly type: "todos-changed"; readonly session: SessionId; readonly todos: readonly Todo[] }
  | {
      readonly type: "retrying";
      readonly session: SessionId;
      /** Who does not answer: the host of the provider, or its name where it has none. */
      readonly host: string;
      readonly reason: Sentence;
      readonly waitMs: number;
      readonly attempt: number;
    };
