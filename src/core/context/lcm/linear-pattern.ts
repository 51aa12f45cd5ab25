import { unreachable } from "../../conversation/message";
import type { CharSet, PatternNode } from "./pattern-syntax";
import { PatternError, parsePattern } from "./pattern-syntax";

/**
 * Finds patterns a model wrote, in time that grows with the text only: all ways to match are followed at once,
 * so no pattern can make the search explode, as backtracking would. Letters match in either case.
 */
export interface LinearPattern {
  /** First match in the line; `spent` says how much work it was. */
  find(line: string): { readonly start: number; readonly end: number; readonly spent: number } | { readonly start: -1; readonly spent: number };
}

type Instruction =
  | { readonly op: "set"; readonly matches: (code: number) => boolean }
  | { readonly op: "assert"; readonly at: Extract<PatternNode, { kind: "assert" }>["at"] }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "accept" };

const LONGEST_PROGRAM = 3_000;

export function compilePattern(source: string): LinearPattern {
  const program: Instruction[] = [];
  emit(parsePattern(source), program);
  program.push({ op: "accept" });
  return { find: (line) => run(program, line) };
}

function emit(node: PatternNode, program: Instruction[]): void {
  if (program.length > LONGEST_PROGRAM) throw new PatternError("The pattern repeats too much; make it simpler.");
  switch (node.kind) {
    case "set":
      program.push({ op: "set", matches: matcherFor(node.set) });
      return;
    case "assert":
      program.push({ op: "assert", at: node.at });
      return;
    case "all":
      for (const part of node.of) emit(part, program);
      return;
    case "any":
      return emitAny(node.of, program);
    case "repeat":
      return emitRepeat(node, program);
    default:
      return unreachable(node);
  }
}

function emitAny(branches: readonly PatternNode[], program: Instruction[]): void {
  const exits: number[] = [];
  branches.forEach((branch, index) => {
    const isLast = index === branches.length - 1;
    const fork = isLast ? -1 : reserve(program);
    emit(branch, program);
    if (isLast) return;
    exits.push(reserve(program));
    program[fork] = { op: "split", first: fork + 1, second: program.length };
  });
  for (const exit of exits) program[exit] = jump(program.length);
}

function emitRepeat({ of, least, most }: Extract<PatternNode, { kind: "repeat" }>, program: Instruction[]): void {
  for (let copy = 0; copy < least; copy++) emit(of, program);
  if (most === Infinity) {
    const fork = reserve(program);
    emit(of, program);
    program.push(jump(fork));
    program[fork] = { op: "split", first: fork + 1, second: program.length };
    return;
  }
  const forks: number[] = [];
  for (let copy = least; copy < most; copy++) {
    forks.push(reserve(program));
    emit(of, program);
  }
  for (const fork of forks) program[fork] = { op: "split", first: fork + 1, second: program.length };
}

const jump = (target: number): Instruction => ({ op: "split", first: target, second: target });

function reserve(program: Instruction[]): number {
  return program.push({ op: "accept" }) - 1;
}

function matcherFor({ ranges, negated }: CharSet): (code: number) => boolean {
  const inside = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
  return (code) => (inside(code) || inside(otherCase(code))) !== negated;
}

function otherCase(code: number): number {
  const char = String.fromCharCode(code);
  const lower = char.toLowerCase();
  return (lower === char ? char.toUpperCase() : lower).charCodeAt(0);
}

/** A place in the program and where in the line the attempt that got there began. */
interface Thread {
  readonly at: number;
  readonly start: number;
}

function run(program: readonly Instruction[], line: string): ReturnType<LinearPattern["find"]> {
  let spent = 0;
  const seen = new Int32Array(program.length);
  let threads: Thread[] = [];
  let best: { readonly start: number; readonly end: number } | undefined;
  for (let position = 0; position <= line.length; position++) {
    const waiting: Thread[] = [];
    const pending = best === undefined ? [...threads, { at: 0, start: position }] : threads;
    for (const thread of pending) spent += follow(program, { line, position, seen, waiting }, thread);
    const accepted = waiting.find(({ at }) => program[at]?.op === "accept");
    if (accepted !== undefined && (best === undefined || accepted.start <= best.start)) best = { start: accepted.start, end: position };
    const code = line.charCodeAt(position);
    threads = [];
    for (const { at, start } of waiting) {
      const instruction = program[at];
      if (instruction?.op === "set" && position < line.length && (best === undefined || start <= best.start) && instruction.matches(code)) threads.push({ at: at + 1, start });
    }
    if (best !== undefined && threads.length === 0) break;
  }
  return best === undefined ? { start: -1, spent } : { ...best, spent };
}

interface Moment {
  readonly line: string;
  readonly position: number;
  /** Holds position + 1 for every place already followed at this position. */
  readonly seen: Int32Array;
  readonly waiting: Thread[];
}

/** Everything reachable without reading a character; earlier attempts win because they are followed first. */
function follow(program: readonly Instruction[], moment: Moment, thread: Thread): number {
  const stack = [thread.at];
  let steps = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (moment.seen[at] === moment.position + 1) continue;
    moment.seen[at] = moment.position + 1;
    steps++;
    const instruction = program[at];
    if (instruction?.op === "split") stack.push(instruction.second, instruction.first);
    else if (instruction?.op === "assert") {
      if (holds(instruction.at, moment)) stack.push(at + 1);
    } else moment.waiting.push({ at, start: thread.start });
  }
  return steps;
}

function holds(at: Extract<Instruction, { op: "assert" }>["at"], { line, position }: Moment): boolean {
  switch (at) {
    case "start": return position === 0;
    case "end": return position === line.length;
    case "boundary": return isBoundary(line, position);
    case "inside": return !isBoundary(line, position);
    default: return unreachable(at);
  }
}

const isBoundary = (line: string, position: number): boolean => isWord(line.charCodeAt(position - 1)) !== isWord(line.charCodeAt(position));
const isWord = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
