import type { MessageId } from "../conversation/ids";
import type { IdentifierFact } from "./ledger";

/**
 * A mention counts half after this many messages. Halving is exact in binary, so adding one by one equals adding all at
 * once.
 */
const HALF_LIFE_MESSAGES = 64;
/** When the table outgrows the first number, it shrinks to the second: the forgotten were mentioned once, long ago. */
const TABLE = { most: 1_500, kept: 1_000 } as const;

/** Changed in place: a mention is counted for every name of every message. */
interface Mention {
  weight: number;
  epoch: number;
  lastMessageId: MessageId;
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
    const { epoch } = this;
    for (const identifier of identifiers) {
      const known = this.table.get(identifier);
      if (known === undefined) {
        this.table.set(identifier, { weight, epoch, lastMessageId: messageId });
        continue;
      }
      known.weight = this.faded(known) + weight;
      known.epoch = epoch;
      known.lastMessageId = messageId;
    }
  }

  nextMessage(): void {
    this.count++;
    if (this.table.size > TABLE.most) this.forgetLeast();
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

  /** Keeps the first of the ranking. Only those of the same weight as the last one kept have to be put in order. */
  private forgetLeast(): void {
    const weights = Float64Array.from(this.table.values(), (mention) => this.faded(mention)).sort();
    const least = weights[weights.length - TABLE.kept] ?? 0;
    const kept: [string, Mention][] = [];
    const doubtful: [string, Mention][] = [];
    for (const entry of this.table) {
      const weight = this.faded(entry[1]);
      if (weight > least) kept.push(entry);
      else if (weight === least) doubtful.push(entry);
    }
    doubtful.sort(([a], [b]) => (a < b ? -1 : 1));
    this.table = new Map([...kept, ...doubtful.slice(0, TABLE.kept - kept.length)]);
  }

  private faded({ weight, epoch }: Mention): number {
    return epoch === this.epoch ? weight : weight * 2 ** (epoch - this.epoch);
  }

  private get epoch(): number {
    return Math.floor(this.count / HALF_LIFE_MESSAGES);
  }
}
