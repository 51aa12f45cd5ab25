import type { ComponentChildren, JSX } from "preact";
import { formatCount, formatShare, formatUsd } from "../../../src/format";
import type { ContextChange, ContextRow, OtherContextChange } from "../../../src/protocol/chat";
import { CompressionCard } from "../../shared/components/compression-card";
import { Button, Icon } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import { HookLine } from "./hook-line";
import { MemoryQuestion } from "./memory-question";

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
              <ActionButton action="retry-compression" />
              <ActionButton action="deterministic-summary" />
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
          <ActionButton action="compress-with-focus" />
          <ActionButton action="new-session" />
        </Line>
      );
    default:
      return <OtherChangeView change={change} />;
  }
};

/** Smaller amounts would be shown as zero. */
const MIN_SHOWN_USD = 0.0001;

const OtherChangeView = ({ change }: { readonly change: OtherContextChange }): JSX.Element => {
  switch (change.type) {
    case "spilled":
      return (
        <Line
          icon="archive"
          title={word(`spilled_${change.from}`)}
          detail={word("savedTokens", {
            before: formatCount(change.totalTokens),
            after: formatCount(change.shownTokens),
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
          detail={`${charsBeforeAfter(change.totalChars, change.keptChars)} · ${change.reason}`}
        />
      );
    case "evicted":
    case "put-back":
      return <EvictionView change={change} />;
    case "recalled":
      return <RecallView snippets={change.snippets} />;
    case "hook-ran":
      return <HookLine change={change} />;
    case "memory-proposed":
      return <MemoryQuestion change={change} />;
    case "skill-released":
      return (
        <Line
          icon="mortar-board"
          title={word("skillReleased", { name: cleanText(change.name), tokens: formatCount(change.tokens) })}
          detail=""
        />
      );
    case "engine-fallback":
      return (
        <Line
          icon="warning"
          title={word("engineFallback", { engine: cleanText(change.engine) })}
          detail={change.reason}
        >
          <ActionButton action="choose-engine" />
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
      return <RestoreView change={change} />;
    case "session-ended":
      return (
        <Line icon="pass" title={word("sessionEnded", { title: cleanText(change.title) })} detail={sumUp(change)} />
      );
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

const sumUp = (change: Extract<OtherContextChange, { type: "session-ended" }>): string =>
  [
    word("endedTokens", {
      read: formatCount(change.usage.cacheRead),
      write: formatCount(change.usage.cacheWrite),
      fresh: formatCount(change.usage.input),
      output: formatCount(change.usage.output),
    }),
    ...(change.summaryTokens === 0 ? [] : [word("endedSummaries", { tokens: formatCount(change.summaryTokens) })]),
    word("endedCost", { cost: formatUsd(change.costUsd) }),
    word("endedCompressions", { count: change.compressions }),
    word("endedCache", { share: formatShare(change.cacheShare) }),
  ].join(" · ");

const RestoreView = ({
  change,
}: {
  readonly change: Extract<OtherContextChange, { type: "checkpoint-restored" }>;
}): JSX.Element => (
  <Line
    icon={change.undoes === null ? "discard" : "redo"}
    title={
      change.undoes === null
        ? word(`restored_${change.restored}`, { count: change.files.length })
        : word("restoreUndone", { count: change.files.length })
    }
    detail={change.skipped.length === 0 ? "" : word("restoreSkipped", { count: change.skipped.length })}
  >
    {change.wayBack === "open" ? (
      <Button
        look="link"
        label={word(change.undoes === null ? "undoRestore" : "redoRestore")}
        testId="undo-restore"
        onClick={() => post({ type: "undo-restore", restoreId: change.restoreId })}
      />
    ) : null}
  </Line>
);

const EvictionView = ({
  change,
}: {
  readonly change: Extract<OtherContextChange, { type: "evicted" | "put-back" }>;
}): JSX.Element => (
  <Line
    icon={change.type === "evicted" ? "eye-closed" : "eye"}
    title={word(change.type === "evicted" ? "evicted" : "putBack", { tokens: formatCount(change.tokens) })}
    detail={
      change.cacheCostUsd === null || change.cacheCostUsd < MIN_SHOWN_USD
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

const RecallView = ({ snippets }: Pick<Extract<OtherContextChange, { type: "recalled" }>, "snippets">): JSX.Element => (
  <Line icon="history" title={word("recalled", { count: snippets.length })}>
    <ul class="recalled-lines">
      {snippets.map((snippet) => (
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

const charsBeforeAfter = (before: number, after: number): string =>
  word("charsBeforeAfter", { before: formatCount(before), after: formatCount(after) });

const ActionButton = ({
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
