import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./controls";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** Present where the items are choices, of which one holds. */
  readonly checked?: "yes" | "no";
  readonly onChoose: () => void;
}

/** A list of choices. Takes the focus when it opens; arrows move in it, and Escape closes it. */
export const Menu = ({
  label,
  items,
  onClose,
}: {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** "left": the focus is elsewhere by now; otherwise it should return to what opened the menu. */
  readonly onClose: (how: "done" | "left") => void;
}): JSX.Element => {
  const list = useRef<HTMLDivElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  useEffect(() => {
    const chosen = items.findIndex(({ checked }) => checked === "yes");
    buttons()[Math.max(0, chosen)]?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.findIndex((button) => button.matches(":focus"));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") onClose("done");
    else if (next === undefined) return;
    else all[(next + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node) || !list.current?.contains(event.relatedTarget)) onClose("left");
  };
  return (
    <div
      class="menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      ref={list}
      onKeyDown={onKeyDown}
      onFocusOut={onFocusOut}
    >
      {items.map(({ id, label: text, detail, checked, onChoose }) => (
        <button
          key={id}
          type="button"
          {...(checked === undefined
            ? { role: "menuitem" as const }
            : { role: "menuitemradio" as const, "aria-checked": checked === "yes" })}
          class="menu-item"
          data-testid={id}
          onClick={() => {
            onClose("done");
            onChoose();
          }}
        >
          {checked === undefined ? null : <Icon name={checked === "yes" ? "check" : "blank"} />}
          <span class="menu-text">
            <span>{text}</span>
            {detail === undefined ? null : <span class="menu-detail">{detail}</span>}
          </span>
        </button>
      ))}
    </div>
  );
};
