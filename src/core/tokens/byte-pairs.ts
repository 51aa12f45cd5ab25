/** Ranks of a byte-pair vocabulary; keys hold one character per byte. Lower ranks merge first. */
export type Ranks = ReadonlyMap<string, number>;

/** No token of o200k is longer, so longer candidates are not looked up. */
const LONGEST_TOKEN_BYTES = 128;
/** More than any rank: two ranks fit one number. */
const RANK_SPAN = 2 ** 18;
/** Pairs remembered before the table starts over; ordinary text needs far fewer. */
const REMEMBERED_PAIRS = 300_000;
const NO_RANK = -1;

/** Counts how many tokens a piece becomes. */
export type CountMerged = (piece: string) => number;

/**
 * Always the pair of lowest rank merges next, the leftmost of equals; a heap finds it, so a run of n bytes costs
 * n log n where scanning for the minimum costs n². Pairs are looked up by the ranks of their halves: long runs
 * repeat few of them, and cutting strings out of a megabyte is what costs.
 */
export function createMerger(ranks: Ranks): CountMerged {
  const pairs = new Map<number, number>();
  return (piece) => {
    if (piece === "") return 0;
    if (ranks.has(piece)) return 1;
    if (pairs.size > REMEMBERED_PAIRS) pairs.clear();
    return new Merging(piece, ranks, pairs).run();
  };
}

/** Parts of a piece as a linked list over byte positions, with a heap of the pairs that can merge. */
class Merging {
  private readonly end: Int32Array;
  private readonly before: Int32Array;
  private readonly rank: Int32Array;
  /** Rank of the pair that starts at a position; heap entries that disagree are outdated. */
  private readonly pairRank: Int32Array;
  private readonly heap: number[] = [];
  private readonly piece: string;
  private readonly ranks: Ranks;
  private readonly pairs: Map<number, number>;

  constructor(piece: string, ranks: Ranks, pairs: Map<number, number>) {
    this.piece = piece;
    this.ranks = ranks;
    this.pairs = pairs;
    this.end = new Int32Array(piece.length);
    this.before = new Int32Array(piece.length);
    this.rank = new Int32Array(piece.length);
    this.pairRank = new Int32Array(piece.length);
    for (let start = 0; start < piece.length; start++) {
      this.end[start] = start + 1;
      this.before[start] = start - 1;
      this.rank[start] = ranks.get(piece[start] ?? "") ?? NO_RANK;
    }
    for (let start = 0; start < piece.length; start++) this.offer(start);
  }

  run(): number {
    const { length } = this.piece;
    let count = length;
    for (let key = this.pop(); key !== undefined; key = this.pop()) {
      const start = key % length;
      const rank = (key - start) / length;
      if (this.pairRank[start] !== rank) continue;
      this.merge(start, rank);
      count--;
    }
    return count;
  }

  private merge(start: number, rank: number): void {
    const second = this.endOf(start);
    const end = this.endOf(second);
    this.end[start] = end;
    this.rank[start] = rank;
    this.pairRank[second] = NO_RANK;
    if (end < this.piece.length) this.before[end] = start;
    this.offer(start);
    const before = this.before[start] ?? -1;
    if (before >= 0) this.offer(before);
  }

  /** Puts the pair that starts here, as it now is, on the heap. */
  private offer(start: number): void {
    const second = this.endOf(start);
    const rank = second < this.piece.length ? this.lookUp(start, second) : NO_RANK;
    this.pairRank[start] = rank;
    if (rank !== NO_RANK) this.push(rank * this.piece.length + start);
  }

  private lookUp(start: number, second: number): number {
    const end = this.endOf(second);
    if (end - start > LONGEST_TOKEN_BYTES) return NO_RANK;
    const key = (this.rank[start] ?? 0) * RANK_SPAN + (this.rank[second] ?? 0);
    const known = this.pairs.get(key);
    if (known !== undefined) return known;
    const rank = this.ranks.get(this.piece.slice(start, end)) ?? NO_RANK;
    this.pairs.set(key, rank);
    return rank;
  }

  private endOf(start: number): number {
    return this.end[start] ?? this.piece.length;
  }

  private push(key: number): void {
    const { heap } = this;
    let at = heap.push(key) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= key) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = key;
  }

  private pop(): number | undefined {
    const { heap } = this;
    const least = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return least;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const right = heap[child + 1];
      if (right !== undefined && right < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= last) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return least;
  }
}
