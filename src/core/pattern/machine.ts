import { unreachable } from "../base/unreachable";
import type { CompiledSet } from "./char-set";
import { uniteSets } from "./char-set";
import type { Anchor } from "./syntax";

export type Instruction =
  | { readonly op: "set"; readonly set: CompiledSet }
  | { readonly op: "assert"; readonly at: Anchor }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "accept" };

export type PatternMatch =
  | { readonly start: number; readonly end: number; readonly spent: number }
  | { readonly start: -1; readonly spent: number };

/** Passing over characters that cannot begin a match is this much cheaper than a step. */
const SKIPPED_PER_STEP = 16;
/** Marks start again before one of them could be mistaken for that of an earlier position. */
const MOST_MARKS = 2 ** 30;

/** Places in the program, each with the position in the text at which the attempt that reached it began. */
interface Threads {
  readonly at: Int32Array;
  readonly start: Int32Array;
}

const threadsFor = (program: readonly Instruction[]): Threads => ({
  at: new Int32Array(program.length),
  start: new Int32Array(program.length),
});

/**
 * Follows all ways to match through a text at once, one code point at a time. Every place in the program is followed
 * at most once per position, which bounds the work. The arrays are allocated once and serve every text.
 */
export class PatternMachine {
  private readonly program: readonly Instruction[];
  /** Characters that can begin a match; undefined where a match can begin without a character. */
  private readonly first: CompiledSet | undefined;
  /** Attempts that have just read a character, and those that wait for the next one. */
  private readonly arrived: Threads;
  private readonly waiting: Threads;
  /** The mark of the position at which a place in the program was last followed. */
  private readonly followed: Int32Array;
  private readonly stack: Int32Array;
  private mark = 0;
  private waitingCount = 0;
  /** The beginning of the attempt that has matched at this position; -1 where none has. */
  private accepted = -1;

  constructor(program: readonly Instruction[]) {
    this.program = program;
    this.first = firstSet(program);
    this.arrived = threadsFor(program);
    this.waiting = threadsFor(program);
    this.followed = new Int32Array(program.length);
    this.stack = new Int32Array(2 * program.length + 1);
  }

  find(text: string, budget: number): PatternMatch {
    let spent = 0;
    let arrived = 0;
    let best: { readonly start: number; readonly end: number } | undefined;
    let position = 0;
    while (position <= text.length && spent <= budget) {
      if (arrived === 0) {
        if (best !== undefined) break;
        const candidate = this.skipTo(text, position);
        spent += Math.ceil((candidate - position) / SKIPPED_PER_STEP);
        if (candidate > text.length) break;
        position = candidate;
      }
      spent += this.followAll(text, position, { arrived, fresh: best === undefined });
      if (this.accepted >= 0 && (best === undefined || this.accepted <= best.start))
        best = { start: this.accepted, end: position };
      const code = text.codePointAt(position);
      arrived = code === undefined ? 0 : this.read(code, best?.start ?? Infinity);
      position += widthOf(code);
    }
    return best === undefined ? { start: -1, spent } : { ...best, spent };
  }

  /** The next position at which a match may begin; beyond the text where there is none. */
  private skipTo(text: string, from: number): number {
    if (this.first === undefined) return from;
    let position = from;
    for (let code = text.codePointAt(position); code !== undefined; code = text.codePointAt(position)) {
      if (this.first.has(code)) return position;
      position += widthOf(code);
    }
    return text.length + 1;
  }

  private followAll(
    text: string,
    position: number,
    { arrived, fresh }: { readonly arrived: number; readonly fresh: boolean },
  ): number {
    if (++this.mark >= MOST_MARKS) {
      this.followed.fill(0);
      this.mark = 1;
    }
    this.waitingCount = 0;
    this.accepted = -1;
    let steps = 0;
    // Earlier attempts come first and win the places that later ones reach as well.
    for (let index = 0; index < arrived; index++)
      steps += this.follow(this.arrived.at[index] ?? 0, this.arrived.start[index] ?? 0, { text, position });
    return fresh ? steps + this.follow(0, position, { text, position }) : steps;
  }

  /** Visits every place reachable from this one without reading a character, and returns how many were new. */
  private follow(from: number, start: number, where: { readonly text: string; readonly position: number }): number {
    const stack = this.stack;
    let height = 0;
    let steps = 0;
    stack[height++] = from;
    while (height > 0) {
      const at = stack[--height] ?? 0;
      if (this.followed[at] === this.mark) continue;
      this.followed[at] = this.mark;
      steps++;
      const instruction = this.program[at];
      if (instruction?.op === "split") {
        stack[height++] = instruction.second;
        stack[height++] = instruction.first;
      } else if (instruction?.op === "assert") {
        if (holds(instruction.at, where.text, where.position)) stack[height++] = at + 1;
      } else if (instruction?.op === "accept") {
        this.accepted = start;
      } else {
        this.waiting.at[this.waitingCount] = at;
        this.waiting.start[this.waitingCount++] = start;
      }
    }
    return steps;
  }

  /** Advances the attempts that accept the character, unless an earlier attempt has matched already. */
  private read(code: number, latestStart: number): number {
    let arrived = 0;
    for (let index = 0; index < this.waitingCount; index++) {
      const at = this.waiting.at[index] ?? 0;
      const start = this.waiting.start[index] ?? 0;
      const instruction = this.program[at];
      if (instruction?.op !== "set" || start > latestStart || !instruction.set.has(code)) continue;
      this.arrived.at[arrived] = at + 1;
      this.arrived.start[arrived++] = start;
    }
    return arrived;
  }
}

/** UTF-16 units of a code point. */
const widthOf = (code: number | undefined): number => (code !== undefined && code > 0xffff ? 2 : 1);

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

function holds(at: Anchor, text: string, position: number): boolean {
  switch (at) {
    case "start":
      return position === 0;
    case "end":
      return position === text.length;
    case "line-start":
      return position === 0 || text[position - 1] === "\n";
    case "line-end":
      return position === text.length || text[position] === "\n";
    case "boundary":
      return isBoundary(text, position);
    case "inside":
      return !isBoundary(text, position);
    default:
      return unreachable(at);
  }
}

const isBoundary = (text: string, position: number): boolean =>
  isWord(text.charCodeAt(position - 1)) !== isWord(text.charCodeAt(position));
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
