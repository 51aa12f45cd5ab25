import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatCount, formatMs, formatUsd } from "../../src/format";
import type { TimelineBar } from "../../src/protocol/inspector";
import { Button } from "../shared/components/controls";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { Section } from "./section";

/** Drawing units, stretched to the available width. */
const BAR_WIDTH = 10;
const HEIGHT = 100;
/** With only two requests, bars would be as wide as the page; the empty space on the right suggests more to come. */
const MIN_SLOTS = 40;

export const TimelineSection = ({ bars }: { readonly bars: readonly TimelineBar[] }): JSX.Element => {
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = Math.max(
    0,
    bars.findLastIndex(({ requestId }) => requestId === chosen),
  );
  const current = chosen === null ? bars.length - 1 : selected;
  const bar = bars[current];
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const next = bars[current + step];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    setChosen(next.requestId);
    document.getElementById(barId(next.requestId))?.focus();
  };
  if (bar === undefined)
    return (
      <Section name="timeline">
        <p class="note">{word("noRequests")}</p>
      </Section>
    );
  return (
    <Section name="timeline">
      <Chart bars={bars} current={current} onChoose={setChosen} onKeyDown={move} />
      <ul class="legend">
        {(["read", "write", "fresh", "output"] as const).map((part) => (
          <li key={part}>
            <span class={`swatch bar-${part}`} aria-hidden="true" />
            {word(`bar_${part}`)}
          </li>
        ))}
        <li>
          <span class="swatch bar-compression" aria-hidden="true" />
          {word("bar_compression")}
        </li>
        <li class="note">{word("peak", { tokens: formatCount(Math.max(...bars.map(heightOf))) })}</li>
      </ul>
      <p class="bar-detail" data-testid="bar-detail" aria-live="polite">
        <span class="strong">{word("requestNumber", { number: current + 1 })}</span> {describe(bar)}
        <Button
          look="link"
          label={word("openRequest")}
          testId="open-request"
          onClick={() => post({ type: "open-request", requestId: bar.requestId })}
        />
      </p>
    </Section>
  );
};

interface ChartProps {
  readonly bars: readonly TimelineBar[];
  readonly current: number;
  readonly onChoose: (requestId: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const Chart = ({ bars, current, onChoose, onKeyDown }: ChartProps): JSX.Element => {
  const tallest = Math.max(1, ...bars.map(heightOf));
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no <fieldset>.
    <svg
      class="timeline"
      data-testid="timeline"
      viewBox={`0 0 ${Math.max(MIN_SLOTS, bars.length) * BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="group"
      aria-label={word("section_timeline")}
      onKeyDown={onKeyDown}
    >
      {bars.map((bar, index) => (
        // biome-ignore lint/a11y/useSemanticElements: SVG has no <button>.
        <g
          key={bar.requestId}
          id={barId(bar.requestId)}
          class={`bar ${index === current ? "chosen" : ""} ${bar.purpose}`}
          role="button"
          tabindex={index === current ? 0 : -1}
          aria-pressed={index === current}
          aria-label={`${word("requestNumber", { number: index + 1 })} ${describe(bar)}`}
          data-testid="bar"
          onClick={() => onChoose(bar.requestId)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === " ") post({ type: "open-request", requestId: bar.requestId });
          }}
        >
          <rect class="hit" x={index * BAR_WIDTH} width={BAR_WIDTH} height={HEIGHT} />
          <Stack bar={bar} x={index * BAR_WIDTH} scale={HEIGHT / tallest} />
          {bar.afterCompression === null ? null : (
            <rect
              class="bar-compression"
              data-testid="compression-mark"
              x={index * BAR_WIDTH - 0.8}
              width="1.6"
              height={HEIGHT}
            />
          )}
        </g>
      ))}
    </svg>
  );
};

const Stack = ({
  bar,
  x,
  scale,
}: {
  readonly bar: TimelineBar;
  readonly x: number;
  readonly scale: number;
}): JSX.Element => {
  let top = HEIGHT;
  return (
    <>
      {partsOf(bar).map(([part, tokens]) => {
        const height = tokens * scale;
        top -= height;
        return <rect key={part} class={`bar-${part}`} x={x + 1.2} y={top} width={BAR_WIDTH - 2.4} height={height} />;
      })}
    </>
  );
};

/** Bottom to top; until usage is known, the estimate is the only part. */
function partsOf({
  usage,
  estimatedTokens,
}: TimelineBar): readonly (readonly ["read" | "write" | "fresh" | "output", number])[] {
  if (usage === null) return [["fresh", estimatedTokens]];
  return [
    ["read", usage.cacheRead],
    ["write", usage.cacheWrite],
    ["fresh", usage.input],
    ["output", usage.output],
  ];
}

const heightOf = (bar: TimelineBar): number => partsOf(bar).reduce((sum, [, tokens]) => sum + tokens, 0);
const barId = (requestId: string): string => `bar-${requestId}`;

function describe({ usage, costUsd, durationMs, purpose, estimatedTokens, afterCompression }: TimelineBar): string {
  const parts =
    usage === null
      ? word("barEstimated", { tokens: formatCount(estimatedTokens) })
      : word("barParts", {
          read: formatCount(usage.cacheRead),
          write: formatCount(usage.cacheWrite),
          fresh: formatCount(usage.input),
          output: formatCount(usage.output),
        });
  const tail = [
    costUsd === null ? "" : formatUsd(costUsd),
    durationMs === null ? "" : formatMs(durationMs),
    purpose === "summary" ? word("barSummary") : "",
    afterCompression === null ? "" : word("barAfterCompression"),
  ];
  return [parts, ...tail.filter((text) => text !== "")].join(" · ");
}
