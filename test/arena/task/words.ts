import { seeded } from "../../support/conversations";

const BIRDS = "kestrel heron plover siskin dunlin avocet merlin osprey bittern curlew gannet lapwing".split(" ");
const PARTS = "relay ledger parcel tariff beacon cellar voucher harbor quarry lantern spindle trellis".split(" ");
const VERBS = "settle route weigh index merge collect publish verify expand rotate archive balance".split(" ");

/** Names and numbers for one task; the same seed gives the same words. */
export class TaskWords {
  private readonly next: () => number;
  private readonly used = new Set<string>();

  constructor(seed: number) {
    this.next = seeded(seed * 7_919 + 17);
  }

  number(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.number(0, list.length)];
    if (chosen === undefined) throw new Error("nothing to pick from");
    return chosen;
  }

  /** A module name that no other module of the task has. */
  module(): string {
    return this.fresh(() => `${this.pick(PARTS)}-${this.pick(BIRDS)}`);
  }

  /** A constant's name that occurs once in the task. */
  constant(): string {
    return this.fresh(() => `${this.pick(PARTS)}_${this.pick(BIRDS)}_${this.pick(VERBS)}`.toUpperCase());
  }

  functionName(): string {
    return this.fresh(() => `${this.pick(VERBS)}${capital(this.pick(PARTS))}${capital(this.pick(BIRDS))}`);
  }

  /** A number that occurs once in the task, so that finding it means something. */
  value(): string {
    return this.fresh(() => String(this.number(10_000, 99_999)));
  }

  private fresh(make: () => string): string {
    for (let attempt = 0; attempt < 10_000; attempt++) {
      const made = make();
      if (this.used.has(made)) continue;
      this.used.add(made);
      return made;
    }
    throw new Error("the task needs more words than there are");
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
