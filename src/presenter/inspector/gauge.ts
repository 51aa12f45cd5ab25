import type { ContextMeasure } from "../../core/agent/events";
import { DEFAULT_POLICY, HYGIENE_RATIO, SOFT_MARK_RATIO } from "../../core/context/policy";
import type { Model } from "../../core/models/model";
import type { GaugePicture, GaugeState, ModelPicture } from "../../protocol/status";

export function presentGauge(measure: ContextMeasure): GaugePicture {
  const { usedTokens, source, windowTokens, windowOrigin, thresholdTokens, hygieneTokens, turnsLeft } = measure;
  return {
    usedTokens,
    source,
    windowTokens,
    windowOrigin,
    ...(measure.windowReason !== undefined && { windowReason: measure.windowReason }),
    thresholdTokens,
    ...(measure.automatic !== undefined && { automatic: measure.automatic }),
    hygieneTokens,
    turnsLeft,
    state: gaugeState(measure),
  };
}

/** An empty gauge of a known window, with the default marks: the gauge is there before the first measurement. */
export const emptyGauge = (model: Model | null): GaugePicture => {
  const windowTokens = model?.windowTokens ?? 0;
  return {
    usedTokens: 0,
    source: "estimated",
    windowTokens,
    windowOrigin: model?.windowOrigin ?? "guessed",
    state: "calm",
    turnsLeft: null,
    thresholdTokens: Math.round(windowTokens * DEFAULT_POLICY.threshold),
    hygieneTokens: Math.round(windowTokens * HYGIENE_RATIO),
  };
};

export const presentModel = (model: Model | null, note?: string): ModelPicture => ({
  label: model?.label ?? "",
  provider: model?.provider ?? "",
  kind: model?.provider === "rehearsal" ? "rehearsal" : "model",
  ...(note === undefined ? {} : { note }),
});

/** The state of a window of which only the marks are known. */
export const gaugeStateOf = (
  marks: Pick<ContextMeasure, "usedTokens" | "thresholdTokens" | "windowTokens">,
): GaugeState => gaugeState({ ...marks, hygieneTokens: Math.round(marks.windowTokens * HYGIENE_RATIO) });

function gaugeState({
  usedTokens,
  thresholdTokens,
  hygieneTokens,
}: Pick<ContextMeasure, "usedTokens" | "thresholdTokens" | "hygieneTokens">): GaugeState {
  if (usedTokens >= hygieneTokens) return "full";
  if (usedTokens >= thresholdTokens) return "over";
  return usedTokens >= thresholdTokens * SOFT_MARK_RATIO ? "near" : "calm";
}
