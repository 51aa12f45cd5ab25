import type { Cursor } from "./cursor";
import { PatternError } from "./error";

/** Members of a native character class; for a single character also its code point, as a range may begin with it. */
export interface Members {
  readonly members: string;
  readonly code?: number;
}

/** Reads a class behind its opening bracket. */
export function readClass(cursor: Cursor): { readonly members: string; readonly negated: boolean } {
  const negated = cursor.take("^");
  const parts: string[] = [];
  // As in grep and Python, a bracket that closes right after the opening one is an ordinary character.
  if (!negated && cursor.take("]")) parts.push(oneChar(0x5d).members);
  while (!cursor.take("]")) {
    if (cursor.takeMatch(/\[:\^?[a-z]+:\]/y) !== undefined)
      throw new PatternError("Classes such as [:alpha:] are not supported; use \\p{L}, \\d, \\w or \\s instead.");
    parts.push(readMember(cursor));
  }
  return { members: parts.join(""), negated };
}

/** One character, one escape, or one range. */
function readMember(cursor: Cursor): string {
  const first = readClassAtom(cursor);
  const start = cursor.position;
  if (first.code === undefined || !cursor.take("-")) return first.members;
  if (cursor.peek === "]") {
    cursor.position = start;
    return first.members;
  }
  const last = readClassAtom(cursor);
  if (last.code === undefined) throw new PatternError("A character range needs one character at each end.");
  if (last.code < first.code) throw new PatternError("A character range is out of order.");
  return `${first.members}-${last.members}`;
}

function readClassAtom(cursor: Cursor): Members {
  if (!cursor.take("\\")) return literal(cursor.next());
  return cursor.take("b") ? oneChar(0x08) : readEscape(cursor);
}

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7, e: 27, 0: 0 };

/** Reads an escape behind its backslash that stands for characters, inside a class or outside. */
export function readEscape(cursor: Cursor): Members {
  const char = cursor.next();
  switch (char) {
    case "d":
    case "D":
    case "w":
    case "W":
    case "s":
    case "S":
      return { members: `\\${char}` };
    case "p":
    case "P":
      return readProperty(cursor, char);
    case "u":
      return oneChar(readUnicode(cursor));
    case "x":
      return oneChar(readHex(cursor, /([0-9a-f]{2})|\{([0-9a-f]{1,6})\}/iy));
  }
  const control = CONTROL_ESCAPES[char];
  if (control !== undefined) return oneChar(control);
  if (/[1-9k]/.test(char)) throw new PatternError("Back-references are not supported.");
  if (/[A-Za-z]/.test(char)) throw new PatternError(`The escape "\\${char}" is not supported.`);
  return literal(char);
}

/** `\p{…}` as JavaScript spells it; a script may also be named alone, and a general category by its letter alone. */
function readProperty(cursor: Cursor, letter: "p" | "P"): Members {
  const found = cursor.takeMatch(/\{([\w=]+)\}|([A-Z])/y);
  if (found === undefined)
    throw new PatternError(`"\\${letter}" needs the name of a Unicode property, as in \\${letter}{Lu}.`);
  const name = found[1] ?? found[2] ?? "";
  const property = [name, `Script=${name}`].find(isProperty);
  if (property === undefined)
    throw new PatternError(
      `"${name}" is not a Unicode property. Examples: \\p{L}, \\p{Lu}, \\p{Script=Greek}, \\p{Emoji}.`,
    );
  return { members: `\\${letter}{${property}}` };
}

/** The `u` flag refuses properties of whole strings, which one character cannot have. */
function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, "u");
    return true;
  } catch {
    // The built-in engine knows the names, and throws for one that it does not know.
    return false;
  }
}

/** Two escaped halves of a surrogate pair are one character. */
function readUnicode(cursor: Cursor): number {
  const pair = cursor.takeMatch(/(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy);
  if (pair === undefined) return readHex(cursor, /([0-9a-f]{4})|\{([0-9a-f]{1,6})\}/iy);
  const [high = 0, low = 0] = pair.slice(1).map((half) => Number.parseInt(half, 16));
  return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

const LAST_CODE_POINT = 0x10ffff;

function readHex(cursor: Cursor, digits: RegExp): number {
  const found = cursor.takeMatch(digits);
  const code = Number.parseInt(found?.[1] ?? found?.[2] ?? "", 16);
  if (!(code <= LAST_CODE_POINT)) throw new PatternError("A character code is incomplete or too large.");
  return code;
}

export function literal(char: string): Members {
  return oneChar(char.codePointAt(0) ?? 0);
}

const oneChar = (code: number): Members => ({ members: `\\u{${code.toString(16)}}`, code });
