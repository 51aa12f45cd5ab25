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
  return { value: ratioOf(ratios), low: quantile(drawn, LOW), high: quantile(drawn, HIGH) };
}

/** The difference of two ratios over the same sessions, which are resampled together. */
export function bootstrapDifference(ratios: readonly Ratio[], others: readonly Ratio[]): Interval {
  const random = mulberry32(SEED);
  const none = { part: 0, whole: 0 };
  const drawn = Array.from({ length: RESAMPLINGS }, () => {
    const places = ratios.map(() => Math.floor(random() * ratios.length));
    const pick = (from: readonly Ratio[]) => ratioOf(places.map((place) => from[place] ?? none));
    return pick(ratios) - pick(others);
  })
    .filter((value) => !Number.isNaN(value))
    .toSorted((a, b) => a - b);
  return { value: ratioOf(ratios) - ratioOf(others), low: quantile(drawn, LOW), high: quantile(drawn, HIGH) };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

const ratioOf = (ratios: readonly Ratio[]): number => {
  const part = ratios.reduce((sum, ratio) => sum + ratio.part, 0);
  const whole = ratios.reduce((sum, ratio) => sum + ratio.whole, 0);
  return whole === 0 ? Number.NaN : part / whole;
};

export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
