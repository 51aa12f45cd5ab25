import type { JSX } from "preact";
import { formatCount, formatShare } from "../../../src/format";
import type { GaugePicture } from "../../../src/protocol/status";
import { word } from "../language/words";

export const gaugeText = (gauge: GaugePicture): string =>
  gauge.windowTokens === 0
    ? word("gaugeUnknown")
    : word("gaugeText", {
        used: formatCount(gauge.usedTokens),
        window: formatCount(gauge.windowTokens),
        share: formatShare(gauge.usedTokens / gauge.windowTokens),
      });

/** The spoken value of the meter: the number together with its limits. */
export const gaugeValueText = (gauge: GaugePicture): string =>
  [
    gaugeText(gauge),
    word(`gauge_${gauge.state}`),
    word(gauge.automatic === "off" ? "gaugeThresholdOff" : "gaugeThreshold", {
      tokens: formatCount(gauge.thresholdTokens),
    }),
  ].join(", ");

/** The slim gauge: its fill, and a tick at the compression threshold. */
export const SlimGauge = ({ gauge }: { readonly gauge: GaugePicture }): JSX.Element => {
  const scale = Math.max(1, gauge.windowTokens);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot show the threshold.
    <div
      class={`slim-gauge ${gauge.state}`}
      role="meter"
      data-testid="gauge"
      aria-label={word("gaugeLabel")}
      aria-valuemin={0}
      aria-valuemax={scale}
      aria-valuenow={Math.min(gauge.usedTokens, scale)}
      aria-valuetext={gaugeValueText(gauge)}
      title={gaugeValueText(gauge)}
    >
      <svg viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="1000" height="6" />
        <rect class="fill" width={Math.min(1000, (gauge.usedTokens / scale) * 1000)} height="6" />
        <rect class="tick" x={(gauge.thresholdTokens / scale) * 1000 - 2} width="4" height="6" />
      </svg>
    </div>
  );
};
