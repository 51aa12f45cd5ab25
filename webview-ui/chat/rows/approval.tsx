import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatCount } from "../../../src/format";
import type { ApprovalPicture } from "../../../src/protocol/chat";
import type { ViewMessage } from "../../../src/protocol/messages";
import { Button, Icon, IconButton } from "../../shared/components/controls";
import { ChangedLines, DiffLines } from "../../shared/components/diff-lines";
import { Menu } from "../../shared/components/menu";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";

type Answer = Extract<ViewMessage, { type: "answer-approval" }>["answer"];

export const Approval = ({
  callId,
  approval,
}: {
  readonly callId: string;
  readonly approval: ApprovalPicture;
}): JSX.Element => {
  const [denying, setDenying] = useState(false);
  const answer = (given: Answer) => post({ type: "answer-approval", callId, answer: given });
  useAnswerKeys(approval, answer);
  return (
    <section class="approval" data-testid="approval" aria-label={word("approvalFor", { title: approval.title })}>
      <Question callId={callId} approval={approval} />
      {denying ? (
        <Refusal onDeny={answer} onBack={() => setDenying(false)} />
      ) : (
        <Answers approval={approval} onAnswer={answer} onReason={() => setDenying(true)} />
      )}
    </section>
  );
};

const Question = ({
  callId,
  approval,
}: {
  readonly callId: string;
  readonly approval: ApprovalPicture;
}): JSX.Element => (
  <>
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
      <Warning testId="approval-lines" text={word("approvalLines", { count: formatCount(approval.lines) })} />
    )}
    {approval.hiddenChars === 0 ? null : (
      <Warning testId="approval-hidden" text={word("approvalHidden", { count: formatCount(approval.hiddenChars) })} />
    )}
    {approval.warning === null ? null : <Warning testId="approval-warning" text={cleanText(approval.warning)} />}
    {approval.place === undefined ? null : (
      <p class="approval-place" data-testid="approval-place">
        <Icon name="lock" /> {cleanText(approval.place)}
      </p>
    )}
    {approval.edit === null ? null : (
      <>
        <p class="approval-edit" title={cleanText(approval.edit.path)}>
          <ChangedLines {...approval.edit} />
          <Button
            look="link"
            label={word("showDiff")}
            testId="approval-diff"
            onClick={() => post({ type: "show-edit", callId })}
          />
        </p>
        <DiffLines {...approval.edit} />
      </>
    )}
  </>
);

const Warning = ({ testId, text }: { readonly testId: string; readonly text: string }): JSX.Element => (
  <p class="approval-warning" data-testid={testId}>
    <Icon name="warning" /> {text}
  </p>
);

/** One button to allow this call, wider permissions in a menu beside it, and one button to deny. */
const Answers = ({
  approval,
  onAnswer,
  onReason,
}: {
  readonly approval: ApprovalPicture;
  readonly onAnswer: (answer: Answer) => void;
  readonly onReason: () => void;
}): JSX.Element => {
  const [choosing, setChoosing] = useState(false);
  const more = useRef<HTMLSpanElement>(null);
  const scopes = approval.remember === "never" ? [] : (["session", "workspace"] as const);
  return (
    <>
      <div class="buttons">
        <span class="split" ref={more}>
          <Button
            look="primary"
            label={word("allowOnce")}
            testId="allow-once"
            onClick={() => onAnswer({ kind: "allow", remember: "once" })}
          />
          {scopes.length === 0 ? null : (
            <button
              type="button"
              class="button primary"
              data-testid="allow-more"
              aria-label={word("allowMore")}
              title={word("allowMore")}
              aria-haspopup="menu"
              aria-expanded={choosing}
              // A press takes the focus from the open menu, which closes it before the click would.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setChoosing(!choosing)}
            >
              <Icon name="chevron-down" />
            </button>
          )}
        </span>
        <Button label={word("deny")} testId="deny" onClick={() => onAnswer({ kind: "deny" })} />
        <IconButton icon="comment" label={word("denyWithReason")} testId="deny-with-reason" onClick={onReason} />
      </div>
      {choosing ? (
        <Menu
          label={word("allowMore")}
          items={scopes.map((scope) => ({
            id: `allow-${scope}`,
            label: word(scope === "session" ? "allowSession" : "allowWorkspace"),
            // States what is remembered, so that nobody allows more than they read.
            ...(approval.covers === undefined ? {} : { detail: cleanText(approval.covers) }),
            onChoose: () => onAnswer({ kind: "allow", remember: scope }),
          }))}
          onClose={(how) => {
            setChoosing(false);
            if (how === "done") more.current?.querySelector<HTMLElement>("[data-testid=allow-more]")?.focus();
          }}
        />
      ) : null}
    </>
  );
};

/** The reason is sent to the model; it may be empty. */
const Refusal = ({
  onDeny,
  onBack,
}: {
  readonly onDeny: (answer: Answer) => void;
  readonly onBack: () => void;
}): JSX.Element => {
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState("");
  // The attribute `autofocus` works only while a page loads.
  useEffect(() => field.current?.focus(), []);
  const deny = () => onDeny(reason.trim() === "" ? { kind: "deny" } : { kind: "deny", reason: reason.trim() });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.isComposing) deny();
    if (event.key === "Escape") onBack();
  };
  return (
    <div class="buttons refusal">
      <input
        ref={field}
        class="text-field"
        data-testid="deny-reason"
        aria-label={word("denyReason")}
        placeholder={word("denyReason")}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button look="primary" label={word("deny")} testId="deny-confirm" onClick={deny} />
      <Button label={word("back")} testId="deny-back" onClick={onBack} />
    </div>
  );
};

/**
 * The keys of the diff editor work in the chat too, while nothing is being typed: in a field with text, the same keys
 * edit that text. Only for edits, which can be undone: nobody should run a command by a key meant for the composer.
 */
function useAnswerKeys({ edit }: ApprovalPicture, answer: (given: Answer) => void): void {
  useEffect(() => {
    if (edit === null) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || isTyping(event.target)) return;
      if (event.key !== "Enter" && event.key !== "Backspace") return;
      event.preventDefault();
      event.stopPropagation();
      answer(event.key === "Enter" ? { kind: "allow", remember: "once" } : { kind: "deny" });
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.value !== "";
