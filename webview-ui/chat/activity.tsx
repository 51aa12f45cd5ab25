import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCount, formatCountdown } from "../../src/format";
import type { Activity } from "../../src/protocol/status";
import { Button, Icon, IconButton } from "../shared/components/controls";
import { useNow } from "../shared/components/use-now";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { activity, queue, reveal, rowIds, rowOf } from "./state/store";

/** The current activity and the queue. Between transcript and composer, so that it never scrolls away. */
export const ActivityBar = (): JSX.Element => (
  <div class="activity-area">
    {activity.value.kind === "idle" ? null : (
      <div class="activity" data-testid="activity" data-activity={activity.value.kind} role="status">
        <Icon name={activity.value.kind === "waiting-approval" ? "shield" : "loading codicon-modifier-spin"} />
        <span class="ellipsis" title={activity.value.kind === "waiting-retry" ? cleanText(activity.value.reason) : ""}>
          <ActivityText activity={activity.value} />
        </span>
        {activity.value.kind === "waiting-approval" ? (
          <Button look="link" label={word("goToApproval")} testId="go-to-approval" onClick={goToApproval} />
        ) : null}
      </div>
    )}
    {queue.value.length === 0 ? null : (
      <ul class="queue" data-testid="queue" aria-label={word("queueLabel")}>
        {queue.value.map((text, index) => (
          <li key={index}>
            <Icon name="clock" /> <span class="ellipsis">{cleanText(text)}</span>
            <IconButton
              icon="close"
              label={word("removeFromQueue")}
              testId="unqueue"
              onClick={() => post({ type: "unqueue", index })}
            />
          </li>
        ))}
      </ul>
    )}
  </div>
);

const ActivityText = ({ activity: now }: { readonly activity: Activity }): JSX.Element => {
  switch (now.kind) {
    case "waiting-retry":
      return <RetryText retry={now} />;
    case "running-tool":
      return <>{word("activity_running-tool", { name: cleanText(now.name) })}</>;
    case "writing-call":
      return <>{word("activity_writing-call", { count: formatCount(now.chars) })}</>;
    default:
      return <>{word(`activity_${now.kind}`)}</>;
  }
};

/** The countdown uses the clock of the view and starts when the wait is announced. */
const RetryText = ({ retry }: { readonly retry: Extract<Activity, { kind: "waiting-retry" }> }): JSX.Element => {
  const [until, setUntil] = useState(Date.now() + retry.waitMs);
  useEffect(() => setUntil(Date.now() + retry.waitMs), [retry]);
  const now = useNow(until);
  return (
    <>
      {word("activity_waiting-retry", {
        reason: cleanText(retry.reason),
        time: formatCountdown(until - now),
        attempt: retry.attempt,
      })}
    </>
  );
};

/** Searches from the end: the waiting call is always near it. */
function goToApproval(): void {
  const id = rowIds.value.findLast((one) => {
    const row = rowOf(one)?.peek();
    return row?.kind === "tool" && row.approval !== undefined;
  });
  if (id === undefined) return;
  reveal.value = null;
  reveal.value = id;
  setTimeout(
    () => document.getElementById(`row-${id}`)?.querySelector<HTMLElement>("[data-testid=allow-once]")?.focus(),
    FOCUS_DELAY_MS,
  );
}

/** The row must be scrolled into view before it can take the focus. */
const FOCUS_DELAY_MS = 150;
