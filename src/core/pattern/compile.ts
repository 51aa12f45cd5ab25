import { unreachable } from "../base/unreachable";
import type { CharSet, CompiledSet } from "./char-set";
import { compileSet } from "./char-set";
import { PatternError } from "./error";
import type { Instruction, PatternMatch } from "./machine";
import { PatternMachine } from "./machine";
import type { PatternNode } from "./syntax";
import { parsePattern } from "./syntax";

/**
 * Finds a pattern that a model wrote, in time proportional to the length of the text: the machine follows all ways to
 * match at once, so no pattern can make the search explode as backtracking would.
 */
export interface LinearPattern {
  /**
   * The first match in the text, and the longest one at that place. `spent` counts the steps it took. A search ends
   * when its budget of steps is used up, and misses the matches behind that point.
   */
  find(text: string, budget: number): PatternMatch;
}

const LONGEST_PROGRAM = 3_000;

export function compilePattern(source: string): LinearPattern {
  const program = new Program();
  program.emit(parsePattern(source));
  return new PatternMachine([...program.instructions, { op: "accept" }]);
}

class Program {
  readonly instructions: Instruction[] = [];
  /** The copies of a repetition share their sets. */
  private readonly sets = new Map<CharSet, CompiledSet>();

  emit(node: PatternNode): void {
    if (this.instructions.length > LONGEST_PROGRAM)
      throw new PatternError("The pattern repeats too much; make it simpler.");
    switch (node.kind) {
      case "set":
        this.instructions.push({ op: "set", set: this.compiled(node.set) });
        return;
      case "assert":
        this.instructions.push({ op: "assert", at: node.at });
        return;
      case "all":
        for (const part of node.of) this.emit(part);
        return;
      case "any":
        this.emitAny(node.of);
        return;
      case "repeat":
        this.emitRepeat(node);
        return;
      default:
        unreachable(node);
    }
  }

  private compiled(set: CharSet): CompiledSet {
    const compiled = this.sets.get(set) ?? compileSet(set);
    this.sets.set(set, compiled);
    return compiled;
  }

  private emitAny(branches: readonly PatternNode[]): void {
    const exits: number[] = [];
    branches.forEach((branch, index) => {
      const isLast = index === branches.length - 1;
      const fork = isLast ? -1 : this.reserve();
      this.emit(branch);
      if (isLast) return;
      exits.push(this.reserve());
      this.fill(fork, fork + 1);
    });
    for (const exit of exits) this.fill(exit, this.instructions.length);
  }

  private emitRepeat({ of, least, most }: Extract<PatternNode, { kind: "repeat" }>): void {
    for (let copy = 0; copy < least; copy++) {
      const before = this.instructions.length;
      this.emit(of);
      // Copies of an empty pattern add nothing; written out in nested groups they would never end.
      if (this.instructions.length === before) return;
    }
    const forks: number[] = [];
    for (let copy = least; copy < (most === Infinity ? least + 1 : most); copy++) {
      forks.push(this.reserve());
      this.emit(of);
    }
    const [loop] = forks;
    if (most === Infinity && loop !== undefined) this.instructions.push({ op: "split", first: loop, second: loop });
    for (const fork of forks) this.fill(fork, fork + 1);
  }

  /** A place for a split whose targets are not known yet. */
  private reserve(): number {
    return this.instructions.push({ op: "accept" }) - 1;
  }

  /** Splits to `first` and to the end of the program so far. */
  private fill(place: number, first: number): void {
    this.instructions[place] = { op: "split", first, second: this.instructions.length };
  }
}
