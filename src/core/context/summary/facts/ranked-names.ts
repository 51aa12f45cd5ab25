/**
 * Names with their weights added up, the heaviest first, of equals the one that came first. A session has thousands of
 * them and a summary has room for some hundreds: they are put in order only as far as somebody reads.
 */
export class RankedNames implements Iterable<string> {
  private readonly places = new Map<string, number>();
  private readonly weights: number[] = [];

  add(name: string, weight: number): void {
    const place = this.places.get(name);
    if (place === undefined) {
      this.places.set(name, this.weights.length);
      this.weights.push(weight);
    } else this.weights[place] = (this.weights[place] ?? 0) + weight;
  }

  has(name: string): boolean {
    return this.places.has(name);
  }

  *[Symbol.iterator](): Generator<string> {
    const names = [...this.places.keys()];
    const heap = new Int32Array(names.length);
    for (let place = 0; place < heap.length; place++) heap[place] = place;
    for (let at = (heap.length >> 1) - 1; at >= 0; at--) this.sink(heap, at, heap.length);
    for (let left = heap.length; left > 0; left--) {
      yield names[heap[0] ?? 0] ?? "";
      heap[0] = heap[left - 1] ?? 0;
      this.sink(heap, 0, left - 1);
    }
  }

  /** Moves an entry down to where nothing below it comes before it. */
  private sink(heap: Int32Array, start: number, length: number): void {
    const moved = heap[start] ?? 0;
    let at = start;
    for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && this.isBefore(heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (!this.isBefore(below, moved)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = moved;
  }

  private isBefore(a: number, b: number): boolean {
    const difference = (this.weights[a] ?? 0) - (this.weights[b] ?? 0);
    return difference > 0 || (difference === 0 && a < b);
  }
}
