import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { VListHandle } from "virtua";
import { VList } from "virtua";
import type { Row } from "../../../src/protocol/chat";
import { Button } from "../../shared/components/controls";
import { word } from "../../shared/language/words";
import { LessonHint } from "../lesson/lesson-hint";
import { lessonRow } from "../lesson/lesson-place";
import { sent } from "../state/draft";
import { useReader } from "../state/reader";
import { firstIndex, lastInsert, requestOlder, reveal, rowIds, rowOf } from "../state/store";
import { ContextRowView } from "./context-row";
import type { Entry } from "./groups";
import { groupRows } from "./groups";
import { NoticeRowView } from "./notice-row";
import { ReplyRowView, ThinkingRowView } from "./text-row";
import { ToolGroupView } from "./tool-group";
import { ToolRowView } from "./tool-row";
import { UserRowView } from "./user-row";

/** Within this distance from the end, the view follows new content. */
const FOLLOW_PX = 60;
/** Older rows are requested before the reader reaches the top. */
const AHEAD_PX = 600;

export const Transcript = (): JSX.Element => {
  const list = useRef<VListHandle>(null);
  const [following, setFollowing] = useState(true);
  /** Something is held in view, which following the end would push out of it. */
  const holding = useRef(false);
  const reader = useReader();
  const all = entries.value;
  const toEnd = () => list.current?.scrollToIndex(entries.peek().length - 1, { align: "end" });
  const isAtEnd = () =>
    list.current !== null &&
    list.current.scrollSize - list.current.viewportSize - list.current.scrollOffset < FOLLOW_PX;
  const returnToEnd = () =>
    void jumpUntil(() => {
      holding.current = false;
      setFollowing(true);
      toEnd();
    }, isAtEnd);
  // Nobody is pulled back to the end while scrolling away from it.
  const follow = (): "done" | "later" => {
    if (reader.isScrolling()) return "later";
    toEnd();
    return "done";
  };
  useFollowing(list, following ? "following" : "reading", follow);
  useReveal(list, (place) => {
    holding.current = place === "above";
    setFollowing(place === "end");
  });
  const release = () => {
    holding.current = false;
  };
  // A new row is what the reader waits for, if the end is in view.
  useLayoutEffect(() => {
    if (!holding.current) return;
    release();
    setFollowing(isAtEnd());
  }, [rowIds.value.length]);
  const sentBefore = useRef(sent.peek());
  useEffect(() => {
    if (sent.value !== sentBefore.current) returnToEnd();
    sentBefore.current = sent.value;
  }, [sent.value]);
  useOlder(list);
  const onScroll = (offset: number) => {
    const handle = list.current;
    if (handle === null) return;
    if (isAtEnd()) setFollowing(!holding.current);
    else if (holding.current || reader.isScrolling()) setFollowing(false);
    if (offset < AHEAD_PX && firstIndex.peek() > 0) requestOlder();
  };
  return (
    <main class="transcript" aria-label={word("conversation")}>
      <VList
        ref={list}
        class="rows"
        data={all}
        shift={lastInsert.value === "older"}
        onScroll={onScroll}
        {...reader.handlers(release)}
        tabIndex={0}
        role="group"
        aria-label={word("conversation")}
      >
        {(entry: Entry) => <EntryView key={entry.id} entry={entry} />}
      </VList>
      {following || all.length === 0 || lessonRow.value !== undefined ? null : (
        <div class="to-end">
          <Button icon="arrow-down" label={word("toEnd")} testId="scroll-to-end" onClick={returnToEnd} />
        </div>
      )}
    </main>
  );
};

/** Recomputed with the list of rows only: the kind of a row is known from its beginning. */
const entries = computed(() => groupRows(rowIds.value, (id) => rowOf(id)?.peek()));

const EntryView = ({ entry }: { readonly entry: Entry }): JSX.Element =>
  entry.ids.length === 1 ? <RowView id={entry.id} /> : <ToolGroupView ids={entry.ids} />;

const RowView = ({ id }: { readonly id: string }): JSX.Element | null => {
  const row = rowOf(id)?.value;
  return row === undefined ? null : (
    <div id={`row-${id}`} class={reveal.value === id ? "revealed" : ""} tabIndex={-1}>
      <AnyRow row={row} />
      {lessonRow.value === id ? <LessonHint /> : null}
    </div>
  );
};

