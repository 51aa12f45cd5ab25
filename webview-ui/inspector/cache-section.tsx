import type { JSX } from "preact";
import { formatCount, formatCountdown, formatShare, formatUsd } from "../../src/format";
import type { BreakpointPicture, CachedRequest, CachePicture } from "../../src/protocol/inspector";
import type { CachingStatus } from "../../src/protocol/status";
import { Icon } from "../shared/components/controls";
import { useNow } from "../shared/components/use-now";
import { word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { labelMarks } from "./bar/mark-labels";
import { Figure, Section } from "./section";

export const CacheSection = ({ cache }: { readonly cache: CachePicture }): JSX.Element => {
  const { status } = cache;
  const now = useNow(status.expiresAt);
  const left = status.expiresAt === null ? 0 : status.expiresAt - now;
  const expiry = status.expiresAt === null ? "–" : left > 0 ? formatCountdown(left) : word("expired");
  return (
    <Section name="cache">
      <p class="facts" data-testid="cache-state">
        <span>
          {word(stateWord(status), {
            ttl: status.ttl,
            rate: formatShare(status.hitRate ?? 0),
          })}
        </span>
        {status.why === "" ? null : <span>{cleanText(status.why)}</span>}
      </p>
      <div class="figures">
        <Figure
          testId="hit-rate"
          value={status.hitRate === null ? "–" : formatShare(status.hitRate)}
          label={word("hitRate")}
        />
        <Figure testId="cache-saved" value={formatUsd(cache.savedUsd)} label={word("saved")} />
        <Figure testId="cache-ttl" value={expiry} label={word("ttlLeft", { ttl: status.ttl })} />
      </div>
      {cache.lastMiss === null ? null : (
        <p class="miss" data-testid="miss-cause">
          <Icon name="warning" /> {word("missCause", { cause: cleanText(cache.lastMiss.cause) })}
        </p>
      )}
      {cache.lastRequest === null ? (
        <p class="note">{word(status.hitRate === null ? "noRequests" : "noRequestSinceOpening")}</p>
      ) : (
        <RequestBar request={cache.lastRequest} />
      )}
      {cache.lastRequest === null || cache.lastRequest.parts.length === 0 ? null : (
        <Parts parts={cache.lastRequest.parts} />
      )}
    </Section>
  );
};

function stateWord({ state, hitRate }: CachingStatus): "cacheStateOn" | "cacheOff" | "cacheUnknown" | "cacheSoFar" {
  if (state === "on") return "cacheStateOn";
  if (state === "off") return "cacheOff";
  return hitRate === null ? "cacheUnknown" : "cacheSoFar";
}

/** What the cache had of the newest request, part by part. */
const Parts = ({ parts }: Pick<CachedRequest, "parts">): JSX.Element => (
  <ul class="tiers" data-testid="cache-segments" aria-label={word("cacheSegments")}>
    {parts.map(({ kind, state }) => (
      <li key={kind} class={`badge tier-${state}`} data-testid={`cache-segment-${kind}`} data-state={state}>
        {word(`segment_${kind}`)}: {word(`tier_${state}`)}
      </li>
    ))}
  </ul>
);

/** Near the end of the bar, a label stands on the left of its mark. */
const LABEL_TURNS_AT_PERCENT = 90;

/** The newest request from first to last token: cached, written, and uncached parts, and the breakpoints. */
const RequestBar = ({ request }: { readonly request: CachedRequest }): JSX.Element => {
  const total = Math.max(1, request.promptTokens);
  const { usage } = request;
  const read = (usage?.cacheRead ?? 0) / total;
  const written = (usage?.cacheWrite ?? 0) / total;
  return (
    <div class="request" data-testid="request-bar">
      <p class="note">{word("lastRequest", { tokens: formatCount(request.promptTokens) })}</p>
      <div class="request-bar">
        <svg viewBox="0 0 1000 18" preserveAspectRatio="none" aria-hidden="true">
          <rect class="fresh" width="1000" height="18" />
          <rect class="written" width={Math.min(1, read + written) * 1000} height="18" />
          <rect class="read" width={Math.min(1, read) * 1000} height="18" />
        </svg>
        {request.breakpoints.map((breakpoint, index) => (
          <span
            key={index}
            class={`mark ${breakpoint.state}`}
            aria-hidden="true"
            style={{ insetInlineStart: `${Math.min(100, (breakpoint.atTokens / total) * 100)}%` }}
          />
        ))}
        {labelMarks(request.breakpoints.map(({ atTokens }) => (atTokens / total) * 100)).map(({ text, atPercent }) => (
          <span
            key={text}
            class={`mark-label ${atPercent > LABEL_TURNS_AT_PERCENT ? "turned" : ""}`}
            data-testid="mark-label"
            aria-hidden="true"
            style={{ insetInlineStart: `${atPercent}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <ul class="legend">
        <li>
          <span class="swatch read" aria-hidden="true" />
          {word("bar_read")} <span class="number">{formatCount(usage?.cacheRead ?? 0)}</span>
        </li>
        <li>
          <span class="swatch written" aria-hidden="true" />
          {word("bar_write")} <span class="number">{formatCount(usage?.cacheWrite ?? 0)}</span>
        </li>
        <li>
          <span class="swatch fresh" aria-hidden="true" />
          {word("bar_fresh")} <span class="number">{formatCount(usage?.input ?? 0)}</span>
        </li>
      </ul>
      <ol class="breakpoints" data-testid="breakpoints">
        {request.breakpoints.map((breakpoint, index) => (
          <li key={index} data-testid="breakpoint" data-state={breakpoint.state}>
            <Breakpoint breakpoint={breakpoint} />
          </li>
        ))}
      </ol>
    </div>
  );
};

const Breakpoint = ({ breakpoint }: { readonly breakpoint: BreakpointPicture }): JSX.Element => (
  <>
    {word(breakpoint.after === "system" ? "breakpointSystem" : "breakpointMessage")} ·{" "}
    <span class="number">{formatCount(breakpoint.atTokens)}</span> ·{" "}
    <span class={`state ${breakpoint.state}`}>{word(`breakpoint_${breakpoint.state}`)}</span>
  </>
);
