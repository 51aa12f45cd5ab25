import { sentence } from "../../base/sentence";
import type { SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { EventRecord, RequestRecord, SessionHeader, SessionWriter } from "../lineage/session";
import { SessionError } from "../lineage/session";
import type { Titled } from "../lineage/title";
import { titledBy } from "../lineage/title";
import type { Journal } from "./journal";
import type { JournalRecord } from "./records";
import { encodeRecord } from "./records";

export interface WriterOptions {
  readonly header: SessionHeader;
  readonly titled: Titled;
  readonly journal: Journal;
  now(): number;
  /** Gives the lease back; called once. */
  onRelease(): Promise<void>;
}

/** Writes one session's records until the session ends or is released. */
export class JournalWriter implements SessionWriter {
  readonly header: SessionHeader;
  private readonly options: WriterOptions;
  private state: "open" | "ended" | "released" = "open";
  private currentTitle: Titled;

  constructor(options: WriterOptions) {
    this.header = options.header;
    this.currentTitle = options.titled;
    this.options = options;
  }

  get titled(): Titled {
    return this.currentTitle;
  }

  get storage(): "disk" | "memory" {
    return this.options.journal.storage;
  }

  async append(messages: readonly Message[]): Promise<void> {
    const at = this.options.now();
    await this.write(messages.map((message) => ({ kind: "message", at, message })));
    this.currentTitle = messages.reduce(titledBy, this.currentTitle);
  }

  async recordRequest(request: RequestRecord): Promise<void> {
    await this.write([{ kind: "request", at: request.at, request }]);
  }

  async recordEvent(event: EventRecord): Promise<void> {
    await this.write([{ kind: "event", at: event.at, event }]);
  }

  async rename(title: string): Promise<void> {
    await this.write([{ kind: "title", at: this.options.now(), title }]);
    this.currentTitle = { title, titleOrigin: "user" };
  }

  /** The pointer switch: from here on the session is its continuation. */
  async endByCompression(child: SessionHeader): Promise<void> {
    const written = this.write([{ kind: "end", at: child.startedAt, reason: "compression", childId: child.id }]);
    // Set at once: whatever is appended after the switch would be lost to the continuation.
    this.state = "ended";
    await written;
    await this.options.onRelease();
  }

  async takeBackEnd(childId: SessionId, childMessages: number): Promise<void> {
    await this.write([{ kind: "undo", at: this.options.now(), childId, childMessages }]);
  }

  async release(): Promise<void> {
    if (this.state !== "open") return;
    this.state = "released";
    await this.options.onRelease();
  }

  private async write(records: readonly JournalRecord[]): Promise<void> {
    if (this.state === "ended")
      throw new SessionError(sentence("This session was compressed and continues in another one."), "ended");
    if (this.state === "released")
      throw new SessionError(sentence("This session was closed. Open it again to continue."), "ended");
    if (records.length > 0) await this.options.journal.append(records.map(encodeRecord).join(""));
  }
}
