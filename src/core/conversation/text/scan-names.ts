/** What a run of characters is made of. Most are plain words, which this tells without cutting them out. */
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const UNDERSCORE = 8;
const HYPHEN = 16;
const OTHER = 32;
/** Signs that are no part of a name at its end, and those that are none at its start either. */
const END_SIGN = 64;
const START_SIGN = 128;

const SHORTEST_RUN_CHARS = 3;
/** Longer runs are encoded data, not names. */
export const LONGEST_RUN_CHARS = 240;
const LONGEST_NAME_CHARS = 120;
const NUMBER_CHARS = { least: 4, most: 15 } as const;
const HANDLE_CHARS = { least: 6, most: 48 } as const;
const MOST_HANDLES = 1_000;
/** Further back in one text, no handles are taken. */
const HANDLES_WITHIN_CHARS = 60_000;

const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return LOWER;
  if (/[A-Z]/.test(char)) return UPPER;
  if (/\d/.test(char)) return DIGIT;
  if (char === "_") return UNDERSCORE;
  if (char === "-") return HYPHEN | END_SIGN | START_SIGN;
  if (/[:=+?&%]/.test(char)) return OTHER | END_SIGN | START_SIGN;
  if (/[.#$\\]/.test(char)) return OTHER | END_SIGN;
  return /[@/~]/.test(char) ? OTHER : 0;
});

const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0;

/** The names of one text while it is read. */
export class NameScan {
  readonly identifiers = new Set<string>();
  /** Letters and digits in an order that no language would spell so (`req-7f3a10`). */
  readonly handles: string[] = [];
  private readonly limit: number;
  private readonly judge: (run: string) => readonly string[];
  /** Of the run that was read last: what it is made of, where its signs at the end begin, whether it is `camelCase`. */
  private made = 0;
  private end = 0;
  private camel = false;

  constructor(limit: number, judge: (run: string) => readonly string[]) {
    this.limit = limit;
    this.judge = judge;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at++) {
      if (kindAt(text, at) === 0) continue;
      const start = at;
      at = this.readRun(text, start);
      if (at - start < SHORTEST_RUN_CHARS) continue;
      if ((this.made & DIGIT) !== 0 && (this.made & (LOWER | UPPER)) !== 0) this.takeHandles(text, start, at);
      if (at - start <= LONGEST_RUN_CHARS && this.identifiers.size < this.limit) this.takeNames(text, start, at);
      else if (this.isFull(at)) return;
    }
  }

  private isFull(at: number): boolean {
    return this.identifiers.size >= this.limit && (this.handles.length >= MOST_HANDLES || at >= HANDLES_WITHIN_CHARS);
  }

  /** Where the run ends. */
  private readRun(text: string, start: number): number {
    let made = 0;
    let signs = 0;
    let end = start;
    let before = 0;
    let camel = false;
    let at = start;
    for (; at < text.length; at++) {
      const kind = kindAt(text, at);
      if (kind === 0) break;
      if ((kind & END_SIGN) !== 0) {
        if (made !== 0 || (kind & START_SIGN) === 0) signs |= kind & (HYPHEN | OTHER);
      } else {
        made |= kind | signs;
        signs = 0;
        end = at + 1;
        if (kind === UPPER && (before === LOWER || before === DIGIT)) camel = true;
      }
      before = kind;
    }
    this.made = made;
    this.end = end;
    this.camel = camel;
    return at;
  }

  private takeNames(text: string, start: number, runEnd: number): void {
    const { made, end } = this;
    if ((made & ~(LOWER | HYPHEN)) === 0) return;
    const isWord = (made & ~(LOWER | UPPER)) === 0;
    // `Makefile`, `Dockerfile`, `LICENSE` are files by their names.
    if (isWord && !this.camel && made !== UPPER && !text.endsWith("file", end)) return;
    if ((kindAt(text, start) & END_SIGN) === 0 && this.isPlainName(text, start))
      this.identifiers.add(text.slice(start, end));
    else for (const name of this.judge(text.slice(start, runEnd))) this.identifiers.add(name);
  }

  /** Whether what is left without the signs at its end is a name for certain: `camelCase`, `snake_case`, a number. */
  private isPlainName(text: string, start: number): boolean {
    const { made, end, camel } = this;
    const chars = end - start;
    if (made === DIGIT) return chars >= NUMBER_CHARS.least && chars <= NUMBER_CHARS.most;
    if (chars < SHORTEST_RUN_CHARS || chars > LONGEST_NAME_CHARS) return false;
    if (made === (LOWER | UPPER)) return camel;
    const isSnake = (made & UNDERSCORE) !== 0 && (made & (HYPHEN | OTHER)) === 0;
    return isSnake && kindAt(text, start) !== UNDERSCORE && kindAt(text, end - 1) !== UNDERSCORE;
  }

  private takeHandles(text: string, runStart: number, runEnd: number): void {
    const last = Math.min(runEnd, HANDLES_WITHIN_CHARS);
    for (let at = runStart; at < last && this.handles.length < MOST_HANDLES; at++) {
      const start = at;
      let made = 0;
      for (; at < last && (kindAt(text, at) & OTHER) === 0; at++) made |= kindAt(text, at);
      const chars = at - start;
      if (chars < HANDLE_CHARS.least || chars > HANDLE_CHARS.most || (made & DIGIT) === 0) continue;
      if ((kindAt(text, start) & (LOWER | UPPER)) !== 0) this.handles.push(text.slice(start, at));
    }
  }
}
