import "./history.css";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { VListHandle } from "virtua";
import { VList } from "virtua";
import type { HistoryPicture } from "../../../src/protocol/history";
import { Button, Icon, IconButton } from "../../shared/components/controls";
import { post } from "../../shared/host/host";
import { word } from "../../shared/language/words";
import { cleanText } from "../../shared/text/safe-text";
import { activity } from "../state/store";
import type { HistoryEntry } from "./days";
import { entriesOf } from "./days";
import { HistoryLineView, lineId } from "./history-line";

/** A pause in typing; each search reads files of other agents. */
const TYPING_MS = 180;

const close = () => post({ type: "close-history" });

/** All sessions, in place of the conversation. Escape leads back to it. */
export const History = ({ picture }: { readonly picture: HistoryPicture }): JSX.Element => {
  const page = useRef<HTMLElement>(null);
  useFocusOf(page);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    close();
  };
  return (
    <section class="history" data-testid="history" aria-label={word("history")} ref={page} onKeyDown={onKeyDown}>
      <header class="history-head">
        <IconButton icon="arrow-left" label={word("historyBack")} testId="history-back" onClick={close} />
        <h2>{word("history")}</h2>
      </header>
      {activity.value.kind === "waiting-approval" ? <Waiting /> : null}
      <Search query={picture.query} />
      {picture.problem === null ? null : <p class="history-note warning">{cleanText(picture.problem)}</p>}
      <Lines picture={picture} />
      <Deleted deleted={picture.deleted} />
      {picture.others === "settled" ? null : (
        <div class="history-foot">
          <Button
            look="link"
            icon="telescope"
            label={word("historyOthers")}
            testId="history-others"
            onClick={() => post({ type: "find-others" })}
          />
        </div>
      )}
    </section>
  );
};

/** The focus moves to the search, and back to where it was: the conversation cannot be reached meanwhile. */
function useFocusOf(page: { readonly current: HTMLElement | null }): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    page.current?.querySelector<HTMLInputElement>("input")?.focus();
    return () => {
      const left = before.current;
      // Once the conversation can take the focus again.
      requestAnimationFrame(() => {
        const isThere = left instanceof HTMLElement && left !== document.body && left.isConnected;
        (isThere ? left : document.querySelector<HTMLElement>(".composer-field"))?.focus();
      });
    };
  }, []);
}

const Waiting = (): JSX.Element => (
  <p class="history-note" role="status">
    <Icon name="question" /> {word("historyWaiting")}{" "}
    <Button look="link" label={word("historyBack")} testId="history-waiting" onClick={close} />
  </p>
);

const Search = ({ query }: { readonly query: string }): JSX.Element => {
  const [text, setText] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => post({ type: "show-history", query: next }), TYPING_MS);
  };
  return (
    <div class="history-search">
      <Icon name="search" />
      <input
        type="search"
        class="text-field"
        data-testid="history-search"
        placeholder={word("historySearch")}
        aria-label={word("historySearch")}
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusLine(event);
        }}
      />
    </div>
  );
};

/** The line that the Tab key would reach. */
function focusLine(event: KeyboardEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('.history-open[tabindex="0"]')?.focus();
}

const Lines = ({ picture }: { readonly picture: HistoryPicture }): JSX.Element => {
  const { lines, query, state, more } = picture;
  const entries = useMemo(() => entriesOf({ lines, query }, Date.now()), [lines, query]);
  if (lines.length === 0) return <Nothing picture={picture} />;
  return (
    <>
      <p class="visually-hidden" role="status" data-testid="history-count">
        {state === "searching" ? word("historySearching") : word("historyCount", { count: lines.length })}
      </p>
      <List entries={entries} />
      {more === 0 ? null : <p class="history-note">{word("historyMore", { count: more })}</p>}
    </>
  );
};

const Nothing = ({ picture: { state, query } }: { readonly picture: HistoryPicture }): JSX.Element =>
  state === "ready" ? (
    <p class="history-empty" role="status" data-testid="history-empty">
      {query === "" ? word("historyEmpty") : word("historyNothing", { query: cleanText(query) })}
    </p>
  ) : (
    <div class="skeleton" data-testid="history-skeleton" role="status" aria-busy="true">
      <span class="visually-hidden">{word("historyLoading")}</span>
      {SKELETON.map((length, index) => (
        <div key={index} class={`skeleton-line ${length}`} />
      ))}
    </div>
  );

const SKELETON = ["long", "short", "long", "short", "long", "short"] as const;

/** Arrows move between sessions, also to those outside the view; the Tab key leaves the list. */
const List = ({ entries }: { readonly entries: readonly HistoryEntry[] }): JSX.Element => {
  const list = useRef<VListHandle>(null);
  const [chosen, setChosen] = useState(0);
  const [moves, setMoves] = useState(0);
  const active = Math.min(chosen, entries.length - 1);
  const isInside = useRef(false);
  useEffect(() => {
    if (moves === 0) return;
    list.current?.scrollToIndex(active, { align: "nearest" });
    return focusWhenDrawn(lineId(active));
  }, [moves]);
  // The line with the focus may be the one that was deleted.
  useEffect(() => (isInside.current ? focusWhenDrawn(lineId(active), "if lost") : undefined), [entries]);
  const moveTo = (index: number) => {
    setChosen(Math.max(0, Math.min(index, entries.length - 1)));
    setMoves((count) => count + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) document.querySelector<HTMLElement>(".history-search input")?.focus();
    else moveTo(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the buttons in it.
    <div
      class="history-lines"
      onKeyDown={onKeyDown}
      onFocusIn={() => {
        isInside.current = true;
      }}
      onFocusOut={(event) => {
        // Nothing takes the focus of a line that disappears.
        if (event.relatedTarget !== null) isInside.current = false;
      }}
    >
      <VList
        ref={list}
        class="history-rows"
        data={entries}
        // The line with the focus must not disappear when it is scrolled away.
        keepMounted={[active]}
        role="group"
        aria-label={word("history")}
      >
        {(entry: HistoryEntry, index: number) => (
          <HistoryLineView
            key={entry.line.id}
            entry={entry}
            index={index}
            place={index === active ? "active" : "other"}
            onFocus={() => setChosen(index)}
            onRenamed={() => moveTo(index)}
          />
        )}
      </VList>
    </div>
  );
};

/** Half a second: a line that has just become the active one is drawn with the next frames. */
const MOST_FRAMES = 30;

function focusWhenDrawn(id: string, when: "always" | "if lost" = "always"): () => void {
  let frames = 0;
  const look = () => {
    const line = document.getElementById(id);
    if (line === null) {
      if (++frames < MOST_FRAMES) frame = requestAnimationFrame(look);
    } else if (when === "always" || document.activeElement === document.body) line.focus({ preventScroll: true });
  };
  let frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

const Deleted = ({ deleted }: Pick<HistoryPicture, "deleted">): JSX.Element => (
  <div class="history-deleted" role="status">
    {deleted === null ? null : (
      <p class="history-note">
        <span class="ellipsis">{word("historyDeleted", { title: cleanText(deleted.title) })}</span>
        <Button
          look="link"
          label={word("historyUndo")}
          testId="history-undo"
          onClick={() => post({ type: "undelete-past" })}
        />
      </p>
    )}
  </div>
);
