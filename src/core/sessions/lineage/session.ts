import type { JsonValue } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { MessageId, RequestId, SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { Usage } from "../../conversation/usage";
import type { Titled } from "./title";
import type { MessageVersions } from "./versions";

/** What never changes about a session; the first record of its journal. */
export interface SessionHeader {
  readonly id: SessionId;
  readonly parentId: SessionId | null;
  /** Why it was made. A continuation counts as one only once its parent ended by compression. */
  readonly relation: "root" | "continuation" | "branch" | "sub-agent";
  readonly startedAt: number;
  readonly title: string;
  readonly workspace: string;
  /** Built once, byte-stable for the life of the session. */
  readonly systemPrompt: string;
  readonly engine: string;
}

export interface Session {
  readonly header: SessionHeader;
  readonly messages: readonly Message[];
  /** When each of them was written here, in milliseconds; those from the start were spoken earlier. */
  readonly writtenAt: readonly number[];
  /** How many of the messages stood there from the start (kept by a compression, copied by a branch, imported). */
  readonly seedCount: number;
  readonly title: string;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** Continuations that an undo left behind, and when. */
  readonly undone: readonly { readonly childId: SessionId; readonly at: number }[];
  readonly usage: Usage;
  readonly auxiliaryUsage: Usage;
  readonly costUsd: number | null;
  readonly requests: readonly RequestRecord[];
  /** What the agent noted along the way (reports, engine state, pins), newest last. */
  readonly events: readonly EventRecord[];
}

export type EndReason = "compression" | "closed" | "undone";

/** One model call, written the moment its usage arrives. */
export interface RequestRecord {
  readonly id: RequestId;
  readonly at: number;
  readonly purpose: "agent" | "summary";
  readonly provider: string;
  readonly baseUrl?: string;
  readonly model: string;
  readonly usage: Usage;
  readonly costUsd: number | null;
  readonly durationMs: number;
}

/** A request of a conversation that is opened again, with the compression directly before it. */
export interface PastRequest extends RequestRecord {
  readonly afterCompression?: SessionId;
}

export interface EventRecord {
  readonly at: number;
  readonly name: string;
  readonly data: JsonValue;
}

/** A line of the session list; everything in it comes from the index. */
export interface SessionLine {
  readonly id: SessionId;
  readonly parentId: SessionId | null;
  readonly relation: SessionHeader["relation"];
  /** The session that this one works for as a sub-agent, also after compressions of its own. */
  readonly worksFor: SessionId | null;
  readonly title: string;
  readonly workspace: string;
  readonly engine: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly endReason: EndReason | null;
  /** No continuation follows it. */
  readonly tip: boolean;
  readonly messageCount: number;
  readonly usage: Usage;
  readonly auxiliaryUsage: Usage;
  readonly costUsd: number | null;
  readonly lastUsedAt: number;
}

export interface TrashedSession extends SessionLine {
  readonly deletedAt: number;
  /** "leftover": a continuation that a crash left half made; its parent has everything. */
  readonly kind: "session" | "leftover";
}

export interface SessionStore {
  list(): Promise<readonly SessionLine[]>;
  /**
   * Reads without a lease; throws `SessionError` "unknown", or "newer" for a session of a newer version. With the id of
   * a continuation: as it was when that began, although it may have gone on since, after an undo.
   */
  read(id: SessionId, continuedBy?: SessionId): Promise<Session>;
  create(header: SessionHeader, messages?: readonly Message[]): Promise<SessionWriter>;
  /** Takes the lease; throws `SessionError` "in-use" while another live process holds it. */
  open(id: SessionId): Promise<SessionWriter>;
  /** Writes the child completely, then ends the parent: the parent's end record is the pointer switch. */
  continueSession(
    parent: SessionWriter,
    child: SessionHeader,
    messages: readonly Message[],
    events?: readonly EventRecord[],
  ): Promise<SessionWriter>;
  /**
   * Makes the parent of a continuation the tip again; the child with its later turns stays as a branch. Returns the
   * parent, opened.
   */
  undoCompression(child: SessionId): Promise<SessionWriter>;
  /** What was said in a continuation or branch after it began: to be replayed onto the parent after an undo. */
  laterTurns(id: SessionId): Promise<readonly Message[]>;
  /** A new session with the messages of `from` up to and including `at`; `from` goes on untouched. */
  branch(from: SessionId, at: MessageId, header: SessionHeader): Promise<SessionWriter>;
  compressionTip(id: SessionId): Promise<SessionId>;
  /** Newest tip, if any. */
  latest(): Promise<SessionId | undefined>;
  rename(id: SessionId, title: string): Promise<void>;
  /** To the trash, with its whole compression chain: recoverable until the trash is emptied. */
  remove(id: SessionId): Promise<void>;
  trash(): Promise<readonly SessionId[]>;
  /** Out of the trash again, with what of its chain lies there. */
  restore(id: SessionId): Promise<void>;
  /** What is in the trash, as the session list shows it. */
  trashed(): Promise<readonly TrashedSession[]>;
  /** Undefined where the trash has no such session. */
  readTrashed(id: SessionId): Promise<Session | undefined>;
  /** Deletes these sessions for good; without ids, all that are in the trash. */
  emptyTrash(ids?: readonly SessionId[]): Promise<void>;
  /** Clears away continuations that a crash left half made; their parents have everything. */
  sweep(): Promise<void>;
  search(query: string, options: SearchOptions): Promise<readonly SearchHit[]>;
  /** The message as it was first stored, before any compression pruned or folded it; in the chain of `near` first. */
  findMessage(id: MessageId, near?: SessionId): Promise<FoundMessage | undefined>;
  /** Messages of a session that have other versions in its branches; none where the index cannot run. */
  versions(id: SessionId): Promise<readonly MessageVersions[]>;
  usage(range: TimeRange): Promise<readonly UsageLine[]>;
  close(): Promise<void>;
}

/**
 * The one writer of a session. Every promise resolves only once the record is durable, or kept in memory where
 * `storage` says so.
 */
export interface SessionWriter {
  readonly header: SessionHeader;
  /** By the first message or by the user; the header keeps the one it began with. */
  readonly titled: Titled;
  /** "memory" after the disk refused: the conversation goes on, and is written as soon as the disk takes it again. */
  readonly storage: "disk" | "memory";
  append(messages: readonly Message[]): Promise<void>;
  recordRequest(request: RequestRecord): Promise<void>;
  recordEvent(event: EventRecord): Promise<void>;
  /** Releases the lease. The session stays open in the sense of its end record. */
  release(): Promise<void>;
}

export interface SearchOptions {
  readonly limit: number;
  /** Search only this session's compression chain (ancestors and continuations). */
  readonly within?: SessionId;
  /** Search everything but this session's chain. */
  readonly outside?: SessionId;
}

export interface SearchHit {
  readonly session: SessionId;
  readonly messageId: MessageId;
  readonly role: Message["role"];
  readonly title: string;
  readonly at: number;
  readonly snippet: string;
  readonly score: number;
}

export interface FoundMessage {
  readonly session: SessionId;
  readonly message: Message;
}

/** The end is not part of it. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface UsageLine {
  /** ISO day, in UTC. */
  readonly day: string;
  readonly session: SessionId;
  readonly title: string;
  readonly model: string;
  readonly purpose: RequestRecord["purpose"];
  readonly requests: number;
  readonly usage: Usage;
  readonly costUsd: number | null;
}

export class SessionError extends SentenceError {
  override readonly name = "SessionError";
  readonly kind: "unknown" | "newer" | "in-use" | "ended" | "storage";

  constructor(why: Sentence, kind: SessionError["kind"], options?: ErrorOptions) {
    super(why, options);
    this.kind = kind;
  }
}
