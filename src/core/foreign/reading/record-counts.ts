/** Counts records that a reader cannot use, so that a view can say what it does not show. */
export class RecordCounts {
  private readonly counts: Map<string, number>;
  unreadable: number;

  /** `others`: counts to begin with. */
  constructor(others?: RecordCounts) {
    this.counts = new Map(others?.counts);
    this.unreadable = others?.unreadable ?? 0;
  }

  /** `kind` comes from a foreign file: cut, because it may be anything. */
  count(kind: unknown): void {
    const name = typeof kind === "string" && kind !== "" ? kind.slice(0, MOST_NAME_CHARS) : "(none)";
    const known = this.counts.has(name) || this.counts.size < MOST_KINDS;
    const shown = known ? name : "(others)";
    this.counts.set(shown, (this.counts.get(shown) ?? 0) + 1);
  }

  get unknown(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts);
  }
}

const MOST_NAME_CHARS = 60;
const MOST_KINDS = 40;
