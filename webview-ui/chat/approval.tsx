import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ApprovalPicture } from "../../src/protocol";
import { Button, Icon } from "../shared/controls";
import { formatCount } from "../shared/format";
import { post } from "../shared/host";
import { cleanText } from "../shared/safe-text";
import { word } from "../shared/words";

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
  return (
    <section class="approval" data-testid="approval" aria-label={word("approvalFor", { title: approval.title })}>
      <p class="approval-title">
        <Icon name="shield" /> {cleanText(approval.title)}
      </p>
      {approval.detail === "" ? null : (
        <pre class="approval-detail" tabIndex={0}>
          {cleanText(approval.detail)}
        </pre>
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
          <Button label={word("allowSession")} testId="allow-session" onClick={() => allow("session")} />
          <Button label={word("allowWorkspace")} testId="allow-workspace" onClick={() => allow("workspace")} />
          <Button label={word("deny")} testId="deny" onClick={() => setDenying(true)} />
        </div>
      )}
    </section>
  );
};

/** The reason goes to the model, so that it can do better; an empty one is fine. */
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
