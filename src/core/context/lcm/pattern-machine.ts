import { unreachable } from "../../conversation/message";
import type { CompiledSet } from "./compiled-set";
import { uniteSets } from "./compiled-set";
import type { PatternNode } from "./pattern-syntax";

type Place = Extract<PatternNode, { kind: "assert" }>["at"];

export type Instruction =
  | { readonly op: "set"; readonly set: CompiledSet }
  | { readonly op: "assert"; readonly at: Place }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "accept" };

export type PatternMatch =
  | { readonly start: number; readonly end: number; readonly spent: number }
  | { readonly start: -1; readonly spent: number };

/** Looking for a character that may begin a match is this much cheaper than a step. */
const SKIPPED_PER_STEP = 16;
/** Before the marks of one position could be taken for those of an earlier one. */
const MOST_MARKS = 2 ** 30;

/** Places of the program, each with where in the line the attempt that got there began. */
interface Threads {
  readonly at: Int32Array;
  readonly start: Int32Array;
}

const threadsFor = (program: readonly Instruction[]): Threads => ({
  at: new Int32Array(program.length),
  start: new Int32Array(program.length),
});

/** Follows all ways to match through a line at once. Its arrays serve every character of every line, since millions of them pass. */
export class PatternMachine {
  readonly #program: readonly Instruction[];
  /** What a match may begin with; undefined where it may also begin without a character. */
  readonly #first: CompiledSet | undefined;
  /** Attempts that have just read a character, and those that wait for the next one. */
  readonly #arrived: Threads;
  readonly #waiting: Threads;
  /** The mark of the position at which a place of the program was last followed. */
  readonly #followed: Int32Array;
  readonly #stack: Int32Array;
  #mark = 0;
  #waitingCount = 0;
  /** Where the attempt began that has matched at this position; -1 where none has. */
  #accepted = -1;

  constructor(program: readonly Instruction[]) {
    this.#program = program;
    this.#first = firstSet(program);
    this.#arrived = threadsFor(program);
    this.#waiting = threadsFor(program);
    this.#followed = new Int32Array(program.length);
    this.#stack = new Int32Array(2 * program.length + 1);
  }

  find(line: string, budget: number): PatternMatch {
    let spent = 0;
    let arrived = 0;
    let best: { readonly start: number; readonly end: number } | undefined;
    for (let position = 0; position <= line.length && spent <= budget; position++) {
      if (arrived === 0) {
        if (best !== undefined) break;
        const candidate = this.#skipTo(line, position);
        spent += Math.ceil((candidate - position) / SKIPPED_PER_STEP);
        if (candidate > line.length) break;
        position = candidate;
      }
      spent += this.#followAll(line, position, { arrived, fresh: best === undefined });
      if (this.#accepted >= 0 && (best === undefined || this.#accepted <= best.start))
        best = { start: this.#accepted, end: position };
      arrived = position < line.length ? this.#read(line.charCodeAt(position), best?.start ?? Infinity) : 0;
    }
    return best === undefined ? { start: -1, spent } : { ...best, spent };
  }

  /** The next position at which a match may begin; beyond the line where there is none. */
  #skipTo(line: string, from: number): number {
    if (this.#first === undefined) return from;
    let position = from;
    while (position < line.length && !this.#first.has(line.charCodeAt(position))) position++;
    return position < line.length ? position : line.length + 1;
  }

  #followAll(
    line: string,
    position: number,
    { arrived, fresh }: { readonly arrived: number; readonly fresh: boolean },
  ): number {
    if (++this.#mark >= MOST_MARKS) {
      this.#followed.fill(0);
      this.#mark = 1;
    }
    this.#waitingCount = 0;
    this.#accepted = -1;
    let steps = 0;
    // Earlier attempts come first and win the places that later ones reach as well.
    for (let index = 0; index < arrived; index++)
      steps += this.#follow(this.#arrived.at[index] ?? 0, this.#arrived.start[index] ?? 0, { line, position });
    return fresh ? steps + this.#follow(0, position, { line, position }) : steps;
  }

  /** Everything reachable from a place without reading a character. */
  #follow(from: number, start: number, where: { readonly line: string; readonly position: number }): number {
    const stack = this.#stack;
    let height = 0;
    let steps = 0;
    stack[height++] = from;
    while (height > 0) {
      const at = stack[--height] ?? 0;
      if (this.#followed[at] === this.#mark) continue;
      this.#followed[at] = this.#mark;
      steps++;
      const instruction = this.#program[at];
      if (instruction?.op === "split") {
        stack[height++] = instruction.second;
        stack[height++] = instruction.first;
      } else if (instruction?.op === "assert") {
        if (holds(instruction.at, where.line, where.position)) stack[height++] = at + 1;
      } else if (instruction?.op === "accept") {
        this.#accepted = start;
      } else {
        this.#waiting.at[this.#waitingCount] = at;
        this.#waiting.start[this.#waitingCount++] = start;
      }
    }
    return steps;
  }

  /** Moves those on that the character suits, unless an earlier attempt has matched already. */
  #read(code: number, latestStart: number): number {
    let arrived = 0;
    for (let index = 0; index < this.#waitingCount; index++) {
      const at = this.#waiting.at[index] ?? 0;
      const start = this.#waiting.start[index] ?? 0;
      const instruction = this.#program[at];
      if (instruction?.op !== "set" || start > latestStart || !instruction.set.has(code)) continue;
      this.#arrived.at[arrived] = at + 1;
      this.#arrived.start[arrived++] = start;
    }
    return arrived;
  }
}

function firstSet(program: readonly Instruction[]): CompiledSet | undefined {
  const sets: CompiledSet[] = [];
  const seen = new Set<number>();
  const pending = [0];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = program[at];
    if (instruction?.op === "split") pending.push(instruction.first, instruction.second);
    else if (instruction?.op === "set") sets.push(instruction.set);
    else return undefined;
  }
  return uniteSets(sets);
}

function holds(at: Place, line: string, position: number): boolean {
  switch (at) {
    case "start":
      return position === 0;
    case "end":
      return position === line.length;
    case "boundary":
      return isBoundary(line, position);
    case "inside":
      return !isBoundary(line, position);
    default:
      return unreachable(at);
  }
}

const isBoundary = (line: string, position: number): boolean =>
  isWord(line.charCodeAt(position - 1)) !== isWord(line.charCodeAt(position));
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
