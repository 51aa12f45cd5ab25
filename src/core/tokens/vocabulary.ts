/**
 * The tokens of a byte-pair vocabulary by their bytes. One table over all bytes instead of a map of strings: counting
 * looks up every word of a session, and neither cuts a word out nor follows a pointer for it.
 */
export class Vocabulary {
  private readonly bytes: Uint8Array;
  /** Where each token begins; it ends where the next one begins. */
  private readonly starts: Int32Array;
  private readonly ranks: Int32Array;
  private readonly hashes: Int32Array;
  /** Places of tokens plus one, zero where free. */
  private readonly slots: Int32Array;
  /** Whether a token of a few characters of ASCII exists, by them. */
  private readonly shortOnes = new Uint8Array(2 << (SHORT_BYTES * ASCII_BITS));

  /** Lines of "! offset token token …": the first token has the rank of the offset, tokens are base64. */
  constructor(lines: string) {
    this.bytes = new Uint8Array(lines.length);
    const most = lines.length >> 1;
    const starts = new Int32Array(most + 1);
    const ranks = new Int32Array(most);
    let count = 0;
    let used = 0;
    for (const line of lines.split("\n")) {
      const offsetAt = line.indexOf(" ") + 1;
      const tokensAt = line.indexOf(" ", offsetAt) + 1;
      let rank = Number(line.slice(offsetAt, tokensAt));
      for (let at = tokensAt; at > 0 && at < line.length; ) {
        const end = endOfToken(line, at);
        starts[count] = used;
        ranks[count++] = rank++;
        used = this.decode(line, { start: at, end }, used);
        at = end + 1;
      }
    }
    starts[count] = used;
    this.starts = starts.slice(0, count + 1);
    this.ranks = ranks.slice(0, count);
    this.hashes = new Int32Array(count);
    this.slots = new Int32Array(SLOTS);
    for (let token = 0; token < count; token++) this.place(token);
  }

  /** The rank of these bytes, whose hash is known; `NO_RANK` where they are no token. */
  rankOf(hash: number, source: Uint8Array, start: number, end: number): number {
    for (let slot = slotOf(hash); ; slot = (slot + 1) & (SLOTS - 1)) {
      const token = (this.slots[slot] ?? 0) - 1;
      if (token < 0) return NO_RANK;
      if (this.hashes[token] === hash && this.holds(token, source, start, end)) return this.ranks[token] ?? NO_RANK;
    }
  }

  /** Whether a part of a text is one token, as far as it is ASCII. */
  hasText(text: string, start: number, end: number): boolean {
    if (end - start <= SHORT_BYTES) return this.hasShortText(text, start, end);
    if (end - start > LONGEST_TOKEN_BYTES) return false;
    let hash = 0;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) return false;
      hash = addByte(hash, code);
    }
    for (let slot = slotOf(hash); ; slot = (slot + 1) & (SLOTS - 1)) {
      const token = (this.slots[slot] ?? 0) - 1;
      if (token < 0) return false;
      if (this.hashes[token] === hash && this.holdsText(token, text, start, end)) return true;
    }
  }

  /** Half of all pieces are this short, and their characters together are a place in a table. */
  private hasShortText(text: string, start: number, end: number): boolean {
    let place = 1;
    for (let at = start; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code >= ASCII_END) return false;
      place = (place << ASCII_BITS) | code;
    }
    return this.shortOnes[place] === 1;
  }

  private place(token: number): void {
    const bytes = this.bytes.subarray(this.starts[token], this.starts[token + 1]);
    const hash = bytes.reduce(addByte, 0);
    if (bytes.length <= SHORT_BYTES && bytes.every((byte) => byte < ASCII_END))
      this.shortOnes[bytes.reduce((place, byte) => (place << ASCII_BITS) | byte, 1)] = 1;
    this.hashes[token] = hash;
    let slot = slotOf(hash);
    while (this.slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.slots[slot] = token + 1;
  }

  private holds(token: number, source: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[token] ?? 0;
    const length = end - start;
    if ((this.starts[token + 1] ?? 0) - from !== length) return false;
    for (let at = 0; at < length; at++) if (this.bytes[from + at] !== source[start + at]) return false;
    return true;
  }

  private holdsText(token: number, text: string, start: number, end: number): boolean {
    const from = this.starts[token] ?? 0;
    const length = end - start;
    if ((this.starts[token + 1] ?? 0) - from !== length) return false;
    for (let at = 0; at < length; at++) if (this.bytes[from + at] !== text.charCodeAt(start + at)) return false;
    return true;
  }

  /** Writes the bytes of a base64 token; returns where the next one begins. */
  private decode(line: string, { start, end }: { readonly start: number; readonly end: number }, from: number): number {
    let bits = 0;
    let pending = 0;
    let to = from;
    for (let at = start; at < end; at++) {
      const digit = BASE64[line.charCodeAt(at)] ?? NO_DIGIT;
      if (digit === NO_DIGIT) break;
      pending = (pending << 6) | digit;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      this.bytes[to++] = (pending >> bits) & 0xff;
    }
    return to;
  }
}

export const NO_RANK = -1;
/** No token of o200k is longer, so longer candidates are not looked up. */
export const LONGEST_TOKEN_BYTES = 128;
const ASCII_BITS = 7;
const ASCII_END = 1 << ASCII_BITS;
const SHORT_BYTES = 3;
/** More than twice the tokens of the largest vocabulary. */
const SLOTS = 2 ** 19;
const SLOT_SHIFT = 32 - 19;

/** A polynomial over the bytes, so that the hash of two parts together follows from theirs. */
const BASE = 0x01000193;
export const addByte = (hash: number, byte: number): number => (Math.imul(hash, BASE) + byte + 1) | 0;
/** The hash of a part followed by another. */
export const joinHashes = (first: number, second: number, secondBytes: number): number =>
  (Math.imul(first, powers[secondBytes] ?? 0) + second) | 0;

const powers = new Int32Array(LONGEST_TOKEN_BYTES + 1);
powers[0] = 1;
for (let exponent = 1; exponent < powers.length; exponent++)
  powers[exponent] = Math.imul(powers[exponent - 1] ?? 0, BASE);

/** The upper bits of a product spread what the lower ones repeat. */
const slotOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> SLOT_SHIFT;

function endOfToken(line: string, start: number): number {
  const blank = line.indexOf(" ", start);
  return blank < 0 ? line.length : blank;
}

const NO_DIGIT = 0xff;
const BASE64 = new Uint8Array(ASCII_END).fill(NO_DIGIT);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((char, digit) => {
  BASE64[char.charCodeAt(0)] = digit;
});
