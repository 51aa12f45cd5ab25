import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Mention } from "../../../src/protocol/attachments";
import { Icon } from "../../shared/components/controls";

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
  readonly icon?: string;
  readonly mention?: Mention;
}

export const POPUP_ID = "completions";
export const optionId = (index: number): string => `${POPUP_ID}-${index}`;

interface PopupProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly active: number;
  readonly onChoose: (option: Option) => void;
}

/** The list above the composer. The text keeps the focus; `aria-activedescendant` names the active option. */
export const Popup = ({ label, options, active, onChoose }: PopupProps): JSX.Element => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  return (
    <div class="popup" id={POPUP_ID} role="listbox" aria-label={label} data-testid="completions" ref={list}>
      {options.map((option, index) => (
        <div
          key={option.value}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          class={`popup-option ${index === active ? "active" : ""}`}
          data-testid={`completion-${option.value}`}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option.icon === undefined ? null : <Icon name={option.icon} />}
          <span class="popup-label ellipsis">{option.label}</span>
          <span class="popup-detail ellipsis">{option.detail}</span>
        </div>
      ))}
    </div>
  );
};
