import type { JSX } from "preact";
import { formatCount, formatGrowth, formatMs, formatUsd } from "../../../src/format";
import type { CompressionPicture } from "../../../src/protocol/compression";
import { post } from "../host/host";
import { word } from "../language/words";
import { cleanText } from "../text/safe-text";
import { ClaimList, VerificationBadge } from "./claims";
import { Button, Fold, Icon } from "./controls";
import { isOpen, toggle } from "./open-folds";

/** One compression, alike in chat and inspector: tokens saved, cost, missing facts, and the way to undo it. */
export const CompressionCard = ({ compression }: { readonly compression: CompressionPicture }): JSX.Element => {
  const { verification } = compression;
  return (
    <div class="compression-card" data-testid="compression" data-compression={compression.id}>
      <p class="context-title">
        <Icon name="fold" /> {word(compression.outcome === "folded" ? "compressed" : "compressedFallback")}
        {compression.state === "undone" ? <span class="badge">{word("badgeUndone")}</span> : null}
        {verification === undefined ? null : (
          <VerificationBadge id={compression.id} verification={verification} claims={compression.claims} />
        )}
      </p>
      <BeforeAfter before={compression.beforeTokens} after={compression.afterTokens} />
      <Facts compression={compression} />
      {isOpen(`claims/${compression.id}`) ? (
        <ClaimList
          claims={compression.claims}
          onOpenSummary={() => post({ type: "open-summary", id: compression.id })}
        />
      ) : null}
      {compression.lineage === undefined ? null : <Lineage id={compression.id} lineage={compression.lineage} />}
      {verification === undefined ? null : <LostFacts id={compression.id} lost={verification.lost} />}
      {verification === undefined || verification.repaired.length === 0 ? null : (
        <RepairedFacts id={compression.id} items={verification.repaired} />
      )}
      <Invented compression={compression} />
      {compression.ordinal > 1 && compression.originals === undefined ? (
        <p class="note">{word("accuracyNote", { count: compression.ordinal })}</p>
      ) : null}
      <div class="buttons">
        <Button
          label={word("diff")}
          icon="diff"
          testId="diff-compression"
          onClick={() => post({ type: "diff-compression", id: compression.id })}
        />
        <Button
          label={word("undo")}
          icon="discard"
          testId="undo-compression"
          disabled={compression.state === "undone"}
          onClick={() => post({ type: "undo-compression", id: compression.id })}
        />
        <Button
          label={word("summary")}
          icon="note"
          testId="open-summary"
          onClick={() => post({ type: "open-summary", id: compression.id })}
        />
        {compression.lineage === undefined ? null : (
          <Button
            label={word("lineageAll")}
            icon="layers"
            testId="open-lineage"
            onClick={() => post({ type: "open-lineage", id: compression.id })}
          />
        )}
        {compression.ordinal > 1 ? (
          <Button
            label={word("act_new-session")}
            testId="act-new-session"
            onClick={() => post({ type: "act", action: "new-session" })}
          />
        ) : null}
      </div>
    </div>
  );
};

const Facts = ({ compression }: { readonly compression: CompressionPicture }): JSX.Element => (
  <p class="facts">
    <span>{word("messagesBeforeAfter", { before: compression.beforeMessages, after: compression.afterMessages })}</span>
    {compression.prunedResults > 0 ? <span>{word("prunedCount", { count: compression.prunedResults })}</span> : null}
    <span>{formatUsd(compression.costUsd)}</span>
    <span>{formatMs(compression.durationMs)}</span>
    <span>{word(`trigger_${compression.trigger}`)}</span>
    {compression.range === undefined ? null : <span>{word(`range_${compression.range}`)}</span>}
    {compression.moment === undefined ? null : <span>{word("coldCache")}</span>}
    {compression.focusTopic === undefined ? null : (
      <span>{word("focusOn", { topic: cleanText(compression.focusTopic) })}</span>
    )}
  </p>
);

