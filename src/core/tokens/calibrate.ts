/**
 * How far our estimate is off for each model, learned from the usage its provider reports. Ratios are plain data,
 * so they can be kept with a session.
 */
export interface Calibration {
  readonly ratios: Readonly<Record<string, ModelRatio>>;
}

export interface ModelRatio {
  readonly ratio: number;
  readonly samples: number;
}

export interface Observation {
  readonly model: string;
  readonly estimatedTokens: number;
  /** The provider's `prompt` (never output) for the very request that was estimated. */
  readonly promptTokens: number;
}

export const uncalibrated: Calibration = { ratios: {} };

/**
 * Weight of a new observation once there are several: follows a change of content within a few requests, ignores one
 * odd reply.
 */
const NEW_SAMPLE_WEIGHT = 0.3;
/** Requests this small are mostly framing; their ratio says nothing about text. */
const MINIMUM_ESTIMATE_TOKENS = 200;
/** A ratio beyond these comes from a broken usage report, not from a tokenizer. */
const RATIO_BOUNDS = { low: 0.3, high: 4 } as const;

export function observePrompt(calibration: Calibration, observation: Observation): Calibration {
  const { model, estimatedTokens, promptTokens } = observation;
  if (!(estimatedTokens >= MINIMUM_ESTIMATE_TOKENS) || !(promptTokens > 0)) return calibration;
  const seen = promptTokens / estimatedTokens;
  if (seen < RATIO_BOUNDS.low || seen > RATIO_BOUNDS.high) return calibration;
  const before = ratioOf(calibration, model);
  const weight = before.samples === 0 ? 1 : Math.max(NEW_SAMPLE_WEIGHT, 1 / (before.samples + 1));
  const next: ModelRatio = { ratio: before.ratio + weight * (seen - before.ratio), samples: before.samples + 1 };
  return { ratios: { ...calibration.ratios, [model]: next } };
}

export const calibrateTokens = (calibration: Calibration, model: string, estimatedTokens: number): number =>
  Math.round(estimatedTokens * ratioOf(calibration, model).ratio);

const ratioOf = (calibration: Calibration, model: string): ModelRatio =>
  Object.hasOwn(calibration.ratios, model) ? (calibration.ratios[model] ?? NO_RATIO) : NO_RATIO;

const NO_RATIO: ModelRatio = { ratio: 1, samples: 0 };
