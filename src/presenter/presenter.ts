import type { AgentEvent } from "../core/agent/events";
import type {
  Activity,
  Change,
  ChatPicture,
  CompressionPicture,
  ContextPicture,
  HeaderPicture,
  InspectorPicture,
  LcmPicture,
  MeterPicture,
  PreviewPicture,
  SessionTotals,
  UsagePicture,
  ViewName,
} from "../protocol";
import { foldActivity } from "./activity";
import { emptyCaching, foldCaching, type CachingState } from "./caching";
import { foldCompressions } from "./compressions";
import { emptyContext, foldContext } from "./context";
import { RowBook, type RowChange, type RowPage } from "./row-book";
import { foldRows, noOpenRows, type OpenRows } from "./rows";
import { emptyTimeline, foldTimeline, type TimelineState } from "./timeline";
import { foldTotals, noTotals } from "./totals";

/** Folds what happens into pictures. Holds no truth: the same events give the same pictures. */
export interface Presenter {
  take(event: AgentEvent): Taken;
  /** Pictures that come from a question to the host instead of an event. */
  show(change: Extract<Change, { kind: "preview" | "usage" | "lcm" }>): Taken;
  chat(): ChatPicture;
  inspector(): InspectorPicture;
  meter(): MeterPicture;
  rowsBefore(index: number): RowPage;
  findRow(messageId: string): { readonly rowId: string; readonly index: number } | undefined;
}

/** "start-over": another transcript; views get whole pictures. */
export type Taken = { readonly kind: "changes"; readonly changes: readonly Change[] } | { readonly kind: "start-over" };

/** All small pictures; each fold returns the same object where nothing changed, so a change is an inequality. */
export interface Pictures {
  readonly sessionId: string;
  readonly title: string;
  readonly queue: readonly string[];
  readonly activity: Activity;
  readonly context: ContextPicture;
  readonly caching: CachingState;
  readonly timeline: TimelineState;
  readonly compressions: readonly CompressionPicture[];
  readonly totals: SessionTotals;
  readonly preview: PreviewPicture | null;
  readonly usage: UsagePicture | null;
  readonly lcm: LcmPicture | null;
}

export const emptyPictures: Pictures = {
  sessionId: "",
  title: "",
  queue: [],
  activity: { kind: "idle" },
  context: emptyContext,
  caching: emptyCaching,
  timeline: emptyTimeline,
  compressions: [],
  totals: noTotals,
  preview: null,
  usage: null,
  lcm: null,
};

export function createPresenter(): Presenter {
  const book = new RowBook();
  let open: OpenRows = noOpenRows;
  let pictures = emptyPictures;

  return {
    take(event) {
      const rows = foldRows(open, event, (id) => book.get(id));
      const next = foldPictures(pictures, event);
      for (const change of rows.changes) book.apply(change);
      const changes = changesBetween(pictures, next);
      open = rows.open;
      pictures = next;
      return toTaken(rows.changes, changes);
    },
    show(change) {
      if (change.kind === "preview") pictures = { ...pictures, preview: change.preview };
      if (change.kind === "usage") pictures = { ...pictures, usage: change.usage };
      if (change.kind === "lcm") pictures = { ...pictures, lcm: change.lcm };
      return { kind: "changes", changes: [change] };
    },
    chat() {
      const { from, rows } = book.lastPage();
      return {
        sessionId: pictures.sessionId,
        header: headerOf(pictures),
        activity: pictures.activity,
        queue: pictures.queue,
        rows,
        firstIndex: from,
      };
    },
    inspector: () => inspectorOf(pictures),
    meter: () => meterOf(pictures),
    rowsBefore: (index) => book.pageBefore(index),
    findRow: (messageId) => book.find(messageId),
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
]);

/** What a view draws of these changes; a token never travels to the inspector. */
export function changesFor(view: ViewName, changes: readonly Change[]): readonly Change[] {
  const others = view === "chat" ? INSPECTOR_ONLY : CHAT_ONLY;
  return changes.filter((change) => !others.has(change.kind));
}

export function foldPictures(pictures: Pictures, event: AgentEvent): Pictures {
  const opened = event.type === "session-opened" ? { sessionId: event.session, title: event.title } : {};
  return {
    ...pictures,
    ...opened,
    queue: event.type === "queue-changed" ? event.waiting : pictures.queue,
    activity: foldActivity(pictures.activity, event),
    context: foldContext(pictures.context, event),
    caching: foldCaching(pictures.caching, event),
    timeline: foldTimeline(pictures.timeline, event),
    compressions: foldCompressions(pictures.compressions, event),
    totals: foldTotals(pictures.totals, event),
  };
}

function changesBetween(before: Pictures, after: Pictures): readonly Change[] {
  const changes: Change[] = [];
  if (after.queue !== before.queue) changes.push({ kind: "queue", waiting: after.queue });
  if (after.activity !== before.activity) changes.push({ kind: "activity", activity: after.activity });
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
  return changes;
}

function toTaken(rows: readonly RowChange[], changes: readonly Change[]): Taken {
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
});

const meterOf = ({ context, caching, totals, activity }: Pictures): MeterPicture => ({
  gauge: context.gauge,
  segments: context.segments,
  outputReserveTokens: context.outputReserveTokens,
  caching: caching.picture.status,
  model: context.model,
  costUsd: totals.costUsd,
  activity: activity.kind === "compressing" ? "compressing" : activity.kind === "idle" ? "idle" : "working",
});
