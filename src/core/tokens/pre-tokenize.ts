/**
 * Where the piece ends that begins here. Pieces are what o200k merges within, by the rules of its published pattern,
 * walked by hand: the pattern as one regular expression backtracks, and on megabytes of letters its engine runs out of
 * stack. In order: a word that ends in lower case, a word that starts in upper case, up to three digits, punctuation,
 * line ends, blanks.
 */
export function pieceEnd(text: string, at: number): number {
  // Nearly every word: upper-case letters of ASCII, then lower-case ones, at most one other sign before them.
  const start = (plainClassAt(text, at) & (LETTER | DIGIT | LINE_END | FOREIGN)) === 0 ? at + 1 : at;
  let end = start;
  while ((plainClassAt(text, end) & UPPER) !== 0) end++;
  while ((plainClassAt(text, end) & LOWER) !== 0) end++;
  const isForeign = (plainClassAt(text, end) & FOREIGN) !== 0;
  if (end > start && !isForeign) return end + contractionWidth(text, end);
  const word = isForeign ? wordEnd(text, at) : undefined;
  return word ?? numberEnd(text, at) ?? punctuationEnd(text, at) ?? blankEnd(text, at);
}

/**
 * Character classes as bits: title and upper case, lower case, letters without case and marks, digits, blanks, line
 * ends.
 */
const UPPER = 1;
const LOWER = 2;
const CASELESS = 4;
const MARK = 8;
const DIGIT = 16;
const BLANK = 32;
const LINE_END = 64;

/** Beyond ASCII: what it is has to be looked up. */
const FOREIGN = 128;

const STARTS_WORD = UPPER | CASELESS | MARK;
const ENDS_WORD = LOWER | CASELESS | MARK;
const LETTER = UPPER | LOWER | CASELESS;

function wordEnd(text: string, at: number): number | undefined {
  const first = classAt(text, at);
  const canLead = (first & (LETTER | DIGIT | LINE_END)) === 0;
  const afterLead = at + widthAt(text, at);
  const end =
    (canLead ? lowerWordEnd(text, afterLead) : undefined) ??
    lowerWordEnd(text, at) ??
    (canLead ? upperWordEnd(text, afterLead) : undefined) ??
    upperWordEnd(text, at);
  return end === undefined ? undefined : end + contractionWidth(text, end);
}

/**
 * Upper-case letters, then at least one that may end a word; letters without case are both, so the last such one is
 * given back.
 */
function lowerWordEnd(text: string, at: number): number | undefined {
  let end = at;
  let lastShared: number | undefined;
  while (end < text.length) {
    const kind = classAt(text, end);
    if ((kind & STARTS_WORD) === 0) break;
    end += widthAt(text, end);
    if ((kind & ENDS_WORD) !== 0) lastShared = end;
  }
  const beyond = runEnd(text, end, ENDS_WORD);
  return beyond > end ? beyond : lastShared;
}

function upperWordEnd(text: string, at: number): number | undefined {
  const end = runEnd(text, at, STARTS_WORD);
  return end === at ? undefined : runEnd(text, end, ENDS_WORD);
}

const contractions = /'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL])/y;

function contractionWidth(text: string, at: number): number {
  if (text[at] !== "'") return 0;
  contractions.lastIndex = at;
  return contractions.exec(text)?.[0].length ?? 0;
}

/** Numbers are split into groups of three. */
function numberEnd(text: string, at: number): number | undefined {
  let end = at;
  for (let digits = 0; digits < 3 && end < text.length && (classAt(text, end) & DIGIT) !== 0; digits++)
    end += widthAt(text, end);
  return end === at ? undefined : end;
}

function punctuationEnd(text: string, at: number): number | undefined {
  const start = text[at] === " " ? at + 1 : at;
  let end = start;
  while (end < text.length && (classAt(text, end) & (LETTER | DIGIT | BLANK | LINE_END)) === 0)
    end += widthAt(text, end);
  if (end === start) return undefined;
  while (end < text.length && (text[end] === "\n" || text[end] === "\r" || text[end] === "/")) end++;
  return end;
}

/** Blanks up to the last line end among them; else all but the one that belongs to what follows. */
function blankEnd(text: string, at: number): number {
  let end = at;
  let afterLineEnd = at;
  while (end < text.length) {
    const kind = classAt(text, end);
    if ((kind & (BLANK | LINE_END)) === 0) break;
    end += widthAt(text, end);
    if ((kind & LINE_END) !== 0) afterLineEnd = end;
  }
  if (afterLineEnd > at) return afterLineEnd;
  return end === text.length || end === at + 1 ? end : end - 1;
}

function runEnd(text: string, at: number, classes: number): number {
  let end = at;
  while (end < text.length && (classAt(text, end) & classes) !== 0) end += widthAt(text, end);
  return end;
}

const isPair = (text: string, at: number): boolean => {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
};

const widthAt = (text: string, at: number): number => (isPair(text, at) ? 2 : 1);

function classAt(text: string, at: number): number {
  if (isPair(text, at)) return classOf(text.slice(at, at + 2));
  const code = text.charCodeAt(at);
  const known = classes[code];
  if (known !== undefined && known !== 0) return known - 1;
  const found = classOf(String.fromCharCode(code));
  classes[code] = found + 1;
  return found;
}

/** Class plus one of every character met so far, zero for those not met. */
const classes = new Uint8Array(0x1_0000);

/** Classes of ASCII; nothing behind the end of a text. */
const plainClassAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < PLAIN_CLASSES.length ? (PLAIN_CLASSES[code] ?? 0) : code >= PLAIN_CLASSES.length ? FOREIGN : 0;
};

function classOf(character: string): number {
  if (/[\r\n]/.test(character)) return LINE_END;
  if (/\s/u.test(character)) return BLANK;
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER;
  if (/\p{Ll}/u.test(character)) return LOWER;
  if (/\p{L}/u.test(character)) return CASELESS;
  if (/\p{M}/u.test(character)) return MARK;
  return /\p{N}/u.test(character) ? DIGIT : 0;
}

const PLAIN_CLASSES = Uint8Array.from({ length: 0x80 }, (_, code) => classOf(String.fromCharCode(code)));
