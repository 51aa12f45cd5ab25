import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ControlsPicture } from "../../../src/protocol/status";
import { Icon } from "../../shared/components/controls";
import type { MenuItem } from "../../shared/components/menu";
import { Menu } from "../../shared/components/menu";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { controls } from "../state/store";

const MODES = ["ask", "plan", "agent"] as const;
const LEVELS = ["ask", "edits", "all"] as const;
const MODE_ICONS: Readonly<Record<ControlsPicture["mode"], string>> = {
  ask: "comment",
  plan: "checklist",
  agent: "rocket",
};
const LEVEL_ICONS: Readonly<Record<ControlsPicture["approval"], string>> = {
  ask: "shield",
  edits: "edit",
  all: "unlock",
};

/** How far the agent may go, how often it asks, and how long it thinks: each shown at all times. */
export const ModeMenus = (): JSX.Element => {
  const { mode, approval, effort, efforts } = controls.value;
  return (
    <fieldset class="composer-controls" aria-label={word("mode")}>
      <Choice
        testId="mode"
        label={word("mode")}
        value={word(`mode_${mode}`)}
        icon={MODE_ICONS[mode]}
        items={MODES.map((one) => ({
          id: `mode-${one}`,
          label: word(`mode_${one}`),
          detail: word(`modeDetail_${one}`),
          checked: one === mode ? "yes" : "no",
          onChoose: () => post({ type: "set-controls", controls: { mode: one } }),
        }))}
      />
      <Choice
        testId="approval-level"
        label={word("approvalMenu")}
        value={word(`approval_${approval}`)}
        icon={LEVEL_ICONS[approval]}
        items={LEVELS.map((one) => ({
          id: `approval-${one}`,
          label: word(`approval_${one}`),
          detail: word(`approvalDetail_${one}`),
          checked: one === approval ? "yes" : "no",
          onChoose: () => post({ type: "set-controls", controls: { approval: one } }),
        }))}
      />
      {efforts.length === 0 ? null : (
        <Choice
          testId="effort"
          label={word("effort")}
          value={word(`effort_${effort ?? "default"}`)}
          icon="lightbulb"
          items={[null, ...efforts].map((one) => ({
            id: `effort-${one ?? "default"}`,
            label: word(`effort_${one ?? "default"}`),
            ...(one === effort ? {} : { detail: word("effortNote") }),
            checked: one === effort ? "yes" : "no",
            onChoose: () => post({ type: "set-controls", controls: { effort: one } }),
          }))}
        />
      )}
    </fieldset>
  );
};

/** A button that shows the choice in force and opens the others above it. */
const Choice = ({
  testId,
  label,
  value,
  icon,
  items,
}: {
  readonly testId: string;
  readonly label: string;
  readonly value: string;
  readonly icon: string;
  readonly items: readonly MenuItem[];
}): JSX.Element => {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`composer-choice ${testId}`}
        data-testid={testId}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${label}: ${value}`}
        title={`${label}: ${value}`}
        // A press takes the focus from the open menu, which closes it before the click would.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        <span class="choice-text">{value}</span>
        <Icon name="chevron-down" />
      </button>
      {open ? (
        <div class="menu-above">
          <Menu
            label={label}
            items={items}
            onClose={(how) => {
              setOpen(false);
              if (how === "done") button.current?.focus();
            }}
          />
        </div>
      ) : null}
    </>
  );
};
