import { PatternError } from "./error";

/** Reads the source of a pattern one code point at a time. */
export class Cursor {
  position = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get done(): boolean {
    return this.position >= this.source.length;
  }

  get peek(): string | undefined {
    return this.source[this.position];
  }

  next(): string {
    const code = this.source.codePointAt(this.position);
    if (code === undefined) throw new PatternError("The pattern ends too early.");
    const char = String.fromCodePoint(code);
    this.position += char.length;
    return char;
  }

  take(text: string): boolean {
    if (!this.source.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }

  /** The groups of a match that begins here; the cursor then is behind it. The pattern must be sticky. */
  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.source);
    if (match === null) return undefined;
    this.position += match[0].length;
    return match;
  }
}
