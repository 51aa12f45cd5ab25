import type { MessageId } from "../conversation/ids";

export const KNOWN_KINDS = ["file", "command", "error", "decision", "task"] as const;

export type KnownKind = (typeof KNOWN_KINDS)[number];

/** One thing that a conversation is about, with its state and the messages that tell. */
export type KnownEntry = KnownFile | KnownCommand | KnownError | KnownDecision | KnownTask;

interface Known {
  /** A path, a command, an error line, a sentence. */
  readonly subject: string;
  /** Oldest first, bounded: the first one and the newest ones. */
  readonly sources: readonly KnownSource[];
  /** How many messages tell of it, those beyond the bound included. */
  readonly mentions: number;
}

export interface KnownSource {
  readonly messageId: MessageId;
  /** When the message was written, in milliseconds; null where nobody recorded it. */
  readonly at: number | null;
  readonly what: KnownDeed;
}

/** What happened to the thing in a message. */
export type KnownDeed =
  | "read"
  | "edited"
  | "deleted"
  | "restored"
  | "ran"
  | "failed"
  | "seen"
  | "resolved"
  | "decided"
  | "carried"
  | "replaced"
  | "asked"
  | "opened"
  | "started"
  | "finished"
  | "dropped";

interface KnownFile extends Known {
  readonly kind: "file";
  /** "restored": what Hermes had done to it was undone. */
  readonly state: "read" | "edited" | "deleted" | "restored";
}

interface KnownCommand extends Known {
  readonly kind: "command";
  /** Of its newest run; "unknown" where the output does not state an exit code. */
  readonly state: "succeeded" | "failed" | "unknown";
  readonly exitCode: number | null;
  /** e.g. "12 passed, 1 failed". */
  readonly tests?: string;
}

interface KnownError extends Known {
  readonly kind: "error";
  /** "resolved": the same attempt succeeded later. */
  readonly state: "open" | "resolved";
  /** The command, or the tool and its file. */
  readonly attempt: string;
}

interface KnownDecision extends Known {
  readonly kind: "decision";
  readonly state: "stands" | "replaced";
  /** "summary": only a summary tells of it. */
  readonly maker: "user" | "assistant" | "summary";
}

export interface KnownTask extends Known {
  readonly kind: "task";
  readonly state: "open" | "doing" | "done" | "dropped";
  /** A request of the user, or a step of the to-do list. */
  readonly origin: "request" | "step";
}
