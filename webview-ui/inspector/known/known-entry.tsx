import type { JSX } from "preact";
import type { KnownPicture } from "../../../src/protocol/inspector";
import { post } from "../../shared/host/host";
import { locale, word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";

type Known = KnownPicture["entries"][number];

/** Of a thing that many messages tell of; the first one and the newest are what people look for. */
const SHOWN_SOURCES = 4;

export const Entry = ({ entry }: { readonly entry: Known }): JSX.Element => {
  const { sources } = entry;
  const shown =
    sources.length <= SHOWN_SOURCES ? sources : [...sources.slice(0, 1), ...sources.slice(1 - SHOWN_SOURCES)];
  const isText = entry.kind === "task" || entry.kind === "decision";
  return (
    <li class="known-entry" data-testid="known-entry" data-kind={entry.kind} data-state={entry.state}>
      <span class={`badge ${LOOKS[entry.state]}`} data-testid="known-state">
        {stateOf(entry)}
      </span>
      {isText ? (
        <span class="known-subject">{cleanText(entry.subject)}</span>
      ) : (
        <code class="known-subject">{cleanText(entry.subject)}</code>
      )}
      <span class="note known-sources">
        {entry.kind === "error" ? <span>{word("knownFrom", { attempt: cleanText(entry.attempt) })}</span> : null}
        {entry.kind === "decision" ? <span>{word(`known_maker_${entry.maker}`)}</span> : null}
        {shown.map((source) => (
          <button
            type="button"
            class="button link"
            key={`${source.messageId} ${source.what}`}
            data-testid="known-source"
            data-message={source.messageId}
            title={source.at === null ? undefined : new Date(source.at).toLocaleString(locale.value)}
            onClick={() => post({ type: "open-message", messageId: source.messageId })}
          >
            {sourceOf(source)}
          </button>
        ))}
        {entry.mentions > shown.length ? (
          <span>{word("knownMore", { count: entry.mentions - shown.length })}</span>
        ) : null}
      </span>
    </li>
  );
};

function stateOf(entry: Known): string {
  if (entry.kind !== "command" || entry.exitCode === null) return word(`known_${entry.state}`);
  const exit = word("knownExit", { code: entry.exitCode });
  return entry.tests === undefined ? exit : `${exit} · ${cleanText(entry.tests)}`;
}

function sourceOf({ what, at }: Known["sources"][number]): string {
  const deed = word(`known_did_${what}`);
  return at === null ? deed : `${deed} ${new Date(at).toLocaleTimeString(locale.value, CLOCK)}`;
}

const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

/** What needs somebody is marked, and so is what is done; the rest only says how it is. */
const LOOKS: Readonly<Record<Known["state"], "good" | "warning" | "plain">> = {
  open: "warning",
  failed: "warning",
  resolved: "good",
  succeeded: "good",
  done: "good",
  doing: "plain",
  dropped: "plain",
  read: "plain",
  edited: "plain",
  deleted: "plain",
  restored: "plain",
  unknown: "plain",
  stands: "plain",
  replaced: "plain",
};
