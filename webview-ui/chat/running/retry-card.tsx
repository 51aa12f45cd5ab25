import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCountdown } from "../../../src/format";
import type { Activity } from "../../../src/protocol/status";
import { Button, Icon } from "../../shared/components/controls";
import { useNow } from "../../shared/components/use-now";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";

/** Who does not answer, why, how long the wait is, and both ways out of it. */
export const RetryCard = ({ retry }: { readonly retry: Extract<Activity, { kind: "waiting-retry" }> }): JSX.Element => {
  // The countdown uses the clock of the view and starts when the wait is announced.
  const [until, setUntil] = useState(Date.now() + retry.waitMs);
  useEffect(() => setUntil(Date.now() + retry.waitMs), [retry]);
  const left = until - useNow(until);
  return (
    <div class="card retry" data-testid="activity" data-activity="waiting-retry" role="status">
      <div class="retry-title">
        <Icon name="sync" />
        <strong class="ellipsis">{word("retryTitle", { host: cleanText(retry.host) })}</strong>
        <span class="retry-time" data-testid="retry-countdown" aria-hidden="true">
          {word("retryIn", { time: formatCountdown(left) })}
        </span>
      </div>
      <p class="retry-reason" data-testid="retry-reason">
        {cleanText(retry.reason)}
      </p>
      <div class="buttons">
        <Button
          look="primary"
          label={word("retryNow")}
          testId="retry-now"
          onClick={() => post({ type: "retry-now" })}
        />
        <Button label={word("stop")} testId="retry-stop" onClick={() => post({ type: "stop" })} />
        <span class="note">{word("retryAttempt", { attempt: retry.attempt })}</span>
      </div>
    </div>
  );
};
