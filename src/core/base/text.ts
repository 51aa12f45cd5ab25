/** The nearest place at or before `at` that does not split a surrogate pair: providers refuse half a character. */
export const characterBoundary = (text: string, at: number): number =>
  isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at;

/** At most the first `chars` characters, whole ones only. */
export const takeStart = (text: string, chars: number): string =>
  text.length <= chars ? text : text.slice(0, characterBoundary(text, chars));

/** At most the last `chars` characters, whole ones only. */
export function takeEnd(text: string, chars: number): string {
  const from = text.length - chars;
  return from <= 0 ? text : text.slice(isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** A pattern too long for one line, from its parts. */
export const joinPattern = (parts: readonly string[], flags = ""): RegExp => new RegExp(parts.join(""), flags);

/** The blocks in which text of others stands inside text of ours. */
const BLOCKS = ["persisted-output", "turn-context", "earlier-notes", "turns", "record", "hook-context"] as const;
/** Not seen by a reader, but skipped by a model: blanks, format characters, variation selectors. */
const UNSEEN = "[\\s\\p{Cf}\\u{fe00}-\\u{fe0f}]*";
const HYPHENS = "[-\\u{2010}-\\u{2015}\\u{2212}\\u{fe58}\\u{fe63}\\u{ff0d}_]";
/** From an ASCII character to its full-width form. */
const FULL_WIDTH = 0xfee0;
const OPENING_SIGNS = ["<", "\u{ff1c}", "\u{fe64}", "\u{2039}"] as const;
const CLOSING = joinPattern(
  [
    `[${OPENING_SIGNS.join("")}]${UNSEEN}[/\\u{ff0f}\\u{2044}\\u{2215}]${UNSEEN}(?:`,
    BLOCKS.map((name) => [...name].map(anyForm).join(UNSEEN)).join("|"),
    ")",
  ],
  "iuy",
);

/** Text of others that cannot end the block it stands in, however it writes the end mark. */
export function keepInBlock(text: string): string {
  const places = OPENING_SIGNS.flatMap((sign) => closingPlaces(text, sign)).toSorted((a, b) => a - b);
  if (places.length === 0) return text;
  const cuts = [0, ...places.map((at) => at + 1)];
  return cuts.map((from, index) => text.slice(from, cuts[index + 1])).join("\\");
}

/** Jumps from sign to sign: reading every character of a long prompt as a pattern takes ten times as long. */
function closingPlaces(text: string, sign: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (isPlainSign(text.charCodeAt(at + 1))) continue;
    CLOSING.lastIndex = at;
    if (CLOSING.test(text)) places.push(at);
  }
  return places;
}

/** A visible ASCII character other than the slash: behind an opening sign, such a one begins no end mark. */
const isPlainSign = (code: number): boolean => code > 0x20 && code < 0x7f && code !== 0x2f;

/** A letter, also as its full-width form. */
function anyForm(char: string): string {
  if (char === "-") return HYPHENS;
  const wide = (char.codePointAt(0) ?? 0) + FULL_WIDTH;
  return `[${char}\\u{${wide.toString(16)}}]`;
}

/**
 * Characters of one generation: a session of ten thousand messages. When a generation is full it becomes the old one;
 * texts that are asked for again move on, and the others are forgotten with the generation after.
 */
const GENERATION_CHARS = 24_000_000;
/** Looking up a shorter text costs as much as reading it. */
const SHORTEST_CHARS = 24;
/** What a kept text costs beside its characters. */
const ENTRY_CHARS = 100;

/**
 * A pure function that reads each text only once, by its content: the ledger, a summary, its check, and the next
 * compression all read the same messages, and a copy (a resumed session, a pruned view) has the same text. Callers
 * share the results, so these must not be changed.
 */
export function rememberByText<Found>(read: (text: string) => Found): (text: string) => Found {
  let young = new Map<string, Found>();
  let old = new Map<string, Found>();
  let youngChars = 0;
  const keep = (text: string, found: Found): Found => {
    if (youngChars > GENERATION_CHARS) {
      old = young;
      young = new Map();
      youngChars = 0;
    }
    young.set(text, found);
    youngChars += text.length + ENTRY_CHARS;
    return found;
  };
  return (text) => {
    if (text.length < SHORTEST_CHARS) return read(text);
    const known = young.get(text);
    if (known !== undefined) return known;
    const before = old.get(text);
    return keep(text, before === undefined ? read(text) : before);
  };
}
