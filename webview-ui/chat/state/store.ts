import type { Signal } from "@preact/signals";
import { batch, computed, signal } from "@preact/signals";
import type { Mention } from "../../../src/protocol/attachments";
import type { ChatPicture, ChatStart, ContextRow, HeaderPicture, QueuePicture, Row } from "../../../src/protocol/chat";
import type { HistoryPicture } from "../../../src/protocol/history";
import type { LessonPicture } from "../../../src/protocol/lesson";
import type { Change, HostMessage } from "../../../src/protocol/messages";
import type { Activity } from "../../../src/protocol/status";
import { listen, post } from "../../shared/host/host";
import { createNumbering } from "../../shared/host/numbering";
import { locale } from "../../shared/language/words";

/** The user can keep working during a compression in the background. */
export const isRunning = (now: Activity): boolean =>
  now.kind !== "idle" && !(now.kind === "compressing" && now.stage === "background");

/** Ids in order; each row has its own signal, so that a token re-renders one row instead of the list. */
export const rowIds = signal<readonly string[]>([]);
export const firstIndex = signal(0);
/** Nothing is drawn as empty before the host has said what there is. */
export const start = signal<ChatStart>("returning");
export const header = signal<HeaderPicture | null>(null);
export const lesson = signal<LessonPicture | null>(null);
/** Shown in place of the conversation while it is not null. */
export const history = signal<HistoryPicture | null>(null);
export const activity = signal<Activity>({ kind: "idle" });
export const changes = signal<ChatPicture["changes"]>({ files: [], more: 0, added: 0, removed: 0, turn: null });
export const controls = signal<ChatPicture["controls"]>({ mode: "agent", approval: "ask", effort: null, efforts: [] });
export const todos = signal<ChatPicture["todos"]>([]);
export const queue = signal<QueuePicture>({ state: "open", waiting: [] });
export const foundMentions = signal<{ readonly query: string | null; readonly mentions: readonly Mention[] }>({
  query: null,
  mentions: [],
});

export const composed = signal<Omit<Extract<HostMessage, { type: "compose" }>, "type"> | null>(null);
export const reveal = signal<string | null>(null);
/** The text a screen reader announces next. */
export const announcement = signal("");
/** "older" after a page was inserted in front: the list then keeps its position relative to the end. */
export const lastInsert = signal<"older" | "newer">("newer");

/** Long enough to follow, short enough not to read a whole file aloud. */
const SPOKEN_CHARS = 600;

const rows = new Map<string, Signal<Row>>();
const numbering = createNumbering();
let requestedBefore: number | null = null;

export const rowOf = (id: string): Signal<Row> | undefined => rows.get(id);

/** Nothing was said here yet: the only rows are about the session before. */
export const isFresh = computed(() => rowIds.value.every((id) => endedRow(id) !== undefined));

/** The row that sums up the session before, if this is one. */
export function endedRow(id: string): ContextRow | undefined {
  const row = rowOf(id)?.value;
  return row?.kind === "context" && row.change.type === "session-ended" ? row : undefined;
}

export function connect(): void {
  listen((message) => batch(() => receive(message)));
  post({ type: "ready", view: "chat" });
}

/** Requests each page once; the reply lowers the first index. */
export function requestOlder(): void {
  if (firstIndex.value === 0 || requestedBefore === firstIndex.value) return;
  requestedBefore = firstIndex.value;
  post({ type: "rows-before", index: firstIndex.value });
}

/** Answers may overtake each other, because some letters take longer to look up than others: only the newest counts. */
let askedMention: string | null = null;

export function askMentions(query: string): void {
  askedMention = query;
  post({ type: "find-mentions", query });
}

function receive(message: HostMessage): void {
  switch (message.type) {
    case "chat":
      numbering.restart(message.sequence);
      locale.value = message.locale;
      return openPicture(message.picture);
    case "changes": {
      const number = numbering.check(message.sequence);
      if (number === "gap") post({ type: "resync", view: "chat", got: message.sequence });
      if (number === "next") message.changes.forEach(apply);
      return;
    }
    case "rows-page":
      return putBefore(message.from, message.rows);
    case "mentions-found":
      if (message.query === askedMention) foundMentions.value = message;
      return;
    case "chip":
    case "image-price":
    case "workspace":
      // The composer and the banner take these.
      return;
    case "compose":
      composed.value = message;
      return;
    case "reveal":
      reveal.value = message.rowId;
      if (!rows.has(message.rowId)) requestOlder();
      return;
    case "inspector":
    case "show-section":
    // Messages to the inspector.
  }
}