/** What the summary has from the one before it; the comparison of both is one click away. */
const Lineage = ({
  id,
  lineage,
}: {
  readonly id: string;
  readonly lineage: NonNullable<CompressionPicture["lineage"]>;
}): JSX.Element => (
  <Fold
    open={isOpen(`lineage/${id}`)}
    testId="lineage-toggle"
    onToggle={() => toggle(`lineage/${id}`)}
    summary={word("lineage", {
      carried: lineage.carriedOver,
      added: lineage.addedCount,
      dropped: lineage.droppedCount,
    })}
  >
    <ItemList title={word("lineageAdded")} items={lineage.added} count={lineage.addedCount} />
    <ItemList title={word("lineageDropped")} items={lineage.dropped} count={lineage.droppedCount} />
    <Button
      look="link"
      label={word("lineageCompare")}
      testId="compare-summary"
      onClick={() => post({ type: "compare-summary", id })}
    />
  </Fold>
);

const ItemList = ({
  title,
  items,
  count,
}: {
  readonly title: string;
  readonly items: readonly string[];
  readonly count: number;
}): JSX.Element | null =>
  count === 0 ? null : (
    <>
      <p class="note">{title}</p>
      <ul class="largest" aria-label={title}>
        {items.map((item) => (
          <li key={item} data-testid="lineage-item">
            <span class="ellipsis">{cleanText(item)}</span>
          </li>
        ))}
      </ul>
      {count > items.length ? <p class="note">{word("hiddenFolds", { count: count - items.length })}</p> : null}
    </>
  );

const LostFacts = ({ id, lost }: { readonly id: string; readonly lost: readonly string[] }): JSX.Element | null =>
  lost.length === 0 ? null : (
    <Fold
      open={isOpen(`lost/${id}`)}
      testId="lost-toggle"
      onToggle={() => toggle(`lost/${id}`)}
      summary={word("lostCount", { count: lost.length })}
    >
      <ul class="largest">
        {lost.map((item) => (
          <li key={item} data-testid="lost-item">
            <code class="ellipsis">{cleanText(item)}</code>
            <Button
              look="link"
              label={word("putBackAction")}
              testId="put-back-lost"
              onClick={() => post({ type: "put-back-lost", id, item })}
            />
            <Button
              look="link"
              label={word("pin")}
              testId="pin-lost"
              onClick={() => post({ type: "pin-lost", id, item })}
            />
          </li>
        ))}
      </ul>
    </Fold>
  );

/** The lines of a file that was read: no name of anything. */
const LINES = /^\d+[-–]\d+$/;

/** Names without a source, but for those in the listed claims, which say what is wrong with them. */
const Invented = ({
  compression: { verification, claims },
}: {
  readonly compression: CompressionPicture;
}): JSX.Element | null => {
  const items = (verification?.invented ?? []).filter(
    (item) => !LINES.test(item) && !claims.some(({ text }) => text.includes(item)),
  );
  return items.length === 0 ? null : (
    <p class="note warning">{word("invented", { items: cleanText(items.join(", ")) })}</p>
  );
};

const RepairedFacts = ({ id, items }: { readonly id: string; readonly items: readonly string[] }): JSX.Element => (
  <Fold
    open={isOpen(`repaired/${id}`)}
    testId="repaired-toggle"
    onToggle={() => toggle(`repaired/${id}`)}
    summary={word("repairedCount", { count: items.length })}
  >
    <ul class="largest">
      {items.map((item) => (
        <li key={item}>
          <code class="ellipsis">{cleanText(item)}</code>
        </li>
      ))}
    </ul>
  </Fold>
);

export const BeforeAfter = ({ before, after }: { readonly before: number; readonly after: number }): JSX.Element => (
  <div class="before-after" data-testid="before-after">
    <span class="number">{word("tokensBeforeAfter", { before: formatCount(before), after: formatCount(after) })}</span>
    <span class="number">{formatGrowth(after / Math.max(1, before) - 1)}</span>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="before" width="100" height="6" />
      <rect class="after" width={Math.min(100, (after / Math.max(1, before)) * 100)} height="6" />
    </svg>
  </div>
);
