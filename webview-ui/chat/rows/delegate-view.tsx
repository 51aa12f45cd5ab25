import type { JSX } from "preact";
import { formatCount, formatUsd } from "../../../src/format";
import type { DelegatePicture } from "../../../src/protocol/chat";
import { Button, Icon } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import { Approval } from "./approval";

/** A sub-agent below the call that started it: its window, what it does, what it cost, and what it kept out of ours. */
export const DelegateView = ({ delegate }: { readonly delegate: DelegatePicture }): JSX.Element => {
  const { session, state, question } = delegate;
  const isAtWork = state === "waiting" || state === "running";
  return (
    <section class={`delegate ${state}`} data-testid="delegate" data-state={state} aria-label={labelOf(delegate)}>
      <div class="delegate-line">
        <Icon name={ICONS[state]} />
        <span class="delegate-kind">{cleanText(delegate.kind)}</span>
        <MiniGauge delegate={delegate} />
        <span class="note" aria-live="polite">
          {isAtWork && delegate.activity !== "" ? cleanText(delegate.activity) : word(`delegate_${state}`)}
        </span>
      </div>
      <div class="delegate-line note">
        <span data-testid="delegate-figures">{figuresOf(delegate)}</span>
        {session === null ? null : (
          <Button
            look="link"
            label={word("delegateOpen")}
            testId="delegate-open"
            onClick={() => post({ type: "open-delegate", session })}
          />
        )}
        {session === null || !isAtWork ? null : (
          <>
            <Button
              look="link"
              label={word("delegateSteer")}
              testId="delegate-steer"
              onClick={() => post({ type: "steer-delegate", session })}
            />
            <Button
              look="link"
              label={word("delegateStop")}
              testId="delegate-stop"
              onClick={() => post({ type: "stop-delegate", session })}
            />
          </>
        )}
      </div>
      {question === undefined ? null : <Approval callId={question.callId} approval={question.approval} />}
    </section>
  );
};

const ICONS: Readonly<Record<DelegatePicture["state"], string>> = {
  waiting: "clock",
  running: "loading codicon-modifier-spin",
  done: "check",
  failed: "error",
  stopped: "debug-stop",
};

const labelOf = ({ kind, task }: DelegatePicture): string =>
  word("delegateLabel", { kind: cleanText(kind), task: cleanText(task) });

function figuresOf({ gauge, steps, compressions, costUsd, keptOutTokens, model }: DelegatePicture): string {
  const window = { used: formatCount(gauge.usedTokens), window: formatCount(gauge.windowTokens) };
  return [
    cleanText(model),
    word("delegateWindow", window),
    word("delegateSteps", { count: steps }),
    ...(compressions > 0 ? [word("delegateCompressions", { count: compressions })] : []),
    formatUsd(costUsd),
    ...(keptOutTokens > 0 ? [word("delegateKeptOut", { tokens: formatCount(keptOutTokens) })] : []),
  ].join(" · ");
}

const MiniGauge = ({ delegate: { gauge } }: { readonly delegate: DelegatePicture }): JSX.Element => {
  const scale = Math.max(1, gauge.windowTokens);
  const text = word("delegateWindow", { used: formatCount(gauge.usedTokens), window: formatCount(gauge.windowTokens) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot show the threshold.
    <div
      class={`slim-gauge mini ${gauge.state}`}
      role="meter"
      data-testid="delegate-gauge"
      aria-label={word("gaugeLabel")}
      aria-valuemin={0}
      aria-valuemax={scale}
      aria-valuenow={Math.min(gauge.usedTokens, scale)}
      aria-valuetext={text}
      title={text}
    >
      <svg viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="1000" height="6" />
        <rect class="fill" width={Math.min(1000, (gauge.usedTokens / scale) * 1000)} height="6" />
        <rect class="tick" x={(gauge.thresholdTokens / scale) * 1000 - 2} width="4" height="6" />
      </svg>
    </div>
  );
};
