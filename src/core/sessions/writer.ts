import type { SessionId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { Journal } from "./journal";
import { encodeRecord, type JournalRecord } from "./records";
import { SessionError, type EventRecord, type RequestRecord, type SessionHeader, type SessionWriter } from "./session";

export interface WriterOptions {
  readonly header: SessionHeader;
  readonly journal: Journal;
  now(): number;
  /** Gives the lease back; called once. */
  onRelease(): Promise<void>;
}

/** Writes one session's records until the session ends or is released. */
export class JournalWriter implements SessionWriter {
  readonly header: SessionHeader;
  readonly #options: WriterOptions;
  #state: "open" | "ended" | "released" = "open";

  constructor(options: WriterOptions) {
    this.header = options.header;
    this.#options = options;
  }

  get storage(): "disk" | "memory" {
    return this.#options.journal.storage;
  }

  async append(messages: readonly Message[]): Promise<void> {
    const at = this.#options.now();
    await this.#write(messages.map((message) => ({ kind: "message", at, message })));
  }

  async recordRequest(request: RequestRecord): Promise<void> {
    await this.#write([{ kind: "request", at: request.at, request }]);
  }

  async recordEvent(event: EventRecord): Promise<void> {
    await this.#write([{ kind: "event", at: event.at, event }]);
  }

  async rename(title: string): Promise<void> {
    await this.#write([{ kind: "title", at: this.#options.now(), title }]);
  }

  /** The pointer switch: from here on the session is its continuation. */
  async endByCompression(child: SessionHeader): Promise<void> {
    const written = this.#write([{ kind: "end", at: child.startedAt, reason: "compression", childId: child.id }]);
    // Set at once: whatever is appended after the switch would be lost to the continuation.
    this.#state = "ended";
    await written;
    await this.#options.onRelease();
  }

  async takeBackEnd(childId: SessionId, childMessages: number): Promise<void> {
    await this.#write([{ kind: "undo", at: this.#options.now(), childId, childMessages }]);
  }

  async release(): Promise<void> {
    if (this.#state !== "open") return;
    this.#state = "released";
    await this.#options.onRelease();
  }

  async #write(records: readonly JournalRecord[]): Promise<void> {
    if (this.#state === "ended")
      throw new SessionError("This session was compressed and goes on in its continuation.", "ended");
    if (this.#state === "released") throw new SessionError("This session was closed. Open it again to go on.", "ended");
    if (records.length > 0) await this.#options.journal.append(records.map(encodeRecord).join(""));
  }
}
