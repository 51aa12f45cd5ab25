/** A ratio of sums over sessions, with its 95% bootstrap interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Ratio {
  readonly part: number;
  readonly whole: number;
}

const RESAMPLINGS = 1_000;
const SEED = 20_260_601;
const LOW = 0.025;
const HIGH = 0.975;

/**
 * Resamples whole sessions, because calls of one session are not independent. The seed is fixed, so the same data gives
 * the same figures.
 */
export function bootstrapRatio(ratios: readonly Ratio[]): Interval {
  const random = mulberry32(SEED);
  const drawn = Array.from({ length: RESAMPLINGS }, () =>
    ratioOf(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? { part: 0, whole: 0 })),
  )
    .filter((value) => !Number.isNaN(value))
    .toSorted((a, b) => a - b);
  const at = (share: number) => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? Number.NaN;
  return { value: ratioOf(ratios), low: at(LOW), high: at(HIGH) };
}

const ratioOf = (ratios: readonly Ratio[]): number => {
  const part = ratios.reduce((sum, ratio) => sum + ratio.part, 0);
  const whole = ratios.reduce((sum, ratio) => sum + ratio.whole, 0);
  return whole === 0 ? Number.NaN : part / whole;
};

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
