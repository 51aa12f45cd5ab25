import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { KnownPicture } from "../../src/protocol/inspector";
import { Button, Fold } from "../shared/components/controls";
import { isOpen, toggle } from "../shared/components/open-folds";
import { word } from "../shared/language/words";
import { Entry } from "./known/known-entry";
import { Section } from "./section";

type Known = KnownPicture["entries"][number];

/** In the order in which people ask: what is broken, what is to do, what was decided, what was touched. */
const KINDS = ["error", "task", "decision", "file", "command"] as const;
const FIRST_ENTRIES = 8;

const query = signal("");

/** What the record says, by kind: each entry with its state and the messages that tell. */
export const KnownSection = ({ known }: { readonly known: KnownPicture | null }): JSX.Element => {
  const entries = (known?.entries ?? []).filter(matches);
  return (
    <Section name="known" aside={known === null || known.entries.length === 0 ? null : <Search />}>
      <p class="note">{word("knownNote")}</p>
      {entries.length === 0 ? (
        <p class="note" data-testid="nothing-known" aria-live="polite">
          {word(query.value.trim() === "" ? "knownNothing" : "knownNoMatch")}
        </p>
      ) : null}
      {KINDS.map((kind) => (
        <Group key={kind} kind={kind} entries={entries.filter((entry) => entry.kind === kind)} />
      ))}
      {known === null || known.hiddenEntries === 0 ? null : (
        <p class="note">{word("knownHidden", { count: known.hiddenEntries })}</p>
      )}
    </Section>
  );
};

const Search = (): JSX.Element => (
  <input
    type="search"
    class="text-field known-search"
    data-testid="known-search"
    aria-label={word("knownSearch")}
    placeholder={word("knownSearch")}
    value={query.value}
    onInput={(event) => {
      query.value = event.currentTarget.value;
    }}
  />
);

/** Every word of the query is in the entry. */
function matches(entry: Known): boolean {
  const attempt = entry.kind === "error" ? entry.attempt : "";
  const text = `${entry.subject} ${attempt} ${word(`known_${entry.state}`)}`.toLowerCase();
  return query.value
    .toLowerCase()
    .split(/\s+/)
    .every((one) => text.includes(one));
}

const Group = ({
  kind,
  entries,
}: {
  readonly kind: Known["kind"];
  readonly entries: readonly Known[];
}): JSX.Element | null => {
  if (entries.length === 0) return null;
  const [folded, all] = [`known-folded/${kind}`, `known-all/${kind}`];
  const shown = isOpen(all) ? entries : entries.slice(0, FIRST_ENTRIES);
  return (
    <Fold
      open={!isOpen(folded)}
      testId={`known-${kind}`}
      onToggle={() => toggle(folded)}
      summary={
        <>
          <span class="strong">{word(`known_kind_${kind}`)}</span> <span class="note number">{entries.length}</span>
        </>
      }
    >
      <ul class="known" aria-label={word(`known_kind_${kind}`)}>
        {shown.map((entry) => (
          <Entry key={`${entry.subject} ${entry.sources[0]?.messageId ?? ""}`} entry={entry} />
        ))}
      </ul>
      {shown.length === entries.length ? null : (
        <Button
          look="link"
          label={word("showMore", { count: entries.length - shown.length })}
          testId={`known-more-${kind}`}
          onClick={() => toggle(all)}
        />
      )}
    </Fold>
  );
};
