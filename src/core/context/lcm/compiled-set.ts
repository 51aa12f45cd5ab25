import type { CharSet } from "./pattern-syntax";

/** A set of characters made ready to be asked about millions of times. */
export interface CompiledSet {
  has(code: number): boolean;
}

const ASCII = 128;

/** Nearly all text is ASCII, for which the answers are written down beforehand. */
export function compileSet({ ranges, negated }: CharSet): CompiledSet {
  const inside = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
  const holds = (code: number) => (inside(code) || inside(otherCase(code))) !== negated;
  const table = Uint8Array.from({ length: ASCII }, (_, code) => Number(holds(code)));
  return { has: (code) => (code < ASCII ? table[code] === 1 : holds(code)) };
}

export function uniteSets(sets: readonly CompiledSet[]): CompiledSet {
  const holds = (code: number) => sets.some((set) => set.has(code));
  const table = Uint8Array.from({ length: ASCII }, (_, code) => Number(holds(code)));
  return { has: (code) => (code < ASCII ? table[code] === 1 : holds(code)) };
}

function otherCase(code: number): number {
  const char = String.fromCharCode(code);
  const lower = char.toLowerCase();
  return (lower === char ? char.toUpperCase() : lower).charCodeAt(0);
}
