import { literal, readClass, readEscape } from "./char-class";
import type { CharSet } from "./char-set";
import { Cursor } from "./cursor";
import { PatternError } from "./error";

/** A pattern as a tree. It has only parts that one pass over the text can match: no look-around, no back-references. */
export type PatternNode =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "assert"; readonly at: Anchor }
  | { readonly kind: "all"; readonly of: readonly PatternNode[] }
  | { readonly kind: "any"; readonly of: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly of: PatternNode; readonly least: number; readonly most: number };

export type Anchor = "start" | "end" | "line-start" | "line-end" | "boundary" | "inside";

const LONGEST_PATTERN_CHARS = 300;
const DEEPEST_GROUPS = 40;
/** A counted repetition is written out in the program; more copies than this belong in several searches. */
const MOST_COPIES = 100;

export function parsePattern(source: string): PatternNode {
  if (source.length > LONGEST_PATTERN_CHARS)
    throw new PatternError(`A pattern may have at most ${LONGEST_PATTERN_CHARS} characters.`);
  return new Parser(source).pattern();
}

/** The inline flags in force: i (either case), s (a dot matches line ends), m (^ and $ match at line ends). */
type Flags = ReadonlySet<string>;

class Parser {
  private readonly cursor: Cursor;
  /** Letters match in either case unless the pattern says `(?-i)`. */
  private flags: Flags = new Set("i");

  constructor(source: string) {
    this.cursor = new Cursor(source);
  }

  pattern(): PatternNode {
    const node = this.alternatives(0);
    if (!this.cursor.done) throw new PatternError(`Unmatched ")" at position ${this.cursor.position}.`);
    return node;
  }

  private alternatives(depth: number): PatternNode {
    if (depth > DEEPEST_GROUPS) throw new PatternError("Groups are nested too deeply.");
    const branches = [this.sequence(depth)];
    while (this.cursor.take("|")) branches.push(this.sequence(depth));
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "any", of: branches };
  }

  private sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.cursor.done && this.cursor.peek !== "|" && this.cursor.peek !== ")")
      parts.push(this.quantified(this.atom(depth)));
    return { kind: "all", of: parts };
  }

  private atom(depth: number): PatternNode {
    const char = this.cursor.next();
    switch (char) {
      case "(":
        return this.group(depth);
      case "[":
        return this.set(readClass(this.cursor));
      case ".":
        return this.flags.has("s")
          ? this.set({ members: "", negated: true })
          : this.set({ members: "\\n", negated: true });
      case "^":
        return { kind: "assert", at: this.flags.has("m") ? "line-start" : "start" };
      case "$":
        return { kind: "assert", at: this.flags.has("m") ? "line-end" : "end" };
      case "\\":
        return this.escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError(`Nothing to repeat before "${char}" at position ${this.cursor.position - 1}.`);
      default:
        return this.set(literal(char));
    }
  }

  /** Flags set inside a group end with it. */
  private group(depth: number): PatternNode {
    const outer = this.flags;
    const isOnlyFlags = this.groupHead() === "flags";
    if (isOnlyFlags) return { kind: "all", of: [] };
    const inner = this.alternatives(depth + 1);
    if (!this.cursor.take(")")) throw new PatternError("A group is not closed.");
    this.flags = outer;
    return inner;
  }

  /** Reads what follows the opening parenthesis; "flags" for `(?i)`, which changes the rest of the group around it. */
  private groupHead(): "group" | "flags" {
    if (this.cursor.peek !== "?" || this.cursor.takeMatch(/\?P?<[A-Za-z_]\w*>/y) !== undefined) return "group";
    const head = this.cursor.takeMatch(/\?([a-z]*)(?:-([a-z]+))?([:)])/iy);
    if (head === undefined)
      throw new PatternError(
        "Look-around and other special groups are not supported; search for the plain words instead.",
      );
    const [, on = "", off = "", end] = head;
    const unknown = /[^ism]/.exec(on + off)?.[0];
    if (unknown !== undefined) throw new PatternError(`The inline flag "${unknown}" is not supported; i, s and m are.`);
    this.flags = new Set([...this.flags, ...on].filter((flag) => !off.includes(flag)));
    return end === ")" ? "flags" : "group";
  }

  private quantified(atom: PatternNode): PatternNode {
    const counts = this.counts();
    if (counts === undefined) return atom;
    // A lazy repetition finds its match at the same place as a greedy one.
    this.cursor.take("?");
    if (this.counts() !== undefined) throw new PatternError("One repetition directly after another is not supported.");
    return { kind: "repeat", of: atom, ...counts };
  }

  private counts(): { readonly least: number; readonly most: number } | undefined {
    if (this.cursor.take("*")) return { least: 0, most: Infinity };
    if (this.cursor.take("+")) return { least: 1, most: Infinity };
    if (this.cursor.take("?")) return { least: 0, most: 1 };
    const braces = this.cursor.takeMatch(/\{(\d{1,4})(?:(,)(\d{0,4}))?\}/y);
    if (braces === undefined) return undefined;
    const [, least = "", comma, most = ""] = braces;
    const counts = {
      least: Number(least),
      most: most === "" && comma !== undefined ? Infinity : Number(most || least),
    };
    const isTooMuch = counts.least > MOST_COPIES || (counts.most !== Infinity && counts.most > MOST_COPIES);
    if (isTooMuch || counts.most < counts.least)
      throw new PatternError(`Repetition counts go from 0 to ${MOST_COPIES}, the smaller one first.`);
    return counts;
  }

  private escape(): PatternNode {
    if (this.cursor.take("b")) return { kind: "assert", at: "boundary" };
    if (this.cursor.take("B")) return { kind: "assert", at: "inside" };
    if (this.cursor.take("A")) return { kind: "assert", at: "start" };
    if (this.cursor.take("z") || this.cursor.take("Z")) return { kind: "assert", at: "end" };
    return this.set(readEscape(this.cursor));
  }

  private set({ members, negated = false }: { readonly members: string; readonly negated?: boolean }): PatternNode {
    return { kind: "set", set: { members, negated, letterCase: this.flags.has("i") ? "either" : "exact" } };
  }
}