const AnyRow = ({ row }: { readonly row: Row }): JSX.Element => {
  switch (row.kind) {
    case "user":
      return <UserRowView row={row} />;
    case "reply":
      return <ReplyRowView row={row} />;
    case "thinking":
      return <ThinkingRowView row={row} />;
    case "tool":
      return <ToolRowView row={row} />;
    case "context":
      return <ContextRowView row={row} />;
    case "notice":
      return <NoticeRowView row={row} />;
  }
};

/** Follows new rows, growing rows, and a shrinking view until the reader scrolls up. */
function useFollowing(
  list: { readonly current: VListHandle | null },
  mode: "following" | "reading",
  follow: () => "done" | "later",
): void {
  const count = rowIds.value.length;
  useLayoutEffect(() => {
    if (mode === "following" && lastInsert.value === "newer") follow();
  }, [count, mode]);
  useEffect(() => {
    if (mode === "reading") return;
    let end = -1;
    const timer = setInterval(() => {
      const now = list.current === null ? 0 : list.current.scrollSize - list.current.viewportSize;
      if (now !== end && follow() === "done") end = now;
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [mode]);
}

/** Ten times a second looks smooth and costs nothing while no row grows. */
const FOLLOW_MS = 100;

/** Dragging the scroll bar to the very top causes no further scroll event: check again once the page has settled. */
function useOlder(list: { readonly current: VListHandle | null }): void {
  const first = firstIndex.value;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (list.current !== null && list.current.scrollOffset < AHEAD_PX) requestOlder();
    }, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [first]);
}

/** Calls back with where the view is after each jump. */
function useReveal(list: { readonly current: VListHandle | null }, onJump: (place: "end" | "above") => void): void {
  const id = reveal.value;
  const index = id === null ? -1 : entries.value.findIndex(({ ids }) => ids.includes(id));
  useEffect(() => {
    if (index < 0) return;
    return jumpUntil(
      () => {
        const row = document.getElementById(`row-${id}`);
        if (row === null) list.current?.scrollToIndex(index, { align: "center" });
        else scrollTo(row);
        onJump(placeOf(row));
      },
      () => isInView(document.getElementById(`row-${id}`)),
    );
  }, [id, index]);
}

/**
 * Puts a row into the middle of the list; of one that is taller, its beginning is shown, or the hint at its end with
 * the button to go on. `scrollIntoView` would scroll the page around the list too.
 */
function scrollTo(row: HTMLElement): void {
  const view = row.closest(".rows");
  if (view === null) return;
  const top = row.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
  const room = view.clientHeight - row.offsetHeight;
  const isHint = row.querySelector(".lesson") !== null;
  view.scrollTop = room >= 0 ? top - room / 2 : isHint ? top - room : top;
}

function placeOf(row: HTMLElement | null): "end" | "above" {
  const view = row?.closest(".rows");
  if (!view) return "above";
  return view.scrollHeight - view.clientHeight - view.scrollTop <= 1 ? "end" : "above";
}

/** Whether all of a row can be seen, or nothing but this row. */
function isInView(row: HTMLElement | null): boolean {
  const view = row?.closest(".rows")?.getBoundingClientRect();
  if (row === null || view === undefined) return false;
  const { top, bottom } = row.getBoundingClientRect();
  const isWhole = top >= view.top - 1 && bottom <= view.bottom + 1;
  return isWhole || (top <= view.top + 1 && bottom >= view.bottom - 1);
}

/** Two seconds; after that, the reader is probably scrolling elsewhere. */
const MOST_JUMPS = 20;

/** Rows in between have not been measured yet, so the first jump may miss: jump again until the target is reached. */
function jumpUntil(jump: () => void, arrived: () => boolean): () => void {
  let jumps = 0;
  const again = () => {
    if (jumps > 0 && arrived()) return clearInterval(timer);
    jump();
    if (++jumps >= MOST_JUMPS) clearInterval(timer);
  };
  const timer = setInterval(again, FOLLOW_MS);
  again();
  return () => clearInterval(timer);
}
