import { batch, signal } from "@preact/signals";
import type { CompressionPicture, PreviewPicture } from "../../src/protocol/compression";
import type {
  AuditEntry,
  CachePicture,
  ContextPicture,
  InspectorPicture,
  KnownPicture,
  LcmPicture,
  SessionTotals,
  TimelineBar,
  UsagePicture,
} from "../../src/protocol/inspector";
import type { Change, HostMessage, InspectorSection } from "../../src/protocol/messages";
import { listen, post } from "../shared/host/host";
import { createNumbering } from "../shared/host/numbering";
import { locale } from "../shared/language/words";

export const title = signal("");
export const context = signal<ContextPicture | null>(null);
export const cache = signal<CachePicture | null>(null);
export const timeline = signal<readonly TimelineBar[]>([]);
export const compressions = signal<readonly CompressionPicture[]>([]);
export const totals = signal<SessionTotals | null>(null);
export const preview = signal<PreviewPicture | null>(null);
export const usage = signal<UsagePicture | null>(null);
export const audit = signal<readonly AuditEntry[]>([]);
export const lcm = signal<LcmPicture | null>(null);
export const known = signal<KnownPicture | null>(null);
/** The section to go to, once it is drawn. */
export const wanted = signal<InspectorSection | null>(null);

/** The number of bars that the host keeps. */
const SHOWN_BARS = 400;

const numbering = createNumbering();

export function connect(): void {
  listen((message) => batch(() => receive(message)));
  post({ type: "ready", view: "inspector" });
}

function receive(message: HostMessage): void {
  if (message.type === "inspector") {
    numbering.restart(message.sequence);
    locale.value = message.locale;
    openPicture(message.picture);
  }
  if (message.type === "changes") {
    const number = numbering.check(message.sequence);
    if (number === "gap") post({ type: "resync", view: "inspector", got: message.sequence });
    if (number === "next") message.changes.forEach(apply);
  }
  if (message.type === "show-section") wanted.value = message.section;
}

function openPicture(picture: InspectorPicture): void {
  title.value = picture.title;
  context.value = picture.context;
  cache.value = picture.cache;
  timeline.value = picture.timeline;
  compressions.value = picture.compressions;
  totals.value = picture.totals;
  preview.value = picture.preview;
  usage.value = picture.usage;
  lcm.value = picture.lcm;
  audit.value = picture.audit;
  known.value = picture.known;
}

function apply(change: Change): void {
  switch (change.kind) {
    case "context":
      context.value = change.context;
      return;
    case "cache":
      cache.value = change.cache;
      return;
    case "totals":
      totals.value = change.totals;
      return;
    case "preview":
      preview.value = change.preview;
      return;
    case "usage":
      usage.value = change.usage;
      return;
    case "lcm":
      lcm.value = change.lcm;
      return;
    case "known":
      known.value = change.known;
      return;
    case "audit":
      audit.value = putEntry(audit.value, change.entry);
      return;
    case "bar":
      timeline.value = putBar(timeline.value, change.bar);
      return;
    case "compression":
      compressions.value = putCompression(compressions.value, change.compression);
      return;
    case "rows-appended":
    case "rows-removed":
    case "row-replaced":
    case "row-grew":
    case "row-settled":
    case "tool-tail":
    case "start":
    case "header":
    case "activity":
    case "queue":
    case "todos":
    case "changed-files":
    case "lesson":
    case "controls":
    case "history":
    // The chat shows these.
  }
}

function putBar(bars: readonly TimelineBar[], bar: TimelineBar): readonly TimelineBar[] {
  const index = bars.findLastIndex(({ requestId }) => requestId === bar.requestId);
  return index < 0 ? [...bars, bar].slice(-SHOWN_BARS) : bars.with(index, bar);
}

/** The number of calls that the host keeps. */
const SHOWN_ENTRIES = 300;

/** A call is decided about first, and ends later. */
function putEntry(entries: readonly AuditEntry[], entry: AuditEntry): readonly AuditEntry[] {
  const index = entries.findLastIndex(({ callId, at }) => callId === entry.callId && at === entry.at);
  return index < 0 ? [...entries, entry].slice(-SHOWN_ENTRIES) : entries.with(index, entry);
}

function putCompression(list: readonly CompressionPicture[], one: CompressionPicture): readonly CompressionPicture[] {
  const index = list.findIndex(({ id }) => id === one.id);
  return index < 0 ? [...list, one] : list.with(index, one);
}
