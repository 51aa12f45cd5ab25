import type { JSX } from "preact";
import type { TextRow } from "../../src/protocol";
import { Fold, Icon, IconButton } from "../shared/controls";
import { isOpen, toggle } from "../shared/folds";
import { post } from "../shared/host";
import { MarkdownView } from "../shared/markdown-view";
import { cleanText, cutLines } from "../shared/safe-text";
import { word } from "../shared/words";

/** Shorter replies are remarks between tool calls; a button under each would only take room. */
const WORTH_COPYING_CHARS = 200;

export const ReplyRowView = ({ row }: { readonly row: TextRow }): JSX.Element => (
  <div class={`row reply ${row.state}`} data-testid="row-reply">
    <MarkdownView text={row.text} state={row.state === "growing" ? "growing" : "done"} />
    <Interruption state={row.state} />
    {row.state === "growing" || row.text.length < WORTH_COPYING_CHARS ? null : (
      <div class="row-actions" role="group" aria-label={word("messageActions")}>
        <IconButton
          icon="copy"
          label={word("copyReply")}
          testId="copy-reply"
          onClick={() => post({ type: "copy", text: row.text })}
        />
      </div>
    )}
  </div>
);

/** Folded from the start: thinking is for those who ask. */
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
