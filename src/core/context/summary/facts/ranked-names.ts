/** Gives each name a number, so that names of many messages are added up without reading their letters again. */
export class NameTable {
  private readonly numbers = new Map<string, number>();
  private readonly names: string[] = [];

  get size(): number {
    return this.names.length;
  }

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.names.length;
    this.numbers.set(name, number);
    this.names.push(name);
    return number;
  }

  /** The number of a name that has one. */
  find(name: string): number | undefined {
    return this.numbers.get(name);
  }

  nameOf(number: number): string {
    return this.names[number] ?? "";
  }
}

/** Some names of a table. */
export class NameSet {
  private readonly table: NameTable;
  private marks: Uint8Array;

  constructor(table: NameTable, marks = new Uint8Array(table.size + SPARE)) {
    this.table = table;
    this.marks = marks;
  }

  copy(): NameSet {
    return new NameSet(this.table, this.marks.slice());
  }

  add(name: string): void {
    const number = this.table.numberOf(name);
    if (number >= this.marks.length) {
      const wider = new Uint8Array(2 * number + SPARE);
      wider.set(this.marks);
      this.marks = wider;
    }
    this.marks[number] = 1;
  }

  /** Adds names that the table had when this set was made. */
  addNumbers(numbers: Iterable<number>): void {
    for (const number of numbers) this.marks[number] = 1;
  }

  has(name: string): boolean {
    const number = this.table.find(name);
    return number !== undefined && this.hasNumber(number);
  }

  hasNumber(number: number): boolean {
    return this.marks[number] === 1;
  }
}

/** Room for names that are added later. */
const SPARE = 1_024;

/**
 * Names with their weights added up, the heaviest first, of equals the one that came first. A session has thousands of
 * them and a summary has room for some hundreds: they are put in order only as far as somebody reads.
 */
export class RankedNames implements Iterable<string> {
  private readonly table: NameTable;
  /** By the number of a name, its place in the order of coming, counted from 1. */
  private places: Int32Array;
  private readonly numbers: number[] = [];
  private readonly weights: number[] = [];

  constructor(table = new NameTable()) {
    this.table = table;
    this.places = new Int32Array(table.size + SPARE);
  }

  add(name: string, weight: number): void {
    const number = this.table.numberOf(name);
    if (number >= this.places.length) {
      const wider = new Int32Array(2 * number + SPARE);
      wider.set(this.places);
      this.places = wider;
    }
    this.addNumber(number, weight);
  }

  /** Adds names that the table had when this was made. */
  addNumbers(numbers: Int32Array, weight: number): void {
    for (let at = 0; at < numbers.length; at++) this.addNumber(numbers[at] ?? 0, weight);
  }

  has(name: string): boolean {
    const number = this.table.find(name);
    return number !== undefined && (this.places[number] ?? 0) > 0;
  }

  *[Symbol.iterator](): Generator<string> {
    for (const number of this.ranked()) yield this.table.nameOf(number);
  }

  /** The heaviest names that are not among the known ones. */
  *without(known: NameSet): Generator<string> {
    for (const number of this.ranked()) if (!known.hasNumber(number)) yield this.table.nameOf(number);
  }

  private addNumber(number: number, weight: number): void {
    const place = (this.places[number] ?? 0) - 1;
    if (place >= 0) {
      this.weights[place] = (this.weights[place] ?? 0) + weight;
      return;
    }
    this.numbers.push(number);
    this.weights.push(weight);
    this.places[number] = this.numbers.length;
  }

  private *ranked(): Generator<number> {
    const weights = Float64Array.from(this.weights);
    const heap = new Int32Array(weights.length);
    for (let place = 0; place < heap.length; place++) heap[place] = place;
    for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, weights, at, heap.length);
    for (let left = heap.length; left > 0; left--) {
      yield this.numbers[heap[0] ?? 0] ?? 0;
      heap[0] = heap[left - 1] ?? 0;
      sink(heap, weights, 0, left - 1);
    }
  }
}

/** Moves an entry down to where nothing below it comes before it. */
function sink(heap: Int32Array, weights: Float64Array, start: number, length: number): void {
  const moved = heap[start] ?? 0;
  let at = start;
  for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
    if (child + 1 < length && isBefore(weights, heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
    const below = heap[child] ?? 0;
    if (!isBefore(weights, below, moved)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = moved;
}

function isBefore(weights: Float64Array, a: number, b: number): boolean {
  const difference = (weights[a] ?? 0) - (weights[b] ?? 0);
  return difference > 0 || (difference === 0 && a < b);
}
