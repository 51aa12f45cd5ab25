import type { JSX } from "preact";
import type { TextRow } from "../../../src/protocol/chat";
import { Fold, Icon, IconButton } from "../../shared/components/controls";
import { isOpen, toggle } from "../../shared/components/open-folds";
import { RangeActions } from "../../shared/components/range-actions";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { MarkdownView } from "../../shared/markdown/markdown-view";
import { cleanText, cutLines } from "../../shared/text/safe-text";

/** Shorter replies are remarks between tool calls; a button below each would only take space. */
const WORTH_COPYING_CHARS = 200;

export const ReplyRowView = ({ row }: { readonly row: TextRow }): JSX.Element => (
  <div class={`row reply ${row.state}`} data-testid="row-reply">
    <MarkdownView text={row.text} state={row.state === "growing" ? "growing" : "done"} />
    <Interruption state={row.state} />
    {row.state === "growing" || row.text.length < WORTH_COPYING_CHARS ? null : (
      <fieldset class="row-actions" aria-label={word("messageActions")}>
        <IconButton
          icon="copy"
          label={word("copyReply")}
          testId="copy-reply"
          onClick={() => post({ type: "copy", text: row.text })}
        />
        {row.messageId === null ? null : <RangeActions messageId={row.messageId} />}
      </fieldset>
    )}
  </div>
);

/** Collapsed by default: few users read the thinking. */
export const ThinkingRowView = ({ row }: { readonly row: TextRow }): JSX.Element => (
  <div class="row thinking" data-testid="row-thinking">
    <Fold
      open={isOpen(row.id)}
      testId="thinking-toggle"
      onToggle={() => toggle(row.id)}
      summary={
        <span class={row.state === "growing" ? "shimmer" : ""}>
          {word(row.state === "growing" ? "thinkingNow" : "thought")}
        </span>
      }
    >
      <div class="thinking-text">{cutLines(cleanText(row.text))}</div>
    </Fold>
  </div>
);

const Interruption = ({ state }: { readonly state: TextRow["state"] }): JSX.Element | null =>
  state === "stopped" || state === "disconnected" ? (
    <p class="note warning" data-testid="reply-interrupted">
      <Icon name="debug-disconnect" /> {word(state === "stopped" ? "replyStopped" : "replyDisconnected")}
    </p>
  ) : null;
