import "./running.css";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCount } from "../../../src/format";
import type { Activity } from "../../../src/protocol/status";
import { Button, Icon } from "../../shared/components/controls";
import { useElapsed } from "../../shared/components/use-now";
import { word } from "../../shared/language/words";
import { activity, reveal, rowIds, rowOf } from "../state/store";
import { presentPhrase } from "./phrases";
import { QueueList } from "./queue-list";
import { RetryCard } from "./retry-card";
import { TodoPanel } from "./todo-panel";

/** The current activity and the queue. Between transcript and composer, so that it never scrolls away. */
export const ActivityBar = (): JSX.Element => (
  <div class="activity-area">
    <TodoPanel />
    <Now now={activity.value} />
    <QueueList />
  </div>
);

const Now = ({ now }: { readonly now: Activity }): JSX.Element | null => {
  if (now.kind === "idle") return null;
  if (now.kind === "waiting-retry") return <RetryCard retry={now} />;
  return (
    <div class="activity" data-testid="activity" data-activity={now.kind} role="status">
      <Icon name={now.kind === "waiting-approval" ? "shield" : "loading codicon-modifier-spin"} />
      <span class="ellipsis">
        <ActivityText activity={now} />
      </span>
      {now.kind === "running-tool" ? <Elapsed key={now.call.callId} /> : null}
      {now.kind === "waiting-approval" ? (
        <Button look="link" label={word("goToApproval")} testId="go-to-approval" onClick={goToApproval} />
      ) : null}
    </div>
  );
};

const ActivityText = ({
  activity: now,
}: {
  readonly activity: Exclude<Activity, { kind: "waiting-retry" }>;
}): JSX.Element => {
  switch (now.kind) {
    case "running-tool": {
      const others = now.others === 0 ? "" : ` ${word("runningOthers", { count: now.others })}`;
      return (
        <>
          {presentPhrase(now.call)}
          {others}
        </>
      );
    }
    case "writing-call":
      return <>{word("activity_writing-call", { count: formatCount(now.chars) })}</>;
    default:
      return <>{word(`activity_${now.kind}`)}</>;
  }
};

/** A quick call needs no clock. */
const SHOWN_AFTER_MS = 2_000;

/** Counts with the clock of the view, from when it heard of the call. Not spoken: it would be read every second. */
const Elapsed = (): JSX.Element | null => {
  const [since, setSince] = useState(Date.now());
  useEffect(() => setSince(Date.now()), []);
  const elapsedMs = useElapsed(since);
  return elapsedMs < SHOWN_AFTER_MS ? null : (
    <span class="elapsed" data-testid="elapsed" aria-hidden="true">
      {word("elapsed", { seconds: Math.floor(elapsedMs / 1_000) })}
    </span>
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
