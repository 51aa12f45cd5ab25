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

/** A button with only an icon; its label serves screen readers and the tooltip. */
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

/** Shows why an action is unavailable. Unlike a disabled button, it can take the focus. */
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
  title,
}: ControlProps & {
  readonly look?: "primary" | "plain" | "link";
  readonly icon?: string;
  /** Says more than the label has room for. */
  readonly title?: string;
}): JSX.Element => (
  <button
    type="button"
    class={`button ${look}`}
    data-testid={testId}
    title={title}
    disabled={disabled}
    onClick={onClick}
  >
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

/** A heading that expands its body. A collapsed body is not in the page. */
export const Fold = ({ open, testId, summary, children, onToggle }: FoldProps): JSX.Element => (
  <div class="fold">
    <button type="button" class="fold-head" aria-expanded={open} data-testid={testId} onClick={onToggle}>
      <Icon name={open ? "chevron-down" : "chevron-right"} />
      {summary}
    </button>
    {open ? <div class="fold-body">{children}</div> : null}
  </div>
);
