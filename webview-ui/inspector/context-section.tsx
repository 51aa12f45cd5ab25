import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatCount, formatUsd } from "../../src/format";
import type { ContextPicture } from "../../src/protocol/inspector";
import { Button, Icon, IconButton, RefusedButton } from "../shared/components/controls";
import { gaugeText } from "../shared/components/gauge";
import { post } from "../shared/host/host";
import { locale, word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { LargeGauge } from "./large-gauge";
import { Section } from "./section";

/** The number of items that fits one screen; a click shows the rest. */
const FIRST_ITEMS = 15;

export const ContextSection = ({ context }: { readonly context: ContextPicture }): JSX.Element => {
  const { gauge } = context;
  return (
    <Section name="context" aside={<Actions />}>
      <p class="headline">
        <span class={`headline-value ${gauge.state}`} data-testid="gauge-text">
          {gaugeText(gauge)}
        </span>
        {gauge.turnsLeft === null ? null : (
          <span class="headline-note" data-testid="turns-left">
            {word("turnsLeft", { count: gauge.turnsLeft })}
          </span>
        )}
      </p>
      <p class="facts">
        <span data-testid="gauge-source">{word(`source_${gauge.source}`)}</span>
        <span data-testid="window-origin">
          {word(`origin_${gauge.windowOrigin}`, { window: formatCount(gauge.windowTokens) })}
        </span>
        <span>{context.model.label}</span>
      </p>
      <WindowReason gauge={gauge} />
      {context.thresholdNote === null ? null : (
        <p class="note" data-testid="threshold-note">
          <Icon name="info" /> {cleanText(context.thresholdNote)}
        </p>
      )}
      <LargeGauge context={context} />
      <Pins pins={context.pins} />
      <Items context={context} />
    </Section>
  );
};

/** A learned window with the refusal it came from, and a way out if the provider allows more. */
const WindowReason = ({ gauge: { windowOrigin, windowReason } }: Pick<ContextPicture, "gauge">): JSX.Element | null =>
  windowOrigin !== "learnt" ? null : (
    <p class="note" data-testid="window-reason">
      {windowReason === undefined || windowReason.text === "" ? null : (
        <span>
          {word("windowReason", {
            time: new Date(windowReason.at).toLocaleString(locale.value),
            text: cleanText(windowReason.text),
          })}
        </span>
      )}{" "}
      <Button
        icon="discard"
        label={word("resetWindow")}
        testId="reset-window"
        onClick={() => post({ type: "reset-windows" })}
      />
    </p>
  );

/** Everything that is pinned, with what it adds to every request and a way to let it go. */
const Pins = ({ pins }: Pick<ContextPicture, "pins">): JSX.Element | null =>
  pins.length === 0 ? null : (
    <ul class="pins" data-testid="pins" aria-label={word("pinsList")}>
      {pins.map(({ name, label, tokens }) => (
        <li key={name} data-testid="pin">
          <Icon name="pinned" />
          <span class="ellipsis" title={cleanText(label)}>
            {cleanText(label)}
          </span>
          <span class="number">{formatCount(tokens)}</span>
          <IconButton
            icon="close"
            label={word("unpinItem", { label: cleanText(label) })}
            testId="pin-remove"
            onClick={() => post({ type: "remove-pin", name })}
          />
        </li>
      ))}
    </ul>
  );

const Actions = (): JSX.Element => (
  <>
    <Button
      icon="eye"
      label={word("previewAction")}
      testId="preview-compression"
      onClick={() => post({ type: "preview", focusTopic: null, range: null })}
    />
    <Button
      icon="target"
      label={word("act_compress-with-focus")}
      testId="compress-with-focus"
      onClick={() => post({ type: "act", action: "compress-with-focus" })}
    />
    <IconButton
      icon="settings-gear"
      label={word("openSettings")}
      testId="open-settings"
      onClick={() => post({ type: "open-settings", query: "hermes.compression" })}
    />
  </>
);

const Items = ({ context }: { readonly context: ContextPicture }): JSX.Element => {
  const [shown, setShown] = useState(FIRST_ITEMS);
  const largest = Math.max(1, context.items[0]?.tokens ?? 1);
  const rest = context.items.length - shown + context.hiddenItems;
  if (context.items.length === 0)
    return (
      <p class="note" data-testid="no-items">
        {word("noItems")}
      </p>
    );
  return (
    <>
      <table class="items" data-testid="items">
        <caption class="visually-hidden">{word("itemsCaption")}</caption>
        <thead>
          <tr>
            <th scope="col">{word("colItem")}</th>
            <th scope="col">{word("colWhere")}</th>
            <th scope="col" class="end">
              {word("colTokens")}
            </th>
            <th scope="col">
              <span class="visually-hidden">{word("colActions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {context.items.slice(0, shown).map((item) => (
            <ItemRow key={`${item.messageId} ${item.pin ?? ""}`} item={item} share={item.tokens / largest} />
          ))}
        </tbody>
      </table>
      {rest > 0 && shown < context.items.length ? (
        <Button
          look="link"
          label={word("showMore", { count: rest })}
          testId="show-more-items"
          onClick={() => setShown(context.items.length)}
        />
      ) : null}
      {shown >= context.items.length && context.hiddenItems > 0 ? (
        <p class="note">
          {word("hiddenItems", { count: context.hiddenItems, tokens: formatCount(context.hiddenTokens) })}
        </p>
      ) : null}
    </>
  );
};

