/** Takes a key out of the bytes a server sends back, before anything reads, shows or stores them. */
export interface KeyFilter {
  filter(chunk: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

/** Shorter ones are placeholders such as "none", which are no secret and occur in ordinary text. */
export const SHORTEST_KEY_CHARS = 12;
export const REDACTED_KEY = "[REDACTED]";
const REDACTED = new TextEncoder().encode(REDACTED_KEY);

export function createKeyFilter(keyText: string): KeyFilter {
  const key = new TextEncoder().encode(keyText);
  let held: Uint8Array = new Uint8Array();
  if (keyText.length < SHORTEST_KEY_CHARS) return { filter: (chunk) => chunk, end: () => held };
  return {
    filter(chunk) {
      const bytes = held.length === 0 ? chunk : joinBytes([held, chunk]);
      const parts: Uint8Array[] = [];
      let from = 0;
      for (let at = findKey(bytes, key, from); at >= 0; at = findKey(bytes, key, from)) {
        parts.push(bytes.subarray(from, at), REDACTED);
        from = at + key.length;
      }
      const kept = heldLength(bytes, key, from);
      held = bytes.slice(bytes.length - kept);
      const rest = bytes.subarray(from, bytes.length - kept);
      return parts.length === 0 ? rest : joinBytes([...parts, rest]);
    },
    end: () => held,
  };
}

function findKey(bytes: Uint8Array, key: Uint8Array, from: number): number {
  const [first = 0] = key;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (isAt(bytes, at, key, key.length)) return at;
  return -1;
}

/** How many bytes at the end may be the beginning of a key that the next chunk completes. */
function heldLength(bytes: Uint8Array, key: Uint8Array, from: number): number {
  for (let length = Math.min(key.length - 1, bytes.length - from); length > 0; length--)
    if (isAt(bytes, bytes.length - length, key, length)) return length;
  return 0;
}

function isAt(bytes: Uint8Array, at: number, key: Uint8Array, length: number): boolean {
  if (at + length > bytes.length) return false;
  for (let index = 0; index < length; index++) if (bytes[at + index] !== key[index]) return false;
  return true;
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
