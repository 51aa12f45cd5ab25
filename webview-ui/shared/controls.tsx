import type { ComponentChildren, JSX } from "preact";

interface ControlProps {
  readonly label: string;
  readonly testId: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

export const Icon = ({ name }: { readonly name: string }): JSX.Element => (
  <span class={`codicon codicon-${name}`} aria-hidden="true" />
);

/** A button that is only an icon; its label is what screen readers and the tooltip say. */
export const IconButton = ({
  icon,
  label,
  testId,
  onClick,
  disabled = false,
}: ControlProps & { readonly icon: string }): JSX.Element => (
  <button
    type="button"
    class="icon-button"
    aria-label={label}
    title={label}
    data-testid={testId}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);

/** Does nothing but say why. It can be focused, as a disabled button cannot, so that the reason reaches everybody. */
export const RefusedButton = ({
  icon,
  label,
  testId,
}: Pick<ControlProps, "label" | "testId"> & { readonly icon: string }): JSX.Element => (
  <button type="button" class="icon-button" aria-label={label} title={label} data-testid={testId} aria-disabled="true">
    <Icon name={icon} />
  </button>
);

export const Button = ({
  label,
  testId,
  onClick,
  disabled = false,
  look = "plain",
  icon,
}: ControlProps & { readonly look?: "primary" | "plain" | "link"; readonly icon?: string }): JSX.Element => (
  <button type="button" class={`button ${look}`} data-testid={testId} disabled={disabled} onClick={onClick}>
    {icon === undefined ? null : <Icon name={icon} />}
    {label}
  </button>
);

interface FoldProps {
  readonly open: boolean;
  readonly testId: string;
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
  readonly onToggle: () => void;
}

/** A heading that opens what is below it. The body is not in the page while closed. */
export const Fold = ({ open, testId, summary, children, onToggle }: FoldProps): JSX.Element => (
  <div class="fold">
    <button type="button" class="fold-head" aria-expanded={open} data-testid={testId} onClick={onToggle}>
      <Icon name={open ? "chevron-down" : "chevron-right"} />
      {summary}
    </button>
    {open ? <div class="fold-body">{children}</div> : null}
  </div>
);
