import { unreachable } from "../../conversation/message";
import { compileSet } from "./compiled-set";
import type { Instruction, PatternMatch } from "./pattern-machine";
import { PatternMachine } from "./pattern-machine";
import type { PatternNode } from "./pattern-syntax";
import { PatternError, parsePattern } from "./pattern-syntax";

/**
 * Finds patterns a model wrote, in time that grows with the text only: all ways to match are followed at once,
 * so no pattern can make the search explode, as backtracking would. Letters match in either case.
 */
export interface LinearPattern {
  /** First match in the line; `spent` says how much work it was. Work beyond the budget is not done, and what it would have found is missed. */
  find(line: string, budget: number): PatternMatch;
}

const LONGEST_PROGRAM = 3_000;

export function compilePattern(source: string): LinearPattern {
  const program: Instruction[] = [];
  emit(parsePattern(source), program);
  program.push({ op: "accept" });
  return new PatternMachine(program);
}

function emit(node: PatternNode, program: Instruction[]): void {
  if (program.length > LONGEST_PROGRAM) throw new PatternError("The pattern repeats too much; make it simpler.");
  switch (node.kind) {
    case "set":
      program.push({ op: "set", set: compileSet(node.set) });
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