function openPicture(picture: Extract<HostMessage, { type: "chat" }>["picture"]): void {
  const shown = new Set(picture.rows.map(({ id }) => id));
  for (const id of rows.keys()) if (!shown.has(id)) rows.delete(id);
  requestedBefore = null;
  picture.rows.forEach(put);
  lastInsert.value = "newer";
  rowIds.value = picture.rows.map(({ id }) => id);
  firstIndex.value = picture.firstIndex;
  start.value = picture.start;
  header.value = picture.header;
  lesson.value = picture.lesson;
  history.value = picture.history;
  activity.value = picture.activity;
  queue.value = picture.queue;
  todos.value = picture.todos;
  changes.value = picture.changes;
  controls.value = picture.controls;
}

function putBefore(from: number, page: readonly Row[]): void {
  if (from + page.length !== firstIndex.value) return;
  page.forEach(put);
  lastInsert.value = "older";
  rowIds.value = [...page.map(({ id }) => id), ...rowIds.value];
  firstIndex.value = from;
  if (reveal.value !== null && !rows.has(reveal.value)) requestOlder();
}

function apply(change: Change): void {
  switch (change.kind) {
    case "rows-appended":
      change.rows.forEach(put);
      lastInsert.value = "newer";
      rowIds.value = [...rowIds.value, ...change.rows.map(({ id }) => id)];
      return;
    case "rows-removed": {
      const gone = new Set(change.ids);
      for (const id of gone) rows.delete(id);
      rowIds.value = rowIds.value.filter((id) => !gone.has(id));
      return;
    }
    case "row-replaced":
      return update(change.row.id, () => change.row);
    case "row-grew":
      return grow(change);
    case "row-settled":
      return settle(change);
    case "tool-tail":
      return update(change.id, (row) =>
        row.kind === "tool" ? { ...row, tail: change.tail, chars: change.chars } : row,
      );
    case "start":
      start.value = change.start;
      return;
    case "header":
      header.value = change.header;
      return;
    case "lesson":
      lesson.value = change.lesson;
      return;
    case "history":
      history.value = change.history;
      return;
    case "activity":
      activity.value = change.activity;
      return;
    case "controls":
      controls.value = change.controls;
      return;
    case "changed-files":
      changes.value = change.changes;
      return;
    case "queue":
      queue.value = change.queue;
      return;
    case "todos":
      todos.value = change.todos;
      return;
    case "context":
    case "cache":
    case "bar":
    case "compression":
    case "totals":
    case "preview":
    case "usage":
    case "lcm":
    case "audit":
    case "known":
    // The inspector shows these.
  }
}

function grow(change: Extract<Change, { kind: "row-grew" }>): void {
  const row = rows.get(change.id)?.peek();
  if (row?.kind !== "reply" && row?.kind !== "thinking") return;
  if (row.text.length !== change.offset) return post({ type: "resync", view: "chat", got: change.offset });
  update(change.id, () => ({ ...row, text: row.text + change.text }));
}

function settle(change: Extract<Change, { kind: "row-settled" }>): void {
  update(change.id, (row) =>
    row.kind === "reply" || row.kind === "thinking"
      ? { ...row, messageId: change.messageId, state: change.state }
      : row,
  );
  const row = rows.get(change.id)?.peek();
  if (row?.kind === "reply") announcement.value = row.text.slice(0, SPOKEN_CHARS);
}

/** A known row keeps its signal, because its component listens to that signal. */
function put(row: Row): void {
  const known = rows.get(row.id);
  if (known === undefined) rows.set(row.id, signal(row));
  else known.value = row;
}

function update(id: string, change: (row: Row) => Row): void {
  const row = rows.get(id);
  if (row !== undefined) row.value = change(row.peek());
}
