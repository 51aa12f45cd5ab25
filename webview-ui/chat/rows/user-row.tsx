import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { UserRow } from "../../../src/protocol/chat";
import { Button, Icon, IconButton } from "../../shared/components/controls";
import { RangeActions } from "../../shared/components/range-actions";
import { useInitialFocus } from "../../shared/components/use-initial-focus";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText, cutLines } from "../../shared/text/safe-text";
import { SentChips } from "../composer/chips";
import { Versions } from "./versions";

export const UserRowView = ({ row }: { readonly row: UserRow }): JSX.Element => {
  const [editing, setEditing] = useState(false);
  return (
    <div class="row user" data-testid="row-user">
      {editing ? (
        <Editor row={row} onClose={() => setEditing(false)} />
      ) : (
        <MessageText row={row} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
};

const MessageText = ({ row, onEdit }: { readonly row: UserRow; readonly onEdit: () => void }): JSX.Element => (
  <>
    <div class="user-text">{cutLines(cleanText(row.text))}</div>
    {row.text.length < row.chars ? (
      <Button
        look="link"
        label={word("openWholeMessage")}
        testId="open-whole-message"
        onClick={() => post({ type: "open-message", messageId: row.messageId })}
      />
    ) : null}
    {row.attached === undefined ? null : <SentChips attached={row.attached} />}
    {row.images > 0 ? (
      <div class="note">
        <Icon name="file-media" /> {word("imageCount", { count: row.images })}
      </div>
    ) : null}
    <fieldset class="row-actions" aria-label={word("messageActions")}>
      {row.text.length < row.chars ? null : (
        <IconButton icon="edit" label={word("editAndResend")} testId="edit-message" onClick={onEdit} />
      )}
      <Checkpoint messageId={row.messageId} files={row.checkpointFiles ?? []} />
      <IconButton
        icon="pin"
        label={word("pinMessage")}
        testId="pin-message"
        onClick={() => post({ type: "pin", messageId: row.messageId })}
      />
      <RangeActions messageId={row.messageId} />
    </fieldset>
    {row.versions === undefined ? null : <Versions versions={row.versions} />}
  </>
);

const Checkpoint = ({
  messageId,
  files,
}: {
  readonly messageId: string;
  readonly files: readonly string[];
}): JSX.Element => {
  const [asking, setAsking] = useState(false);
  const restore = (what: "files" | "conversation" | "both") => {
    setAsking(false);
    post({ type: "restore", messageId, what });
  };
  // Without changed files only the conversation can be taken back, and there is nothing to choose.
  if (files.length === 0)
    return (
      <IconButton
        icon="discard"
        label={word("returnToComposer")}
        testId="take-back"
        onClick={() => restore("conversation")}
      />
    );
  if (!asking)
    return (
      <IconButton
        icon="discard"
        label={word("restoreCheckpoint", { count: files.length })}
        testId="restore-checkpoint"
        onClick={() => setAsking(true)}
      />
    );
  return (
    <fieldset
      class="choices"
      data-testid="restore-choices"
      aria-label={word("restoreCheckpoint", { count: files.length })}
    >
      <span class="note">{word("restoreWhat")}</span>
      <Button label={word("restoreFiles")} testId="restore-files" onClick={() => restore("files")} />
      <Button
        label={word("restoreConversation")}
        testId="restore-conversation"
        onClick={() => restore("conversation")}
      />
      <Button label={word("restoreBoth")} testId="restore-both" onClick={() => restore("both")} />
      <IconButton icon="close" label={word("cancel")} testId="restore-cancel" onClick={() => setAsking(false)} />
    </fieldset>
  );
};

const Editor = ({ row, onClose }: { readonly row: UserRow; readonly onClose: () => void }): JSX.Element => {
  const [text, setText] = useState(row.text);
  const field = useInitialFocus<HTMLTextAreaElement>();
  const resend = () => {
    if (text.trim() === "") return;
    onClose();
    post({ type: "resend", messageId: row.messageId, text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      resend();
    }
  };
  return (
    <div class="editor">
      <textarea
        ref={field}
        class="text-field"
        data-testid="edit-field"
        aria-label={word("editAndResend")}
        value={text}
        rows={4}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        <Button look="primary" label={word("resend")} testId="edit-resend" onClick={resend} />
        <Button label={word("cancel")} testId="edit-cancel" onClick={onClose} />
      </div>
      <p class="note">{word("resendNote")}</p>
    </div>
  );
};
