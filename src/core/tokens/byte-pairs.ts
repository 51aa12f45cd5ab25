import type { Vocabulary } from "./vocabulary";
import { addByte, joinHashes, LONGEST_TOKEN_BYTES, NO_RANK } from "./vocabulary";

/** Counts how many tokens the first bytes of a piece become. */
export type CountMerged = (bytes: Uint8Array, length: number) => number;

/** In a shorter piece, looking at every pair for the best one is quicker than keeping them in order. */
const SHORT_BYTES = 40;

/**
 * Always the pair of lowest rank merges next, the leftmost of equals. In a long piece a heap finds it, so that a run of
 * n bytes costs n log n where scanning for the minimum costs n².
 */
export function createMerger(vocabulary: Vocabulary): CountMerged {
  const short = new Merging(vocabulary, SHORT_BYTES);
  return (bytes, length) =>
    length <= SHORT_BYTES ? short.scan(bytes, length) : new Merging(vocabulary, length).run(bytes, length);
}

/** Parts of a piece as a linked list over byte positions; in a long one, with a heap of the pairs that can merge. */
class Merging {
  private readonly end: Int32Array;
  private readonly before: Int32Array;
  private readonly hash: Int32Array;
  /** Rank of the pair that starts at a position; heap entries that disagree are outdated. */
  private readonly pairRank: Int32Array;
  private readonly heap: number[] = [];
  private readonly vocabulary: Vocabulary;
  private bytes: Uint8Array = new Uint8Array();
  private length = 0;

  constructor(vocabulary: Vocabulary, most: number) {
    this.vocabulary = vocabulary;
    this.end = new Int32Array(most);
    this.before = new Int32Array(most);
    this.hash = new Int32Array(most);
    this.pairRank = new Int32Array(most);
  }

  scan(bytes: Uint8Array, length: number): number {
    this.start(bytes, length);
    for (let start = 0; start < length; start++) this.pairRank[start] = this.rankAt(start);
    for (let count = length; ; count--) {
      let best = NO_RANK;
      let least = Number.POSITIVE_INFINITY;
      for (let start = 0; start < length; start = this.end[start] ?? length) {
        const rank = this.pairRank[start] ?? NO_RANK;
        if (rank === NO_RANK || rank >= least) continue;
        least = rank;
        best = start;
      }
      if (best === NO_RANK) return count;
      this.join(best);
      this.pairRank[best] = this.rankAt(best);
      const before = this.before[best] ?? -1;
      if (before >= 0) this.pairRank[before] = this.rankAt(before);
    }
  }

  run(bytes: Uint8Array, length: number): number {
    this.start(bytes, length);
    for (let start = 0; start < length; start++) this.offer(start);
    let count = length;
    for (let key = this.pop(); key !== undefined; key = this.pop()) {
      const start = key % length;
      if (this.pairRank[start] !== (key - start) / length) continue;
      this.join(start);
      this.offer(start);
      const before = this.before[start] ?? -1;
      if (before >= 0) this.offer(before);
      count--;
    }
    return count;
  }

  private start(bytes: Uint8Array, length: number): void {
    this.bytes = bytes;
    this.length = length;
    for (let start = 0; start < length; start++) {
      this.end[start] = start + 1;
      this.before[start] = start - 1;
      this.hash[start] = addByte(0, bytes[start] ?? 0);
    }
  }

  private join(start: number): void {
    const second = this.end[start] ?? this.length;
    const end = this.end[second] ?? this.length;
    this.hash[start] = joinHashes(this.hash[start] ?? 0, this.hash[second] ?? 0, end - second);
    this.end[start] = end;
    this.pairRank[second] = NO_RANK;
    if (end < this.length) this.before[end] = start;
  }

  /** Rank of the pair that starts here, as it now is. */
  private rankAt(start: number): number {
    const second = this.end[start] ?? this.length;
    if (second >= this.length) return NO_RANK;
    const end = this.end[second] ?? this.length;
    if (end - start > LONGEST_TOKEN_BYTES) return NO_RANK;
    const hash = joinHashes(this.hash[start] ?? 0, this.hash[second] ?? 0, end - second);
    return this.vocabulary.rankOf(hash, this.bytes, start, end);
  }

  private offer(start: number): void {
    const rank = this.rankAt(start);
    this.pairRank[start] = rank;
    if (rank !== NO_RANK) this.push(rank * this.length + start);
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
