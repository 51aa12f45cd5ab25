import type { JSX } from "preact";
import { formatCount, formatGrowth, formatShare } from "../../src/format";
import type { ContextPicture } from "../../src/protocol/inspector";
import { gaugeValueText } from "../shared/components/gauge";
import { word } from "../shared/language/words";
import type { Piece } from "./bar/families";
import { FAMILIES, membersOf, shownSegments } from "./bar/families";

/** The window from left to right: used segments, free space, the reserve for the reply. */
function piecesOf(context: ContextPicture): readonly Piece[] {
  const { gauge, segments, outputReserveTokens } = context;
  const left = Math.max(0, gauge.windowTokens - gauge.usedTokens);
  const reserve = Math.min(left, outputReserveTokens);
  return [...shownSegments(segments, gauge.usedTokens), roomOf("free", left - reserve), roomOf("reserve", reserve)];
}

const roomOf = (name: "free" | "reserve", tokens: number): Piece => ({ name, tokens, drawnTokens: tokens });

export const LargeGauge = ({ context }: { readonly context: ContextPicture }): JSX.Element => {
  const { gauge } = context;
  const scale = Math.max(1, gauge.windowTokens, gauge.usedTokens);
  const pieces = piecesOf(context);
  return (
    <div class="large-gauge">
      <div class="lines" aria-hidden="true">
        <Line
          at={gauge.thresholdTokens / scale}
          name="threshold"
          label={word(gauge.automatic === "off" ? "thresholdOffLine" : "thresholdLine", {
            tokens: formatCount(gauge.thresholdTokens),
          })}
        />
        <Line
          at={gauge.hygieneTokens / scale}
          name="hygiene"
          label={word("hygieneLine", { tokens: formatCount(gauge.hygieneTokens) })}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot show segments. */}
      <div
        role="meter"
        data-testid="large-gauge"
        aria-label={word("gaugeLabel")}
        aria-valuemin={0}
        aria-valuemax={scale}
        aria-valuenow={gauge.usedTokens}
        aria-valuetext={gaugeValueText(gauge)}
      >
        <Bar pieces={pieces} scale={scale} />
      </div>
      <Legend pieces={pieces} scale={scale} />
    </div>
  );
};

/** Three families of color and the room left, each with its sum; the members are shades of their family. */
const Legend = ({ pieces, scale }: { readonly pieces: readonly Piece[]; readonly scale: number }): JSX.Element => (
  <div class="families" data-testid="legend">
    {FAMILIES.map((family) => {
      const members = membersOf(family, pieces);
      return members.length === 0 ? null : (
        <section key={family} class="family" data-testid={`family-${family}`} aria-label={word(`family_${family}`)}>
          <h3 title={word(`family_${family}_why`)}>
            {word(`family_${family}`)}{" "}
            <span class="number">{formatCount(members.reduce((sum, { tokens }) => sum + tokens, 0))}</span>
          </h3>
          <ul>
            {members.map(({ name, tokens, onDemand }) => (
              <li key={name} data-testid={`segment-${name}`} title={hintOf(name)}>
                <span class={`swatch segment-${name}`} aria-hidden="true" />
                <span class="ellipsis">{word(`segment_${name}`)}</span>
                <span class="number">{formatCount(tokens)}</span>
                <span class="number note">{(tokens < 0 ? formatGrowth : formatShare)(tokens / scale)}</span>
                {onDemand === undefined ? null : (
                  <span class="note on-demand" data-testid="tools-on-demand">
                    {word("toolsOnDemand", { count: onDemand.tools, tokens: formatCount(onDemand.tokens) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </div>
);

const hintOf = (name: Piece["name"]): string =>
  name === "overhead" ? word("segment_overhead_why") : word(`segment_${name}`);

const Bar = ({ pieces, scale }: { readonly pieces: readonly Piece[]; readonly scale: number }): JSX.Element => {
  let at = 0;
  return (
    <svg viewBox="0 0 1000 26" preserveAspectRatio="none" aria-hidden="true">
      {pieces.map(({ name, tokens, drawnTokens }) => {
        const x = (at / scale) * 1000;
        at += drawnTokens;
        return (
          <rect
            key={name}
            class={`segment-${name}`}
            x={x}
            width={Math.max(0, (drawnTokens / scale) * 1000 - 1.5)}
            height="26"
          >
            <title>{`${word(`segment_${name}`)}: ${formatCount(tokens)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
};

/** Right of this share of the bar, a label stands on the left of its line, because it would leave the page. */
const LABEL_TURNS_AT = 0.55;

const Line = ({
  at,
  name,
  label,
}: {
  readonly at: number;
  readonly name: string;
  readonly label: string;
}): JSX.Element => (
  <span
    class={`line ${name} ${at > LABEL_TURNS_AT ? "turned" : ""}`}
    style={{ insetInlineStart: `${Math.min(100, at * 100)}%` }}
  >
    <span class="line-label">{label}</span>
  </span>
);
