import type { MessageId } from "../conversation/ids";
import type { IdentifierFact } from "./ledger";

/**
 * A mention counts half after this many messages. Halving is exact in binary, so adding one by one equals adding all at
 * once.
 */
const HALF_LIFE_MESSAGES = 64;
/** When the table outgrows the first number, it shrinks to the second: the forgotten were mentioned once, long ago. */
const TABLE = { most: 1_500, kept: 1_000 } as const;

interface Mention {
  readonly weight: number;
  readonly epoch: number;
  readonly lastMessageId: MessageId;
}

/** Which identifiers matter, by who mentioned them, how often and how lately. */
export class Mentions {
  private table: Map<string, Mention>;
  private count: number;

  constructor(facts: readonly IdentifierFact[], messageCount: number) {
    this.count = messageCount;
    this.table = new Map(
      facts.map(({ text, weight, lastMessageId }) => [text, { weight, epoch: this.epoch, lastMessageId }]),
    );
  }

  get messageCount(): number {
    return this.count;
  }

  add(identifiers: readonly string[], weight: number, messageId: MessageId): void {
    for (const identifier of identifiers) {
      const known = this.table.get(identifier);
      this.table.set(identifier, {
        weight: (known ? this.faded(known) : 0) + weight,
        epoch: this.epoch,
        lastMessageId: messageId,
      });
    }
  }

  nextMessage(): void {
    this.count++;
    if (this.table.size <= TABLE.most) return;
    const kept = this.ranked().slice(0, TABLE.kept);
    this.table = new Map(
      kept.map(({ text, weight, lastMessageId }) => [text, { weight, epoch: this.epoch, lastMessageId }]),
    );
  }

  ranked(): readonly IdentifierFact[] {
    const facts = [...this.table].map(
      ([text, mention]): IdentifierFact => ({
        text,
        weight: this.faded(mention),
        lastMessageId: mention.lastMessageId,
      }),
    );
    return facts.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
  }

  private faded({ weight, epoch }: Mention): number {
    return weight * 2 ** (epoch - this.epoch);
  }

  private get epoch(): number {
    return Math.floor(this.count / HALF_LIFE_MESSAGES);
  }
}
