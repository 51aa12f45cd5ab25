import type { ContextMeasure } from "../core/agent/events";
import type { Model } from "../core/models/model";
import type { GaugePicture, GaugeState, ModelPicture } from "../protocol";

/** Amber starts at this share of the threshold, so that a compression never comes as a surprise. */
const NEAR_SHARE = 0.85;

/** The engine's defaults, drawn until the first measurement arrives. */
const DEFAULT_THRESHOLD = 0.5;
const DEFAULT_HYGIENE = 0.85;

export function presentGauge(measure: ContextMeasure): GaugePicture {
  const { usedTokens, source, windowTokens, windowOrigin, thresholdTokens, hygieneTokens, turnsLeft } = measure;
  return {
    usedTokens,
    source,
    windowTokens,
    windowOrigin,
    thresholdTokens,
    hygieneTokens,
    turnsLeft,
    state: gaugeState(measure),
  };
}

/** An empty gauge of a known window: the gauge is there from message one. */
export const emptyGauge = (model: Model | null): GaugePicture => {
  const windowTokens = model?.windowTokens ?? 0;
  return {
    usedTokens: 0,
    source: "estimated",
    windowTokens,
    windowOrigin: model?.windowOrigin ?? "guessed",
    state: "calm",
    turnsLeft: null,
    thresholdTokens: Math.round(windowTokens * DEFAULT_THRESHOLD),
    hygieneTokens: Math.round(windowTokens * DEFAULT_HYGIENE),
  };
};

export const presentModel = (model: Model | null, note?: string): ModelPicture => ({
  label: model?.label ?? "",
  provider: model?.provider ?? "",
  kind: model?.provider === "rehearsal" ? "rehearsal" : "model",
  ...(note === undefined ? {} : { note }),
});

function gaugeState({ usedTokens, thresholdTokens, hygieneTokens }: ContextMeasure): GaugeState {
  if (usedTokens >= hygieneTokens) return "full";
  if (usedTokens >= thresholdTokens) return "over";
  return usedTokens >= thresholdTokens * NEAR_SHARE ? "near" : "calm";
}
