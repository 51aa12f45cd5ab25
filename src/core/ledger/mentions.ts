import type { MessageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import { NameTable, nameTableOf } from "../conversation/text/name-table";
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
  readonly text: string;
  readonly number: number;
  weight: number;
  epoch: number;
  lastMessageId: MessageId;
}

/** Identifiers of a ledger by their numbers, in the same order: a compression weighs a thousand of them. */
export interface NumberedIdentifiers {
  readonly table: NameTable;
  readonly numbers: Int32Array;
  readonly weights: Float64Array;
}

/** The numbers of a ledger's identifiers, where they were numbered when they were ranked. */
export const numbersOf = (identifiers: readonly IdentifierFact[]): NumberedIdentifiers | undefined =>
  numbered.get(identifiers);

/** Beside the ledger and not in it: a ledger is a value that hosts copy, compare, and show. */
const numbered = new WeakMap<readonly IdentifierFact[], NumberedIdentifiers>();

/** Which identifiers matter, by who mentioned them, how often and how lately. */
export class Mentions {
  private readonly names: NameTable;
  private table: Map<string, Mention>;
  private count: number;

  /** `next` is the first message whose mentions are added: in a new ledger, the one that opens the conversation. */
  constructor(facts: readonly IdentifierFact[], messageCount: number, next: Message | undefined) {
    const known = numbered.get(facts);
    const names = known?.table ?? (next === undefined ? new NameTable() : nameTableOf(next));
    this.names = names;
    this.count = messageCount;
    const { epoch } = this;
    this.table = new Map(
      facts.map(({ text, weight, lastMessageId }, at) => [
        text,
        { text, number: known?.numbers[at] ?? names.numberOf(text), weight, epoch, lastMessageId },
      ]),
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
        const number = this.names.numberOf(identifier);
        this.table.set(identifier, { text: identifier, number, weight, epoch, lastMessageId: messageId });
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
    const mentions = [...this.table.values()];
    const { epoch } = this;
    for (const mention of mentions) {
      mention.weight = this.faded(mention);
      mention.epoch = epoch;
    }
    mentions.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
    const numbers = new Int32Array(mentions.length);
    const weights = new Float64Array(mentions.length);
    const facts = mentions.map(({ text, number, weight, lastMessageId }, at): IdentifierFact => {
      numbers[at] = number;
      weights[at] = weight;
      return { text, weight, lastMessageId };
    });
    numbered.set(facts, { table: this.names, numbers, weights });
    return facts;
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
