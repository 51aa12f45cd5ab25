import type { CallId, MessageId } from "../conversation/ids";

/** Deterministic state of a session, taken from messages as they arrive: what a summary must not lose. */
export interface Ledger {
  /** What the user asked for, verbatim, oldest first. */
  readonly asks: readonly Ask[];
  readonly files: readonly FileFact[];
  readonly commands: readonly CommandFact[];
  readonly errors: readonly ErrorFact[];
  readonly todos: readonly Todo[];
  readonly pins: readonly Pin[];
  /** By importance, highest first. */
  readonly identifiers: readonly IdentifierFact[];
  readonly cwd?: string;
  readonly branch?: string;
  /** How many messages were folded in; the clock by which mentions fade. */
  readonly messageCount?: number;
  /** Calls whose result has not arrived: what they meant to do becomes a fact when it does. */
  readonly pending?: readonly PendingCall[];
}

export interface PendingCall {
  readonly callId: CallId;
  readonly name: string;
  readonly inputJson: string;
}

export interface Ask {
  readonly messageId: MessageId;
  readonly text: string;
  readonly state: "open" | "answered";
}

export interface FileFact {
  readonly path: string;
  readonly operation: "read" | "written" | "deleted";
  readonly messageId: MessageId;
  /** The last write, where the file has only been read since. */
  readonly writtenIn?: MessageId;
}

export interface CommandFact {
  readonly command: string;
  readonly exitCode: number | null;
  /** e.g. "12 passed, 1 failed"; absent where the output named no tests. */
  readonly tests?: string;
  readonly messageId: MessageId;
}

export interface ErrorFact {
  readonly line: string;
  readonly state: "open" | "resolved";
  /** What was tried (command, or tool and path): the error is resolved when the same succeeds. */
  readonly source?: string;
  readonly messageId: MessageId;
}

export interface Todo {
  readonly text: string;
  readonly state: "open" | "doing" | "done";
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export type Pin =
  | {
      readonly kind: "message";
      readonly messageId: MessageId;
      readonly text: string;
      /** Set where only these lines of the message are pinned, counted from 1. */
      readonly lines?: LineRange;
      /** Set where the message holds the instructions of a skill, which stay as long as it is in use. */
      readonly skill?: string;
    }
  /** `text` is the content as last read, or a note on why there is none; absent before it was read. */
  | { readonly kind: "file"; readonly path: string; readonly text?: string }
  | { readonly kind: "instruction"; readonly text: string };

export interface IdentifierFact {
  readonly text: string;
  readonly weight: number;
  readonly lastMessageId: MessageId;
}
