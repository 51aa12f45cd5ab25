import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCount, formatUsd } from "../../src/format";
import type { PreviewPicture } from "../../src/protocol/compression";
import { ClaimList } from "../shared/components/claims";
import { BeforeAfter } from "../shared/components/compression-card";
import { Button, Icon } from "../shared/components/controls";
import { post } from "../shared/host/host";
import { word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { Figure, Section } from "./section";

/** The effect of a compression before it is applied. Only Apply changes the session. */
export const PreviewSection = ({ preview }: { readonly preview: PreviewPicture | null }): JSX.Element => (
  <Section name="preview">
    <FocusForm topic={preview?.focusTopic ?? ""} range={preview?.range ?? null} />
    {preview?.range == null ? null : <ChosenPart range={preview.range} focusTopic={preview.focusTopic} />}
    {preview === null ? <p class="note">{word("previewNone")}</p> : <Plan preview={preview} />}
  </Section>
);

/** A preview of one part says which, and how to get back to the whole. */
const ChosenPart = ({
  range,
  focusTopic,
}: {
  readonly range: NonNullable<PreviewPicture["range"]>;
  readonly focusTopic: string | null;
}): JSX.Element => (
  <p class="chosen-part" data-testid="preview-range">
    <Icon name={range.kind === "up-to" ? "fold-up" : "fold-down"} />
    <span class="chosen-text">
      {range.label === ""
        ? word(range.kind === "up-to" ? "rangeUpToUnknown" : "rangeFromUnknown")
        : word(range.kind === "up-to" ? "rangeUpTo" : "rangeFrom", { message: cleanText(range.label) })}
    </span>
    <Button
      look="link"
      label={word("wholeConversation")}
      testId="preview-whole"
      onClick={() => post({ type: "preview", focusTopic, range: null })}
    />
  </p>
);

const FocusForm = ({
  topic,
  range,
}: {
  readonly topic: string;
  readonly range: PreviewPicture["range"];
}): JSX.Element => {
  const [focus, setFocus] = useState(topic);
  useEffect(() => setFocus(topic), [topic]);
  return (
    <form
      class="focus-form"
      onSubmit={(event) => {
        event.preventDefault();
        post({ type: "preview", focusTopic: focus.trim() === "" ? null : focus.trim(), range });
      }}
    >
      <input
        class="text-field"
        data-testid="preview-focus"
        aria-label={word("focusField")}
        placeholder={word("focusField")}
        value={focus}
        onInput={(event) => setFocus(event.currentTarget.value)}
      />
      <button type="submit" class="button plain" data-testid="preview-run">
        <Icon name="eye" /> {word("previewAction")}
      </button>
    </form>
  );
};

const Plan = ({ preview }: { readonly preview: PreviewPicture }): JSX.Element => {
  if (preview.state === "unplanned")
    return (
      <p class="miss" data-testid="preview-unplanned">
        <Icon name="info" /> {cleanText(preview.reason ?? "")}
      </p>
    );
  if (preview.state === "nothing-to-compress" || preview.state === "failed") {
    return (
      <p class="miss" data-testid="preview-refused">
        <Icon name="info" /> {word(preview.state === "failed" ? "previewFailed" : "previewNothing")}{" "}
        {cleanText(preview.reason ?? "")}
      </p>
    );
  }
  const warning = warningOf(preview);
  return (
    <div class="plan" data-testid="preview">
      <BeforeAfter before={preview.beforeTokens} after={preview.projectedTokens} />
      {warning === null ? null : (
        <p class="miss" data-testid="preview-warning">
          <Icon name="warning" /> {word(warning)}
        </p>
      )}
      <p class="facts">
        <span>{word("planHead", { count: preview.headMessages })}</span>
        <span>{word("planFold", { count: preview.foldedMessages })}</span>
        <span>{word("planTail", { count: preview.tailMessages })}</span>
        <span>{word("prunedCount", { count: preview.prunedResults })}</span>
      </p>
      <div class="figures">
        <Figure testId="preview-next-cost" value={formatUsd(preview.nextTurnCostUsd)} label={word("nextTurnCost")} />
        <Figure testId="preview-rewrite-cost" value={formatUsd(preview.cacheRewriteUsd)} label={word("cacheRewrite")} />
        <Figure testId="preview-summary-cost" value={formatUsd(preview.summaryCostUsd)} label={word("summaryCost")} />
      </div>
      <ul class="largest" data-testid="preview-folds" aria-label={word("foldsLabel")}>
        {preview.folds.map((fold) => (
          <li key={fold.messageId}>
            <span class="ellipsis">{cleanText(fold.label)}</span>
            <span class="number">{formatCount(fold.tokens)}</span>
          </li>
        ))}
      </ul>
      {preview.claims.length === 0 ? null : <ClaimList claims={preview.claims} />}
      {preview.hiddenFolds > 0 ? <p class="note">{word("hiddenFolds", { count: preview.hiddenFolds })}</p> : null}
      <Draft preview={preview} />
    </div>
  );
};

const warningOf = ({
  beforeTokens,
  projectedTokens,
  thresholdTokens,
}: PreviewPicture): "previewNotSmaller" | "previewStillOver" | null =>
  projectedTokens >= beforeTokens
    ? "previewNotSmaller"
    : projectedTokens >= thresholdTokens
      ? "previewStillOver"
      : null;

const Draft = ({ preview }: { readonly preview: PreviewPicture }): JSX.Element => {
  const [text, setText] = useState(preview.draft ?? "");
  useEffect(() => setText(preview.draft ?? ""), [preview.draft]);
  const edited = preview.draft !== null && text !== preview.draft;
  return (
    <>
      {preview.draft === null ? null : (
        <label class="draft">
          <span>{word("draftLabel")}</span>
          <textarea
            class="text-field mono"
            data-testid="preview-draft"
            rows={10}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      )}
      <div class="buttons">
        <Button
          look="primary"
          icon="check"
          label={word(edited ? "applyEdited" : "apply")}
          testId="preview-apply"
          disabled={preview.state === "drafting"}
          onClick={() => post({ type: "apply-preview", summary: preview.draft === null ? null : text })}
        />
        <Button
          icon="sparkle"
          label={word(
            preview.state === "drafting" ? "drafting" : preview.draft === null ? "draftAction" : "draftAgain",
          )}
          testId="preview-draft-action"
          disabled={preview.state === "drafting"}
          onClick={() => post({ type: "draft-preview" })}
        />
        <Button label={word("leave")} testId="preview-leave" onClick={() => post({ type: "leave-preview" })} />
      </div>
    </>
  );
};
