import type { AgentEvent } from "../core/agent/events";
import type { ChatPicture, ChatStart, HeaderPicture, QueuePicture } from "../protocol/chat";
import type { CompressionPicture, PreviewPicture } from "../protocol/compression";
import type { ChangesPicture } from "../protocol/edits";
import type { HistoryPicture } from "../protocol/history";
import type {
  AuditEntry,
  ContextPicture,
  InspectorPicture,
  KnownPicture,
  LcmPicture,
  SessionTotals,
  UsagePicture,
} from "../protocol/inspector";
import type { LessonPicture } from "../protocol/lesson";
import type { Change, ViewName } from "../protocol/messages";
import type { ControlsPicture, MeterPicture } from "../protocol/status";
import type { ActivityState } from "./chat/activity";
import { foldActivity, idleState } from "./chat/activity";
import { foldChanges, noChanges } from "./chat/changes-picture";
import { foldCompressions } from "./chat/compressions";
import { firstControls, foldControls } from "./chat/controls-picture";
import { foldLesson } from "./chat/lesson";
import type { OpenRows } from "./chat/rows";
import { foldRows, noOpenRows } from "./chat/rows";
import type { RowChange, RowPage } from "./chat/transcript";
import { Transcript } from "./chat/transcript";
import { foldAudit } from "./inspector/audit";
import type { CachingState } from "./inspector/caching";
import { emptyCaching, foldCaching } from "./inspector/caching";
import { emptyContext, foldContext } from "./inspector/context";
import type { TimelineState } from "./inspector/timeline";
import { emptyTimeline, foldTimeline } from "./inspector/timeline";
import { foldTotals, noTotals } from "./inspector/totals";
import type { Say } from "./words/say";
import { sayInEnglish } from "./words/say";

/** Folds events into pictures. Holds no truth: the same events give the same pictures. */
export interface Presenter {
  take(event: AgentEvent): ViewUpdate;
  /** Pictures that answer a request of the user instead of following from an event. */
  show(change: ShownChange): ViewUpdate;
  chat(): ChatPicture;
  inspector(): InspectorPicture;
  meter(): MeterPicture;
  rowsBefore(index: number): RowPage;
  findRow(messageId: string): { readonly rowId: string; readonly index: number } | undefined;
}

export type ShownChange = Extract<
  Change,
  { kind: "preview" | "usage" | "lcm" | "known" | "start" | "lesson" | "history" }
>;

/** What the views must draw. "start-over": a different transcript, so they get whole pictures. */
export type ViewUpdate =
  | { readonly kind: "changes"; readonly changes: readonly Change[] }
  | { readonly kind: "start-over" };

/** All small pictures. A fold returns the same object if nothing changed, so a change is an inequality. */
interface Pictures {
  readonly sessionId: string;
  readonly start: ChatStart;
  readonly title: string;
  readonly changes: ChangesPicture;
  readonly lesson: LessonPicture | null;
  readonly history: HistoryPicture | null;
  readonly controls: ControlsPicture;
  readonly queue: QueuePicture;
  readonly todos: ChatPicture["todos"];
  readonly activity: ActivityState;
  readonly context: ContextPicture;
  readonly caching: CachingState;
  readonly timeline: TimelineState;
  readonly compressions: readonly CompressionPicture[];
  readonly totals: SessionTotals;
  readonly preview: PreviewPicture | null;
  readonly usage: UsagePicture | null;
  readonly lcm: LcmPicture | null;
  readonly audit: readonly AuditEntry[];
  readonly known: KnownPicture | null;
}

const emptyPictures: Pictures = {
  sessionId: "",
  start: "ready",
  title: "",
  changes: noChanges,
  lesson: null,
  history: null,
  controls: firstControls,
  queue: { state: "open", waiting: [] },
  todos: [],
  activity: idleState,
  context: emptyContext,
  caching: emptyCaching,
  timeline: emptyTimeline,
  compressions: [],
  totals: noTotals,
  preview: null,
  usage: null,
  lcm: null,
  audit: [],
  known: null,
};

