import type { ComponentChildren, JSX } from "preact";
import type { ContextChange, ContextRow } from "../../src/protocol";
import { CompressionCard } from "../shared/compression-card";
import { Button, Icon } from "../shared/controls";
import { formatCount, formatUsd } from "../shared/format";
import { post } from "../shared/host";
import { cleanText } from "../shared/safe-text";
import { word } from "../shared/words";

export const ContextRowView = ({ row }: { readonly row: ContextRow }): JSX.Element => (
  <div class={`row context ${row.change.type}`} data-testid={`row-context-${row.change.type}`}>
    <ChangeView change={row.change} />
  </div>
);

const ChangeView = ({ change }: { readonly change: ContextChange }): JSX.Element => {
  switch (change.type) {
    case "compressing":
      return (
        <Line
          icon="loading codicon-modifier-spin"
          title={word("compressing")}
          detail={word(`trigger_${change.trigger}`)}
        />
      );
    case "compressed":
      return <CompressionCard compression={change.compression} />;
    case "summary":
      return (
        <Line icon="fold" title={word("summaryHere", { count: change.covers })}>
          <Button
            look="link"
            label={word("summary")}
            testId="open-summary"
            onClick={() => post({ type: "open-message", messageId: change.messageId })}
          />
        </Line>
      );
    case "undone":
      return <Line icon="discard" title={word("undone")} detail={word(`undone_${change.laterTurns}`)} />;
    case "nothing-to-compress":
      return <Line icon="info" title={word("nothingToCompress")} detail={change.reason} />;
    case "compression-failed":
      return (
        <Line
          icon="warning"
          title={word(change.cause === "stopped" ? "compressionStopped" : "compressionFailed")}
          detail={change.reason}
        >
          {change.cause === "summary" ? (
            <>
              <Act action="retry-compression" />
              <Act action="deterministic-summary" />
            </>
          ) : null}
        </Line>
      );
    case "paused":
      return (
        <Line icon="debug-pause" title={word("paused")} detail={change.reason}>
          <ul class="largest">
            {change.largest.map((block) => (
              <li key={block.messageId}>
                <span class="ellipsis">{cleanText(block.label)}</span>{" "}
                <span class="number">{formatCount(block.tokens)}</span>
                {block.eviction === "possible" ? (
                  <Button
                    look="link"
                    label={word("evict")}
                    testId="evict-block"
                    onClick={() => post({ type: "evict", messageId: block.messageId })}
                  />
                ) : null}
              </li>
            ))}
          </ul>
          <Act action="compress-with-focus" />
          <Act action="new-session" />
        </Line>
      );
    default:
      return <SmallChange change={change} />;
  }
};

/** Less than the smallest amount that is shown is not worth a line. */
const TOLD_USD = 0.0001;

type Small = Exclude<
  ContextChange,
  {
    type: "compressing" | "compressed" | "summary" | "undone" | "nothing-to-compress" | "compression-failed" | "paused";
  }
>;

const SmallChange = ({ change }: { readonly change: Small }): JSX.Element => {
  switch (change.type) {
    case "spilled":
      return (
        <Line
          icon="archive"
          title={word(`spilled_${change.from}`)}
          detail={word("charsBeforeAfter", {
            before: formatCount(change.totalChars),
            after: formatCount(change.shownChars),
          })}
        >
          <Button
            look="link"
            label={word("openFullOutput")}
            testId="open-spill"
            onClick={() => post({ type: "open-spill", spill: change.spill })}
          />
        </Line>
      );
    case "truncated":
      return (
        <Line
          icon="warning"
          title={word("truncated")}
          detail={`${word("charsBeforeAfter", { before: formatCount(change.totalChars), after: formatCount(change.keptChars) })} · ${change.reason}`}
        />
      );
    case "evicted":
    case "put-back":
      return (
        <Line
          icon={change.type === "evicted" ? "eye-closed" : "eye"}
          title={word(change.type === "evicted" ? "evicted" : "putBack", { tokens: formatCount(change.tokens) })}
          detail={
            change.cacheCostUsd === null || change.cacheCostUsd < TOLD_USD
              ? ""
              : word("cacheCost", { cost: formatUsd(change.cacheCostUsd) })
          }
        >
          {change.type === "evicted" && change.wayBack === "open" ? (
            <Button
              look="link"
              label={word("putBackAction")}
              testId="put-back"
              onClick={() => post({ type: "put-back", messageId: change.messageId })}
            />
          ) : null}
        </Line>
      );
    case "recalled":
      return (
        <Line icon="history" title={word("recalled", { count: change.snippets.length })}>
          <ul class="recalled-lines">
            {change.snippets.map((snippet) => (
              <li key={snippet.messageId + snippet.identifier}>
                <q>{cleanText(snippet.text)}</q>
                <span class="context-detail">{cleanText(snippet.why)}</span>
                {snippet.messageId === "" ? null : (
                  <Button
                    look="link"
                    label={word("openOriginal")}
                    testId="open-recalled"
                    onClick={() => post({ type: "open-message", messageId: snippet.messageId })}
                  />
                )}
              </li>
            ))}
          </ul>
        </Line>
      );
    case "engine-fallback":
      return (
        <Line
          icon="warning"
          title={word("engineFallback", { engine: cleanText(change.engine) })}
          detail={change.reason}
        >
          <Act action="choose-engine" />
        </Line>
      );
    case "recovering":
      return (
        <Line
          icon="sync"
          title={word("recovering", { failure: word(`failure_${change.failure}`) })}
          detail={change.action}
        />
      );
    case "checkpoint-restored":
      return <Line icon="discard" title={word(`restored_${change.restored}`, { count: change.files.length })} />;
    case "model-changed":
      return (
        <Line
          icon="chip"
          title={word("modelChanged", { model: change.label, window: formatCount(change.windowTokens) })}
          detail={change.note ?? ""}
        />
      );
  }
};

const Act = ({
  action,
}: {
  readonly action:
    | "retry-compression"
    | "deterministic-summary"
    | "compress-with-focus"
    | "new-session"
    | "choose-engine";
}): JSX.Element => (
  <Button label={word(`act_${action}`)} testId={`act-${action}`} onClick={() => post({ type: "act", action })} />
);

const Line = ({
  icon,
  title,
  detail = "",
  children,
}: {
  readonly icon: string;
  readonly title: string;
  readonly detail?: string;
  readonly children?: ComponentChildren;
}): JSX.Element => (
  <div class="context-line">
    <Icon name={icon} />
    <div class="context-body">
      <span class="context-title">{title}</span>
      {detail === "" ? null : <span class="context-detail">{cleanText(detail).slice(0, 1_000)}</span>}
      {children}
    </div>
  </div>
);
