import type { JSX } from "preact";
import { formatCount, formatUsd } from "../../src/format";
import type { SessionTotals, UsagePicture, UsageSlice } from "../../src/protocol/inspector";
import { Button } from "../shared/components/controls";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { Figure, Section } from "./section";

const RANGES_DAYS = [7, 30, 90] as const;

export const UsageSection = ({
  usage,
  totals,
}: {
  readonly usage: UsagePicture | null;
  readonly totals: SessionTotals | null;
}): JSX.Element => (
  <Section
    name="usage"
    aside={RANGES_DAYS.map((days) => (
      <Button
        key={days}
        label={word("lastDays", { days })}
        testId={`usage-${days}`}
        onClick={() => post({ type: "show-usage", days })}
      />
    ))}
  >
    {totals === null ? null : (
      <div class="figures" data-testid="session-totals">
        <Figure testId="total-cost" value={formatUsd(totals.costUsd)} label={word("sessionCost")} />
        <Figure
          testId="total-prompt"
          value={formatCount(totals.usage.input + totals.usage.cacheRead + totals.usage.cacheWrite)}
          label={word("promptTokens")}
        />
        <Figure testId="total-output" value={formatCount(totals.usage.output)} label={word("outputTokens")} />
        <Figure
          testId="total-summaries"
          value={formatCount(sizeOf(totals.auxiliaryUsage))}
          label={word("summaryTokens")}
        />
      </div>
    )}
    {usage === null ? null : (
      <>
        <Days days={usage.days} />
        <div class="tables">
          <Slices name="byModel" slices={usage.models} />
          <Slices name="bySession" slices={usage.sessions} />
        </div>
        <p class="facts" data-testid="usage-total">
          <span>
            {word("usageTotal", {
              cost: costOf(usage.total),
              count: usage.total.requests,
              tokens: formatCount(sizeOf(usage.total.usage)),
            })}
          </span>
        </p>
      </>
    )}
  </Section>
);

/** One month: with fewer days the bars keep their width. */
const MIN_SLOTS = 30;

const Days = ({ days }: { readonly days: readonly UsageSlice[] }): JSX.Element => {
  const amount = (slice: UsageSlice) => slice.costUsd ?? 0;
  const most = Math.max(...days.map(amount), 0.000_001);
  return (
    <figure class="days" data-testid="usage-days">
      <svg
        viewBox={`0 0 ${Math.max(MIN_SLOTS, days.length) * 10} 60`}
        preserveAspectRatio="none"
        role="img"
        aria-label={word("costByDay", { days: days.map((day) => `${day.label} ${costOf(day)}`).join(", ") })}
      >
        {days.map((day, index) => (
          <rect
            key={day.key}
            x={index * 10 + 1}
            y={60 - (amount(day) / most) * 58}
            width="8"
            height={(amount(day) / most) * 58}
          >
            <title>{`${day.label}: ${costOf(day)}`}</title>
          </rect>
        ))}
      </svg>
      <figcaption class="note">
        {days.length === 0 ? word("noUsage") : `${days[0]?.label ?? ""} – ${days.at(-1)?.label ?? ""}`}
      </figcaption>
    </figure>
  );
};

const Slices = ({
  name,
  slices,
}: {
  readonly name: "byModel" | "bySession";
  readonly slices: readonly UsageSlice[];
}): JSX.Element => (
  <table class="slices" data-testid={`usage-${name}`}>
    <caption>{word(name)}</caption>
    <thead>
      <tr>
        <th scope="col">{word("colName")}</th>
        <th scope="col" class="end">
          {word("colTokens")}
        </th>
        <th scope="col" class="end">
          {word("colCost")}
        </th>
      </tr>
    </thead>
    <tbody>
      {slices.map((slice) => (
        <tr key={slice.key}>
          <td>
            <span class="ellipsis">{cleanText(slice.label)}</span>
          </td>
          <td class="end number">{formatCount(sizeOf(slice.usage))}</td>
          <td class="end number">{costOf(slice)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const sizeOf = (usage: UsageSlice["usage"]): number => usage.input + usage.cacheRead + usage.cacheWrite + usage.output;

/** A sum without the requests of unknown price is marked as a lower bound. */
const costOf = ({ costUsd, unpricedRequests }: UsageSlice): string =>
  costUsd !== null && unpricedRequests > 0 ? `≥ ${formatUsd(costUsd)}` : formatUsd(costUsd);
