import type { ContextEngine } from "../context/engine";
import { addToLedger } from "../ledger/fold";
import type { Ledger } from "../ledger/ledger";
import type { MessageId, SessionId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { SessionHeader, SessionWriter } from "../sessions/session";
import type { ToolBox } from "../tools/tool-box";
import type { AgentWorld } from "./world";

/** The session a window works on: its writer, its messages in memory, and what belongs to this stretch between two compressions. */
export class LiveSession {
  readonly engine: ContextEngine;
  /** Frozen for the session: a changed tool list would lose the whole cached prefix. */
  readonly box: ToolBox;
  readonly writer: SessionWriter;
  /** How many compressions the chain has behind it. */
  readonly compressions: number;
  private readonly stored: Message[];
  private facts: Ledger;
  private firstSealed: number;
  private engineState = "";

  constructor(parts: LiveParts) {
    this.writer = parts.writer;
    this.engine = parts.engine;
    this.box = parts.box;
    this.compressions = parts.compressions;
    this.firstSealed = parts.sealedFrom;
    this.stored = [...parts.messages];
    this.facts = parts.ledger;
  }

  get header(): SessionHeader {
    return this.writer.header;
  }

  get id(): SessionId {
    return this.writer.header.id;
  }

  get messages(): readonly Message[] {
    return this.stored;
  }

  /** Messages before this index were there when history was last edited, so the seals in them no longer hold. */
  get sealedFrom(): number {
    return this.firstSealed;
  }

  /** The provider called a seal damaged: none of those made so far is sent again. */
  breakSeals(): void {
    this.firstSealed = this.stored.length;
  }

  /** What the whole chain is about, taken from every message as it arrived. */
  get ledger(): Ledger {
    return this.facts;
  }

  /** True where this differs from what was remembered before. */
  rememberEngineState(state: string): boolean {
    const changed = state !== this.engineState;
    this.engineState = state;
    return changed;
  }

  /**
   * Durable first, then told: an event never promises what a crash could take back. `pristine` are the same messages
   * before they were cut down for the context: facts are taken from those.
   */
  async append(world: AgentWorld, messages: readonly Message[], pristine = messages): Promise<void> {
    if (messages.length === 0) return;
    await this.writer.append(messages);
    this.stored.push(...messages);
    for (const message of pristine) this.facts = addToLedger(this.facts, message);
    const { storage } = this.writer;
    for (const message of messages)
      world.emit({ type: "message-stored", session: this.id, message, ...(storage === "memory" && { storage }) });
  }

  /** Puts another version of one message into the working context; the journal keeps what was first said. */
  replace(id: MessageId, message: Message): void {
    const index = this.stored.findIndex((candidate) => candidate.id === id);
    if (index >= 0) this.stored[index] = message;
  }
}

export interface LiveParts {
  readonly writer: SessionWriter;
  readonly messages: readonly Message[];
  readonly engine: ContextEngine;
  readonly box: ToolBox;
  readonly compressions: number;
  readonly sealedFrom: number;
  readonly ledger: Ledger;
}
