import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { IconButton } from "../../shared/components/controls";
import { Menu } from "../../shared/components/menu";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { canSend, submit } from "../state/draft";

/** Sends the draft; while a turn runs, also stops it and offers the three moments at which words can arrive. */
export const SendButton = ({ running }: { readonly running: "running" | "idle" }): JSX.Element => {
  const [open, setOpen] = useState(false);
  const group = useRef<HTMLSpanElement>(null);
  if (running === "idle")
    return (
      <IconButton
        icon="send"
        label={word("send")}
        testId="send"
        disabled={!canSend.value}
        onClick={() => submit("after-turn")}
      />
    );
  const close = (how: "done" | "left") => {
    setOpen(false);
    if (how === "done") group.current?.querySelector("button")?.focus();
  };
  return (
    <span class="send-group" ref={group}>
      {open ? (
        <Menu
          label={word("sendWhen")}
          onClose={close}
          items={[
            {
              id: "send-queue",
              label: word("deliver_after-turn"),
              detail: word("deliverTurnKeys"),
              onChoose: () => submit("after-turn"),
            },
            {
              id: "send-after-step",
              label: word("deliver_after-step"),
              detail: word("deliverStepKeys"),
              onChoose: () => submit("after-step"),
            },
            {
              id: "send-now",
              label: word("deliver_now"),
              detail: word("deliverNowKeys"),
              onChoose: () => submit("now"),
            },
          ]}
        />
      ) : null}
      {canSend.value ? (
        <IconButton icon="chevron-up" label={word("sendWhen")} testId="send-when" onClick={() => setOpen(!open)} />
      ) : null}
      <IconButton icon="debug-stop" label={word("stop")} testId="stop" onClick={() => post({ type: "stop" })} />
      <IconButton
        icon="send"
        label={word("sendToQueue")}
        testId="send"
        disabled={!canSend.value}
        onClick={() => submit("after-turn")}
      />
    </span>
  );
};