export function createPresenter(say: Say = sayInEnglish, start: ChatStart = "ready"): Presenter {
  const transcript = new Transcript();
  let open: OpenRows = noOpenRows;
  let pictures: Pictures = { ...emptyPictures, start };

  return {
    take(event) {
      const rowAbout = (id: string) => transcript.get(transcript.find(id)?.rowId ?? "");
      const rows = foldRows(open, event, { rowOf: (id) => transcript.get(id), rowAbout, say });
      const next = foldPictures(pictures, event, say);
      for (const change of rows.changes) transcript.apply(change);
      const changes = changesBetween(pictures, next);
      open = rows.open;
      pictures = next;
      return toUpdate(rows.changes, changes);
    },
    show(change) {
      if (change.kind === "preview") pictures = { ...pictures, preview: change.preview };
      if (change.kind === "usage") pictures = { ...pictures, usage: change.usage };
      if (change.kind === "start") pictures = { ...pictures, start: change.start };
      if (change.kind === "lesson") pictures = { ...pictures, lesson: change.lesson };
      if (change.kind === "history") pictures = { ...pictures, history: change.history };
      if (change.kind === "lcm") pictures = { ...pictures, lcm: change.lcm };
      if (change.kind === "known") pictures = { ...pictures, known: change.known };
      return { kind: "changes", changes: [change] };
    },
    chat() {
      const { from, rows } = transcript.lastPage();
      return {
        sessionId: pictures.sessionId,
        start: pictures.start,
        header: headerOf(pictures),
        lesson: pictures.lesson,
        history: pictures.history,
        activity: pictures.activity.shown,
        queue: pictures.queue,
        todos: pictures.todos,
        changes: pictures.changes,
        controls: pictures.controls,
        rows,
        firstIndex: from,
      };
    },
    inspector: () => inspectorOf(pictures),
    meter: () => meterOf(pictures),
    rowsBefore: (index) => transcript.pageBefore(index),
    findRow: (messageId) => transcript.find(messageId),
  };
}

const CHAT_ONLY: ReadonlySet<Change["kind"]> = new Set([
  "rows-appended",
  "row-replaced",
  "rows-removed",
  "row-grew",
  "row-settled",
  "tool-tail",
  "header",
  "queue",
  "todos",
  "start",
  "changed-files",
  "lesson",
  "history",
  "controls",
]);
const INSPECTOR_ONLY: ReadonlySet<Change["kind"]> = new Set([
  "context",
  "cache",
  "bar",
  "compression",
  "totals",
  "preview",
  "usage",
  "lcm",
  "audit",
  "known",
]);

/** The changes a view draws; a token never travels to the inspector. */
export function changesFor(view: ViewName, changes: readonly Change[]): readonly Change[] {
  const others = view === "chat" ? INSPECTOR_ONLY : CHAT_ONLY;
  return changes.filter((change) => !others.has(change.kind));
}

function foldPictures(pictures: Pictures, event: AgentEvent, say: Say): Pictures {
  const opened = event.type === "session-opened" ? { sessionId: event.session, start: "ready" as const } : {};
  // A compression forgets nothing, so what was known stays in view until it is read again.
  const unread = event.type === "session-opened" && event.reason !== "continuation" ? { known: null } : {};
  const titled = event.type === "session-opened" || event.type === "title-changed" ? { title: event.title } : {};
  return {
    ...pictures,
    ...opened,
    ...unread,
    ...titled,
    queue: event.type === "queue-changed" ? { state: event.state, waiting: event.waiting } : pictures.queue,
    todos: foldTodos(pictures, event),
    activity: foldActivity(pictures.activity, event, say),
    changes: foldChanges(pictures.changes, event),
    lesson: foldLesson(pictures.lesson, event),
    controls: foldControls(pictures.controls, event),
    context: foldContext(pictures.context, event, say),
    caching: foldCaching(pictures.caching, event, say),
    timeline: foldTimeline(pictures.timeline, event),
    compressions: foldCompressions(pictures.compressions, event, say),
    totals: foldTotals(pictures.totals, event),
    audit: foldAudit(pictures.audit, event, say),
  };
}

