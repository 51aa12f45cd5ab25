/** A pattern as a tree. Only what can be matched in one pass over the text: no look-around, no back-references. */
export type PatternNode =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "assert"; readonly at: "start" | "end" | "boundary" | "inside" }
  | { readonly kind: "all"; readonly of: readonly PatternNode[] }
  | { readonly kind: "any"; readonly of: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly of: PatternNode; readonly least: number; readonly most: number };

export interface CharSet {
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly negated: boolean;
}

/** What is wrong with a pattern, in words its author can act on. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

const LONGEST_PATTERN_CHARS = 300;
const DEEPEST_GROUPS = 40;
/** A counted repetition is written out; more copies than this belong into several searches. */
const MOST_COPIES = 100;

export function parsePattern(source: string): PatternNode {
  if (source.length > LONGEST_PATTERN_CHARS)
    throw new PatternError(`A pattern may have at most ${LONGEST_PATTERN_CHARS} characters.`);
  const reader = new Reader(source);
  const node = reader.alternatives(0);
  if (!reader.done) throw new PatternError(`Unmatched ")" at position ${reader.position}.`);
  return node;
}

const DIGIT: CharSet = { ranges: [[48, 57]], negated: false };
const WORD: CharSet = {
  ranges: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  negated: false,
};
const SPACE: CharSet = {
  ranges: [
    [9, 13],
    [32, 32],
    [160, 160],
    [0x2000, 0x200a],
    [0x3000, 0x3000],
  ],
  negated: false,
};
const ANY: CharSet = { ranges: [], negated: true };
const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

class Reader {
  position = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  get done(): boolean {
    return this.position >= this.#source.length;
  }

  alternatives(depth: number): PatternNode {
    if (depth > DEEPEST_GROUPS) throw new PatternError("Groups are nested too deeply.");
    const branches = [this.#sequence(depth)];
    while (this.#take("|")) branches.push(this.#sequence(depth));
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: "any", of: branches };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.done && this.#peek !== "|" && this.#peek !== ")") parts.push(this.#quantified(this.#atom(depth)));
    return { kind: "all", of: parts };
  }

  #atom(depth: number): PatternNode {
    const char = this.#next();
    switch (char) {
      case "(":
        return this.#group(depth);
      case "[":
        return { kind: "set", set: this.#charClass() };
      case ".":
        return { kind: "set", set: ANY };
      case "^":
        return { kind: "assert", at: "start" };
      case "$":
        return { kind: "assert", at: "end" };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError(`Nothing to repeat before "${char}" at position ${this.position - 1}.`);
      default:
        return literal(char);
    }
  }

  #group(depth: number): PatternNode {
    if (this.#take("?") && !this.#take(":") && !this.#takeName())
      throw new PatternError("Look-around and inline flags are not supported; search for the plain words instead.");
    const inner = this.alternatives(depth + 1);
    if (!this.#take(")")) throw new PatternError("A group is not closed.");
    return inner;
  }

  #takeName(): boolean {
    const name = /^<[A-Za-z_]\w*>/.exec(this.#source.slice(this.position, this.position + 60))?.[0];
    this.position += name?.length ?? 0;
    return name !== undefined;
  }

  #quantified(atom: PatternNode): PatternNode {
    const counts = this.#counts();
    if (counts === undefined) return atom;
    this.#take("?");
    if (this.#counts() !== undefined) throw new PatternError("One repetition directly after another is not supported.");
    return { kind: "repeat", of: atom, ...counts };
  }

  #counts(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take("*")) return { least: 0, most: Infinity };
    if (this.#take("+")) return { least: 1, most: Infinity };
    if (this.#take("?")) return { least: 0, most: 1 };
    const braces = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#source.slice(this.position, this.position + 16));
    if (braces === null) return undefined;
    this.position += braces[0].length;
    const least = Number(braces[1]);
    const most = braces[2] === undefined ? least : braces[3] === "" ? Infinity : Number(braces[3]);
    if (least > MOST_COPIES || (most !== Infinity && most > MOST_COPIES) || most < least)
      throw new PatternError(`Repetition counts go from 0 to ${MOST_COPIES}.`);
    return { least, most };
  }

  #escape(): PatternNode {
    const char = this.#next();
    if (char === "b") return { kind: "assert", at: "boundary" };
    if (char === "B") return { kind: "assert", at: "inside" };
    if (/[1-9]/.test(char)) throw new PatternError("Back-references are not supported.");
    return { kind: "set", set: this.#escapedSet(char) };
  }

  #escapedSet(char: string): CharSet {
    switch (char) {
      case "d":
        return DIGIT;
      case "w":
        return WORD;
      case "s":
        return SPACE;
      case "D":
        return { ...DIGIT, negated: true };
      case "W":
        return { ...WORD, negated: true };
      case "S":
        return { ...SPACE, negated: true };
      case "u":
        return oneChar(this.#hex(4));
      case "x":
        return oneChar(this.#hex(2));
      case "p":
      case "P":
        throw new PatternError("Character properties are not supported; list the characters instead.");
      default:
        return oneChar(CONTROL_ESCAPES[char] ?? char.charCodeAt(0));
    }
  }

  #charClass(): CharSet {
    const negated = this.#take("^");
    const ranges: (readonly [number, number])[] = [];
    while (this.#peek !== "]" || (ranges.length === 0 && this.#source[this.position - 1] === "[")) {
      const from = this.#classMember();
      if (typeof from !== "number") {
        if (from.negated) throw new PatternError("Negated escapes inside a class are not supported.");
        ranges.push(...from.ranges);
        continue;
      }
      const isRange = this.#peek === "-" && this.#source[this.position + 1] !== "]";
      if (isRange) this.position++;
      const to = isRange ? this.#classMember() : from;
      if (typeof to !== "number" || to < from) throw new PatternError("A character range is out of order.");
      ranges.push([from, to]);
    }
    this.position++;
    return { ranges, negated };
  }

  #classMember(): number | CharSet {
    const char = this.#next();
    if (char !== "\\") return char.charCodeAt(0);
    const set = this.#escapedSet(this.#next());
    const [only] = set.ranges;
    return set.ranges.length === 1 && !set.negated && only !== undefined && only[0] === only[1] ? only[0] : set;
  }

  #hex(digits: number): number {
    const text = this.#source.slice(this.position, this.position + digits);
    if (!/^[0-9a-fA-F]+$/.test(text) || text.length < digits) throw new PatternError("A character code is incomplete.");
    this.position += digits;
    return Number.parseInt(text, 16);
  }

  get #peek(): string | undefined {
    return this.#source[this.position];
  }

  #take(char: string): boolean {
    if (this.#peek !== char) return false;
    this.position++;
    return true;
  }

  #next(): string {
    const char = this.#source[this.position++];
    if (char === undefined) throw new PatternError("The pattern ends too early.");
    return char;
  }
}

const oneChar = (code: number): CharSet => ({ ranges: [[code, code]], negated: false });
const literal = (char: string): PatternNode => ({ kind: "set", set: oneChar(char.charCodeAt(0)) });
