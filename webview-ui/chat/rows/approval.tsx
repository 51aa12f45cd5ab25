import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatCount } from "../../../src/format";
import type { ApprovalPicture } from "../../../src/protocol/chat";
import { Button, Icon } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";

export const Approval = ({
  callId,
  approval,
}: {
  readonly callId: string;
  readonly approval: ApprovalPicture;
}): JSX.Element => {
  const [denying, setDenying] = useState(false);
  const allow = (remember: "once" | "session" | "workspace") =>
    post({ type: "answer-approval", callId, answer: { kind: "allow", remember } });
  const remembering = approval.remember === "never" ? [] : (["session", "workspace"] as const);
  /** The button says what is remembered, so that nobody allows more than they read. */
  const offer = (choice: "allowSession" | "allowWorkspace") =>
    approval.covers === undefined ? word(choice) : `${word(choice)}: ${cleanText(approval.covers)}`;
  return (
    <section class="approval" data-testid="approval" aria-label={word("approvalFor", { title: approval.title })}>
      <p class="approval-title">
        <Icon name="shield" /> {cleanText(approval.title)}
      </p>
      {approval.detail === "" ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <pre class="approval-detail" tabIndex={0}>
          {cleanText(approval.detail)}
        </pre>
      )}
      {approval.lines === undefined ? null : (
        <p class="approval-warning" data-testid="approval-lines">
          <Icon name="warning" /> {word("approvalLines", { count: formatCount(approval.lines) })}
        </p>
      )}
      {approval.hiddenChars === 0 ? null : (
        <p class="approval-warning">
          <Icon name="warning" /> {word("approvalHidden", { count: formatCount(approval.hiddenChars) })}
        </p>
      )}
      {approval.warning === null ? null : (
        <p class="approval-warning" data-testid="approval-warning">
          <Icon name="warning" /> {cleanText(approval.warning)}
        </p>
      )}
      {approval.edit === null ? null : (
        <p class="approval-edit">
          <span class="ellipsis">{cleanText(approval.edit.path)}</span>{" "}
          <span class="added">+{approval.edit.added}</span> <span class="removed">−{approval.edit.removed}</span>
          <Button
            look="link"
            label={word("showDiff")}
            testId="approval-diff"
            onClick={() => post({ type: "show-edit", callId })}
          />
        </p>
      )}
      {denying ? (
        <Refusal callId={callId} onBack={() => setDenying(false)} />
      ) : (
        <div class="buttons">
          <Button look="primary" label={word("allowOnce")} testId="allow-once" onClick={() => allow("once")} />
          {remembering.map((scope) => (
            <Button
              key={scope}
              label={offer(scope === "session" ? "allowSession" : "allowWorkspace")}
              testId={`allow-${scope}`}
              onClick={() => allow(scope)}
            />
          ))}
          <Button label={word("deny")} testId="deny" onClick={() => setDenying(true)} />
        </div>
      )}
    </section>
  );
};

/** The reason is sent to the model; it may be empty. */
const Refusal = ({ callId, onBack }: { readonly callId: string; readonly onBack: () => void }): JSX.Element => {
  const [reason, setReason] = useState("");
  const deny = () =>
    post({
      type: "answer-approval",
      callId,
      answer: reason.trim() === "" ? { kind: "deny" } : { kind: "deny", reason: reason.trim() },
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.isComposing) deny();
    if (event.key === "Escape") onBack();
  };
  return (
    <div class="refusal">
      <input
        class="text-field"
        data-testid="deny-reason"
        aria-label={word("denyReason")}
        placeholder={word("denyReason")}
        value={reason}
        autofocus
        onInput={(event) => setReason(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        <Button look="primary" label={word("deny")} testId="deny-confirm" onClick={deny} />
        <Button label={word("back")} testId="deny-back" onClick={onBack} />
      </div>
    </div>
  );
};
