const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a, 32 bits: the same text gives the same number in every run. A seed continues an earlier hash. */
export function fnv1a(text: string, seed: number = FNV_OFFSET): number {
  let hash = seed >>> 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME) >>> 0;
  return hash;
}
