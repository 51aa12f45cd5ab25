import { NameTable } from "../../../conversation/text/name-table";

/** Some names of a table. */
export class NameSet {
  readonly table: NameTable;
  private marks: Uint8Array;

  constructor(table: NameTable, marks = new Uint8Array(table.size + SPARE)) {
    this.table = table;
    this.marks = marks;
  }

  copy(): NameSet {
    return new NameSet(this.table, this.marks.slice());
  }

  add(name: string): void {
    this.addNumber(this.table.numberOf(name));
  }

  addNumbers(numbers: readonly number[], start = 0, end = numbers.length): void {
    for (let at = start; at < end; at++) this.addNumber(numbers[at] ?? 0);
  }

  has(name: string): boolean {
    const number = this.table.find(name);
    return number !== undefined && this.hasNumber(number);
  }

  hasNumber(number: number): boolean {
    return this.marks[number] === 1;
  }

  hasNumbers(numbers: readonly number[]): boolean {
    for (let at = 0; at < numbers.length; at++) if (!this.hasNumber(numbers[at] ?? 0)) return false;
    return true;
  }

  private addNumber(number: number): void {
    if (number >= this.marks.length) {
      const wider = new Uint8Array(2 * number + SPARE);
      wider.set(this.marks);
      this.marks = wider;
    }
    this.marks[number] = 1;
  }
}

/** Room for names that are added later. */
const SPARE = 1_024;

/**
 * Names with their weights added up, the heaviest first, of equals the one that came first. A session has thousands of
 * them and a summary has room for some hundreds: they are put in order only as far as somebody reads.
 */
export class RankedNames implements Iterable<string> {
  readonly table: NameTable;
  /** By the number of a name, its place in the order of coming, counted from 1. */
  private places: Int32Array;
  private numbers: Int32Array;
  private weights: Float64Array;
  private count = 0;

  constructor(table = new NameTable()) {
    this.table = table;
    this.places = new Int32Array(table.size + SPARE);
    this.numbers = new Int32Array(table.size + SPARE);
    this.weights = new Float64Array(table.size + SPARE);
  }

  add(name: string, weight: number): void {
    this.addNumber(this.table.numberOf(name), weight);
  }

  /** Adds names by their numbers in the table. */
  addNumber(number: number, weight: number): void {
    if (number >= this.places.length) this.widen(2 * number + SPARE);
    const place = (this.places[number] ?? 0) - 1;
    if (place >= 0) {
      this.weights[place] = (this.weights[place] ?? 0) + weight;
      return;
    }
    this.numbers[this.count] = number;
    this.weights[this.count] = weight;
    this.places[number] = ++this.count;
  }

  has(name: string): boolean {
    const number = this.table.find(name);
    return number !== undefined && (this.places[number] ?? 0) > 0;
  }

  *[Symbol.iterator](): Generator<string> {
    for (const number of this.without(new NameSet(this.table))) yield this.table.nameOf(number);
  }

  /** The numbers of the heaviest names that are not among the known ones. */
  *without(known: NameSet): Generator<number> {
    const { numbers, weights } = this;
    const heap = new Int32Array(this.count);
    let left = 0;
    for (let place = 0; place < this.count; place++) if (!known.hasNumber(numbers[place] ?? 0)) heap[left++] = place;
    for (let at = (left >> 1) - 1; at >= 0; at--) sink(heap, weights, at, left);
    while (left > 0) {
      yield numbers[heap[0] ?? 0] ?? 0;
      heap[0] = heap[--left] ?? 0;
      sink(heap, weights, 0, left);
    }
  }

  /** There are never more places than numbers. */
  private widen(size: number): void {
    const { places, numbers, weights } = this;
    this.places = new Int32Array(size);
    this.places.set(places);
    this.numbers = new Int32Array(size);
    this.numbers.set(numbers);
    this.weights = new Float64Array(size);
    this.weights.set(weights);
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
