import type { JSX } from "preact";
import { formatCountdown, formatShare, formatUsd } from "../../src/format";
import type { HeaderPicture } from "../../src/protocol/chat";
import type { CachingStatus } from "../../src/protocol/status";
import { Icon, IconButton } from "../shared/components/controls";
import { gaugeText, SlimGauge } from "../shared/components/gauge";
import { useNow } from "../shared/components/use-now";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";

/** One line at every width: what the window holds, the cache, the cost. The model stands in the composer. */
export const Header = ({ header }: { readonly header: HeaderPicture }): JSX.Element => (
  <header class="chat-header">
    <SlimGauge gauge={header.gauge} />
    <div class="chat-status">
      <button
        type="button"
        class="status-part strong"
        data-testid="open-inspector"
        title={word("openInspector")}
        onClick={() => post({ type: "open-inspector", section: "context" })}
      >
        <span class="visually-hidden">{word("openInspector")}: </span>
        {gaugeText(header.gauge)}
      </button>
      <Caching caching={header.caching} route={header.model.provider} />
      <p class="visually-hidden" role="status" data-testid="near-threshold">
        {header.gauge.state === "calm" || header.gauge.automatic === "off" ? "" : word("nearThreshold")}
      </p>
      {header.costUsd === null ? null : (
        <button
          type="button"
          class="status-part"
          data-testid="session-cost"
          title={word("sessionCost")}
          onClick={() => post({ type: "open-inspector", section: "usage" })}
        >
          <span class="visually-hidden">{word("sessionCost")}: </span>
          {formatUsd(header.costUsd)}
        </button>
      )}
      <IconButton
        icon="history"
        label={word("history")}
        testId="open-history"
        onClick={() => post({ type: "show-history", query: "" })}
      />
    </div>
  </header>
);

interface CachingProps {
  readonly caching: CachingStatus;
  readonly route: string;
}

const Caching = ({ caching, route }: CachingProps): JSX.Element => {
  const now = useNow(caching.expiresAt);
  const left = caching.expiresAt === null ? 0 : caching.expiresAt - now;
  const rate = caching.hitRate === null ? word("cacheNoRate") : formatShare(caching.hitRate);
  const expiry = left > 0 ? `, ${word("cacheExpires", { time: formatCountdown(left) })}` : "";
  const spoken =
    caching.state === "on"
      ? word("cacheOn", { route, ttl: caching.ttl, rate }) + expiry
      : word(caching.state === "off" ? "cacheOff" : caching.hitRate === null ? "cacheUnknown" : "cacheSoFar", {
          route,
          rate,
        });
  const title = caching.why === "" ? spoken : `${spoken} — ${caching.why}`;
  return (
    <button
      type="button"
      class={`status-part caching ${caching.state}`}
      data-testid="caching-status"
      title={title}
      aria-label={title}
      onClick={() => post({ type: "open-inspector", section: "cache" })}
    >
      <Icon name={caching.state === "off" ? "circle-slash" : "database"} />
      {caching.state === "on" ? (
        <span class="caching-route">
          {route} {caching.ttl}
        </span>
      ) : null}{" "}
      {shortCaching(caching, rate)}
    </button>
  );
};

/** A session that was opened again has a rate before it is known whether its next request is cached. */
function shortCaching({ state, hitRate }: CachingStatus, rate: string): string {
  if (state === "off") return word("cacheShortOff");
  return state === "unknown" && hitRate === null ? word("cacheShortUnknown") : rate;
}
