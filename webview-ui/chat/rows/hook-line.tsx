import type { JSX } from "preact";
import { formatMs } from "../../../src/format";
import type { OtherContextChange } from "../../../src/protocol/chat";
import { Icon } from "../../shared/components/controls";
import { word } from "../../shared/language/words";
import { cleanText, cutLines } from "../../shared/text/safe-text";

type HookChange = Extract<OtherContextChange, { type: "hook-ran" }>;

const ICONS: Readonly<Record<HookChange["did"], string>> = {
  nothing: "plug",
  blocked: "circle-slash",
  asked: "question",
  rewrote: "edit",
  added: "add",
  focused: "target",
  failed: "warning",
  "timed-out": "warning",
  garbled: "warning",
};

/** One line about a hook: what it did, with its own words below. */
export const HookLine = ({ change }: { readonly change: HookChange }): JSX.Element => (
  <div class="context-line">
    <Icon name={ICONS[change.did]} />
    <div class="context-body">
      <span class="context-title">{word(`hook_${change.did}`, { event: change.event })}</span>
      {change.detail === "" ? null : (
        <span class="context-detail">{cutLines(cleanText(change.detail), DETAIL_CHARS)}</span>
      )}
      <span class="context-detail">
        <code>{cutLines(cleanText(change.command), COMMAND_CHARS)}</code> · {formatMs(change.durationMs)}
      </span>
    </div>
  </div>
);

const DETAIL_CHARS = 500;
const COMMAND_CHARS = 160;
