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
  /** What a ledger says of it, until that changes: most names are not in most messages. */
  fact: IdentifierFact | undefined;
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

/** The mentions behind the identifiers of the newest ledger, for the next message to be added to. */
const continued = new WeakMap<readonly IdentifierFact[], Mentions>();

/**
 * The mentions behind the identifiers of a ledger, as the caller's own. Those of the newest ledger are handed on; those
 * of an earlier one, which others have continued, are built again. `next` is the first message whose mentions are
 * added: in a new ledger, the one that opens the conversation.
 */
export function takeMentions(
  facts: readonly IdentifierFact[],
  messageCount: number,
  next: Message | undefined,
): Mentions {
  const known = continued.get(facts);
  continued.delete(facts);
  return known?.messageCount === messageCount ? known : new Mentions(facts, messageCount, next);
}

/** Which identifiers matter, by who mentioned them, how often and how lately. */
export class Mentions {
  private readonly names: NameTable;
  private table: Map<string, Mention>;
  private count: number;
  /** As it was last asked for, without what has changed since. */
  private ranking: readonly Mention[] = [];
  private rankedEpoch: number;
  private changed: Set<Mention>;

  constructor(facts: readonly IdentifierFact[], messageCount: number, next: Message | undefined) {
    const names = numbered.get(facts)?.table ?? (next === undefined ? new NameTable() : nameTableOf(next));
    this.names = names;
    this.count = messageCount;
    const { epoch } = this;
    this.rankedEpoch = epoch;
    this.table = new Map(
      facts.map((fact) => [
        fact.text,
        {
          text: fact.text,
          number: names.numberOf(fact.text),
          weight: fact.weight,
          epoch,
          lastMessageId: fact.lastMessageId,
          fact,
        },
      ]),
    );
    this.changed = new Set(this.table.values());
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
        const mention = { text: identifier, number, weight, epoch, lastMessageId: messageId, fact: undefined };
        this.table.set(identifier, mention);
        this.changed.add(mention);
        continue;
      }
      known.weight = this.faded(known) + weight;
      known.epoch = epoch;
      known.lastMessageId = messageId;
      known.fact = undefined;
      this.changed.add(known);
    }
  }

  nextMessage(): void {
    this.count++;
    if (this.table.size > TABLE.most) this.forgetLeast();
  }

  /** Costs what has changed since the last time, and one pass over the others. */
  ranked(): readonly IdentifierFact[] {
    if (this.rankedEpoch !== this.epoch) this.fade();
    const { changed } = this;
    const unchanged = this.ranking.filter((mention) => !changed.has(mention));
    this.ranking = [...unchanged, ...changed].sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
    this.changed = new Set();
    const numbers = new Int32Array(this.ranking.length);
    const weights = new Float64Array(this.ranking.length);
    const facts = this.ranking.map((mention, at) => {
      numbers[at] = mention.number;
      weights[at] = mention.weight;
      mention.fact ??= factOf(mention);
      return mention.fact;
    });
    numbered.set(facts, { table: this.names, numbers, weights });
    return facts;
  }

  /** Lets the next message be added to the same mentions; the caller must not add more. */
  handOn(facts: readonly IdentifierFact[]): void {
    continued.set(facts, this);
  }

  private fade(): void {
    const { epoch } = this;
    for (const mention of this.table.values()) {
      mention.weight = this.faded(mention);
      mention.epoch = epoch;
      mention.fact = undefined;
    }
    this.rankedEpoch = epoch;
    this.ranking = [];
    this.changed = new Set(this.table.values());
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
    const isKept = (mention: Mention) => this.table.get(mention.text) === mention;
    this.ranking = this.ranking.filter(isKept);
    this.changed = new Set([...this.changed].filter(isKept));
  }

  private faded({ weight, epoch }: Mention): number {
    return epoch === this.epoch ? weight : weight * 2 ** (epoch - this.epoch);
  }

  private get epoch(): number {
    return Math.floor(this.count / HALF_LIFE_MESSAGES);
  }
}

const factOf = ({ text, weight, lastMessageId }: Mention): IdentifierFact => ({ text, weight, lastMessageId });
