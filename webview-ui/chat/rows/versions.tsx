import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { VersionsPicture } from "../../../src/protocol/chat";
import { Icon } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { activity, isRunning } from "../state/store";

type Direction = "previous" | "next";

/** The version that was asked for: its row is another one, and takes the focus when it appears. */
let wanted: { readonly messageId: string; readonly direction: Direction } | null = null;

/** ‹2/3› below a message that was sent in several versions. */
export const Versions = ({ versions: { index, all } }: { readonly versions: VersionsPicture }): JSX.Element => {
  const group = useRef<HTMLFieldSetElement>(null);
  const messageId = all[index]?.messageId;
  useEffect(() => {
    if (wanted === null || wanted.messageId !== messageId) return;
    const { direction } = wanted;
    wanted = null;
    const buttons = [...(group.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
    const same = buttons.find((button) => button.dataset["direction"] === direction);
    (same?.getAttribute("aria-disabled") === "true" ? buttons.find((button) => button !== same) : same)?.focus();
  }, [messageId]);
  return (
    <fieldset
      class="versions"
      data-testid="versions"
      ref={group}
      aria-label={word("versionOf", { number: index + 1, count: all.length })}
    >
      <Step direction="previous" target={all[index - 1]} />
      <span aria-hidden="true">
        {index + 1}/{all.length}
      </span>
      <Step direction="next" target={all[index + 1]} />
    </fieldset>
  );
};

const Step = ({
  direction,
  target,
}: {
  readonly direction: Direction;
  readonly target: VersionsPicture["all"][number] | undefined;
}): JSX.Element => {
  const label = word(direction === "previous" ? "versionPrevious" : "versionNext");
  // A running turn writes to the conversation that is open.
  const isOff = target === undefined || isRunning(activity.value);
  const show = () => {
    if (target === undefined || isOff) return;
    wanted = { messageId: target.messageId, direction };
    post({ type: "show-version", ...target });
  };
  return (
    <button
      type="button"
      class="icon-button"
      data-testid={`version-${direction}`}
      data-direction={direction}
      aria-label={label}
      title={target === undefined ? label : word("versionHint", { action: label })}
      aria-disabled={isOff}
      onClick={show}
    >
      <Icon name={direction === "previous" ? "chevron-left" : "chevron-right"} />
    </button>
  );
};
