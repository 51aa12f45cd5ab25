import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { QueuePicture } from "../../../src/protocol/chat";
import { Button, Icon, IconButton } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import { queue } from "../state/store";

type Queued = QueuePicture["waiting"][number];

/** Messages that wait, to send earlier, reorder, take back, or remove. */
export const QueueList = (): JSX.Element | null => {
  const [dragged, setDragged] = useState<string | null>(null);
  const { waiting, state } = queue.value;
  if (waiting.length === 0) return null;
  return (
    <div class={`queue ${state}`} data-testid="queue" data-state={state}>
      {state === "held" ? (
        <div class="queue-held" role="status">
          <span>{word("queueHeld", { count: waiting.length })}</span>
          <Button
            look="primary"
            label={word("sendQueued")}
            testId="send-queued"
            onClick={() => post({ type: "send-queued" })}
          />
        </div>
      ) : null}
      <ul aria-label={word("queueLabel")}>
        {waiting.map((message, index) => (
          <li
            key={message.id}
            data-testid="queued"
            draggable
            onDragStart={() => setDragged(message.id)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              event.stopPropagation();
              if (dragged !== null) post({ type: "move-queued", id: dragged, index });
              setDragged(null);
            }}
          >
            <QueuedRow message={message} index={index} />
          </li>
        ))}
      </ul>
    </div>
  );
};

const QueuedRow = ({ message, index }: { readonly message: Queued; readonly index: number }): JSX.Element => {
  const { id, text, delivery } = message;
  const afterStep = delivery === "after-step";
  return (
    <>
      <Icon name={afterStep ? "debug-step-over" : "clock"} />
      <span class="ellipsis" title={cleanText(text)}>
        {cleanText(text)}
      </span>
      {afterStep ? <span class="badge">{word("deliver_after-step")}</span> : null}
      <span class="queue-actions">
        {queue.value.state === "held" || afterStep ? null : (
          <IconButton
            icon="debug-step-over"
            label={word("queueAfterStep")}
            testId="queue-after-step"
            onClick={() => post({ type: "deliver-queued", id, when: "after-step" })}
          />
        )}
        <IconButton
          icon="send"
          label={word("queueNow")}
          testId="queue-now"
          onClick={() => post({ type: "deliver-queued", id, when: "now" })}
        />
        {index === 0 ? null : (
          <IconButton
            icon="arrow-up"
            label={word("queueUp")}
            testId="queue-up"
            onClick={() => post({ type: "move-queued", id, index: index - 1 })}
          />
        )}
        <IconButton
          icon="edit"
          label={word("queueEdit")}
          testId="queue-edit"
          onClick={() => post({ type: "unqueue", id, purpose: "edit" })}
        />
        <IconButton
          icon="close"
          label={word("removeFromQueue")}
          testId="unqueue"
          onClick={() => post({ type: "unqueue", id, purpose: "drop" })}
        />
      </span>
    </>
  );
};