/** Sub-agents keep lists of their own. */
function foldTodos({ sessionId, todos }: Pictures, event: AgentEvent): Pictures["todos"] {
  if (event.type === "session-opened" && event.reason !== "continuation") return emptyPictures.todos;
  return event.type === "todos-changed" && event.session === sessionId ? event.todos : todos;
}

function changesBetween(before: Pictures, after: Pictures): readonly Change[] {
  const changes: Change[] = [];
  if (after.start !== before.start) changes.push({ kind: "start", start: after.start });
  if (after.changes !== before.changes) changes.push({ kind: "changed-files", changes: after.changes });
  if (after.lesson !== before.lesson) changes.push({ kind: "lesson", lesson: after.lesson });
  if (after.controls !== before.controls) changes.push({ kind: "controls", controls: after.controls });
  if (after.queue !== before.queue) changes.push({ kind: "queue", queue: after.queue });
  if (after.todos !== before.todos) changes.push({ kind: "todos", todos: after.todos });
  if (after.activity.shown !== before.activity.shown)
    changes.push({ kind: "activity", activity: after.activity.shown });
  if (after.context !== before.context) changes.push({ kind: "context", context: after.context });
  if (after.caching.picture !== before.caching.picture) changes.push({ kind: "cache", cache: after.caching.picture });
  if (after.totals !== before.totals) changes.push({ kind: "totals", totals: after.totals });
  if (
    after.context !== before.context ||
    after.caching.picture !== before.caching.picture ||
    after.totals !== before.totals ||
    after.title !== before.title
  ) {
    changes.push({ kind: "header", header: headerOf(after) });
  }
  if (after.timeline.bars !== before.timeline.bars) {
    const known = new Set(before.timeline.bars);
    changes.push(...after.timeline.bars.filter((bar) => !known.has(bar)).map((bar): Change => ({ kind: "bar", bar })));
  }
  if (after.compressions !== before.compressions) {
    const old = new Set(before.compressions);
    changes.push(
      ...after.compressions
        .filter((one) => !old.has(one))
        .map((compression): Change => ({ kind: "compression", compression })),
    );
  }
  if (after.audit !== before.audit) {
    const known = new Set(before.audit);
    const fresh = after.audit.filter((entry) => !known.has(entry));
    changes.push(...fresh.map((entry): Change => ({ kind: "audit", entry })));
  }
  return changes;
}

function toUpdate(rows: readonly RowChange[], changes: readonly Change[]): ViewUpdate {
  const sendable = rows.filter((change) => change.kind !== "rows-reset");
  return sendable.length < rows.length
    ? { kind: "start-over" }
    : { kind: "changes", changes: [...sendable, ...changes] };
}

const headerOf = ({ title, context, caching, totals }: Pictures): HeaderPicture => ({
  title,
  gauge: context.gauge,
  caching: caching.picture.status,
  model: context.model,
  costUsd: totals.costUsd,
});

const inspectorOf = ({
  title,
  context,
  caching,
  timeline,
  compressions,
  totals,
  preview,
  usage,
  lcm,
  audit,
  known,
}: Pictures): InspectorPicture => ({
  title,
  context,
  cache: caching.picture,
  timeline: timeline.bars,
  compressions,
  totals,
  preview,
  usage,
  lcm,
  audit,
  known,
});

const meterOf = ({ context, caching, totals, activity: { shown } }: Pictures): MeterPicture => ({
  gauge: context.gauge,
  segments: context.segments,
  outputReserveTokens: context.outputReserveTokens,
  caching: caching.picture.status,
  model: context.model,
  costUsd: totals.costUsd,
  activity: shown.kind === "compressing" ? "compressing" : shown.kind === "idle" ? "idle" : "working",
});
