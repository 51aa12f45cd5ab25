/**
 * The characters one place of a pattern accepts. `members` is the inside of a native character class in the syntax of
 * the `v` flag, every literal character in it written as a code point escape.
 */
export interface CharSet {
  readonly members: string;
  readonly negated: boolean;
  readonly letterCase: LetterCase;
}

type LetterCase = "exact" | "either";

/** A set of characters prepared to be tested millions of times. */
export interface CompiledSet {
  has(code: number): boolean;
}

/**
 * The built-in engine decides about one character at a time, so that classes, properties and letter case mean what they
 * mean in JavaScript. A class without repetition has nothing to backtrack into.
 */
export function compileSet({ members, negated, letterCase }: CharSet): CompiledSet {
  const native = new RegExp(`^[${negated ? "^" : ""}${members}]$`, letterCase === "either" ? "iv" : "v");
  return remember((code) => native.test(String.fromCodePoint(code)));
}

export function uniteSets(sets: readonly CompiledSet[]): CompiledSet {
  return remember((code) => sets.some((set) => set.has(code)));
}

const ASCII_CODES = 128;

/** Nearly all text is ASCII, for which the answers are tabulated beforehand; other characters are decided once each. */
function remember(holds: (code: number) => boolean): CompiledSet {
  const ascii = Uint8Array.from({ length: ASCII_CODES }, (_, code) => Number(holds(code)));
  const others = new Map<number, boolean>();
  const decide = (code: number): boolean => {
    const answer = holds(code);
    others.set(code, answer);
    return answer;
  };
  return { has: (code) => (code < ASCII_CODES ? ascii[code] === 1 : (others.get(code) ?? decide(code))) };
}