const ItemRow = ({
  item,
  share,
}: {
  readonly item: ContextPicture["items"][number];
  readonly share: number;
}): JSX.Element => {
  const { messageId, state } = item;
  const label = cleanText(item.label).slice(0, 300);
  return (
    <tr data-testid="item" data-message={messageId}>
      <td class="item-label">
        <span class="ellipsis" title={label}>
          {label}
        </span>
        {state === "full" ? null : <span class="badge">{word(`state_${state}`)}</span>}
      </td>
      <td class="note">{word(`segment_${item.segment}`)}</td>
      <td class="end number">
        <svg class="mini-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect x={100 - share * 100} width={share * 100} height="6" />
        </svg>
        {formatCount(item.tokens)}
      </td>
      <td class="item-actions">
        <IconButton
          icon="go-to-file"
          label={word("openItem", { label })}
          testId="item-open"
          onClick={() => post({ type: "open-message", messageId })}
        />
        {state === "pinned" ? (
          <IconButton
            icon="pinned"
            label={word("unpinItem", { label })}
            testId="item-unpin"
            onClick={() =>
              post(item.pin === undefined ? { type: "unpin", messageId } : { type: "remove-pin", name: item.pin })
            }
          />
        ) : (
          <>
            <IconButton
              icon="pin"
              label={word("pinItem", { label, tokens: formatCount(item.tokens) })}
              testId="item-pin"
              onClick={() => post({ type: "pin", messageId })}
            />
            <IconButton
              icon="list-selection"
              label={word("pinLines", { label })}
              testId="item-pin-lines"
              onClick={() => post({ type: "pin-lines", messageId })}
            />
          </>
        )}
        <EvictButton item={item} label={label} />
      </td>
    </tr>
  );
};

/** Evicts an item or puts it back; if it cannot be evicted, the button states the reason. */
const EvictButton = ({
  item: { messageId, eviction, evictionUsd },
  label,
}: {
  readonly item: ContextPicture["items"][number];
  readonly label: string;
}): JSX.Element => {
  switch (eviction) {
    case "possible":
      return (
        <IconButton
          icon="trash"
          label={
            evictionUsd === undefined
              ? word("evictItem", { label })
              : word("evictItemPriced", { label, cost: formatUsd(evictionUsd) })
          }
          testId="item-evict"
          onClick={() => post({ type: "evict", messageId })}
        />
      );
    case "evicted":
      return (
        <IconButton
          icon="reply"
          label={word("putBackItem", { label })}
          testId="item-put-back"
          onClick={() => post({ type: "put-back", messageId })}
        />
      );
    default:
      return <RefusedButton icon="trash" label={word(`evictRefused_${eviction}`)} testId="item-evict" />;
  }
};
