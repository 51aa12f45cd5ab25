import type { JSX } from "preact";
import { formatCount } from "../../../src/format";
import type { DiffLine, EditPicture } from "../../../src/protocol/edits";
import { word } from "../language/words";
import { cleanText } from "../text/safe-text";

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { same: " ", added: "+", removed: "−", gap: "⋯" };

/** How many lines a change adds and removes; screen readers hear words instead of signs. */
export const ChangedLines = ({ added, removed }: Pick<EditPicture, "added" | "removed">): JSX.Element => (
  <span class="changed-lines">
    <span class="visually-hidden">{word("changedLines", { added, removed })}</span>
    <span aria-hidden="true">
      <span class="added">+{formatCount(added)}</span> <span class="removed">−{formatCount(removed)}</span>
    </span>
  </span>
);

/** The first lines of a change. Long lines wrap: in a narrow sidebar, what changed is often at their end. */
export const DiffLines = ({ lines, hidden }: Pick<EditPicture, "lines" | "hidden">): JSX.Element | null =>
  lines.length === 0 ? null : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section class="diff-lines" data-testid="diff-lines" aria-label={word("diffLabel")} tabIndex={0}>
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={`diff-line ${kind}`}>
          <span class="diff-sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          {kind === "added" || kind === "removed" ? (
            <span class="visually-hidden">{word(kind === "added" ? "lineAdded" : "lineRemoved")} </span>
          ) : null}
          <span class="diff-text">{cleanText(text)}</span>
        </div>
      ))}
      {hidden === 0 ? null : <div class="diff-line gap">{word("diffHidden", { count: formatCount(hidden) })}</div>}
    </section>
  );
