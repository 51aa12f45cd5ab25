import type { JsonObject, JsonValue } from "../../base/json";
import { isObject, parseJsonObject } from "../../base/json";
import { unreachable } from "../../base/unreachable";
import type { SessionId } from "../../conversation/ids";
import { sessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { isMessage } from "../../conversation/message-shape";
import type { Usage } from "../../conversation/usage";
import { addUsage, noUsage } from "../../conversation/usage";
import type { EndReason, EventRecord, RequestRecord, Session, SessionHeader } from "../lineage/session";
import type { Titled } from "../lineage/title";
import { titledBy, titledByHeader } from "../lineage/title";

/** Raised only when a reader of the old version would misunderstand the record. */
const RECORD_VERSION = 1;

/** One line of a journal. Lines are only ever added, so what a newer version wrote stays where it is. */
export type JournalRecord =
  | { readonly kind: "header"; readonly at: number; readonly header: SessionHeader; readonly seedCount: number }
  | { readonly kind: "message"; readonly at: number; readonly message: Message }
  | { readonly kind: "request"; readonly at: number; readonly request: RequestRecord }
  | { readonly kind: "event"; readonly at: number; readonly event: EventRecord }
  | { readonly kind: "title"; readonly at: number; readonly title: string }
  /** With reason "compression" this is the pointer to the continuation, which is complete by then. */
  | { readonly kind: "end"; readonly at: number; readonly reason: EndReason; readonly childId: SessionId | null }
  /**
   * Takes the end record back: this session is live again and `childId`, with as many messages as it had then, a
   * branch.
   */
  | { readonly kind: "undo"; readonly at: number; readonly childId: SessionId; readonly childMessages: number }
  /** Written by a newer version; with its header where that can still be read, so that the session is listed. */
  | { readonly kind: "newer"; readonly at: number; readonly header?: SessionHeader }
  | { readonly kind: "unknown"; readonly at: number };

export const encodeRecord = (record: JournalRecord): string => `${JSON.stringify({ v: RECORD_VERSION, ...record })}\n`;

/** Never throws: a line that cannot be understood is "unknown", and everything around it still counts. */
export function decodeRecord(line: string): JournalRecord {
  // A line torn by a power cut does not parse; skipping it keeps the rest readable.
  const value = parseJsonObject(line);
  if (value === undefined) return { kind: "unknown", at: 0 };
  if (typeof value["v"] === "number" && value["v"] > RECORD_VERSION) return decodeNewer(value);
  if (value["v"] !== RECORD_VERSION || typeof value["at"] !== "number" || !isComplete(value))
    return { kind: "unknown", at: 0 };
  // The journal is our own wire: kind, version and the payload's shape were checked above.
  return value as unknown as JournalRecord;
}

function decodeNewer(value: JsonObject): JournalRecord {
  const at = typeof value["at"] === "number" ? value["at"] : 0;
  // What it means is for the newer version to say; of this version's header fields, all were checked.
  return isHeader(value["header"])
    ? { kind: "newer", at, header: value["header"] as unknown as SessionHeader }
    : { kind: "newer", at };
}

/** Whether a newer version wrote to this journal: reading it would mislead, and writing to it could damage it. */
export const isNewer = (lines: readonly string[]): boolean =>
  lines.some((line) => !line.startsWith(OWN_START) && decodeRecord(line).kind === "newer");

function isComplete(value: JsonObject): boolean {
  switch (value["kind"]) {
    case "header":
      return isHeader(value["header"]) && typeof value["seedCount"] === "number";
    case "message":
      return isMessage(value["message"]);
    case "request":
      return hasId(value["request"]) && isUsage(value["request"]["usage"]);
    case "event":
      return isObject(value["event"]) && typeof value["event"]["name"] === "string";
    case "title":
      return typeof value["title"] === "string";
    case "end":
      return typeof value["reason"] === "string";
    case "undo":
      return typeof value["childId"] === "string" && typeof value["childMessages"] === "number";
    default:
      return false;
  }
}

const hasId = (value: JsonValue | undefined): value is JsonObject => isObject(value) && typeof value["id"] === "string";

const isHeader = (value: JsonValue | undefined): boolean =>
  hasId(value) &&
  ["title", "workspace", "engine"].every((key) => typeof value[key] === "string") &&
  typeof value["startedAt"] === "number" &&
  (value["parentId"] === null || typeof value["parentId"] === "string");

const isUsage = (value: JsonValue | undefined): boolean =>
  isObject(value) &&
  ["input", "cacheRead", "cacheWrite", "output", "reasoning"].every((key) => typeof value[key] === "number");

/** How `encodeRecord` begins a record, and how it begins a message. */
const OWN_START = `{"v":${RECORD_VERSION},`;
const MESSAGE_START = `${OWN_START}"kind":"message",`;

/** What one journal says about its session, without its messages; the same fold serves readers and the index. */
export interface SessionState extends Titled {
  readonly header: SessionHeader;
  readonly seedCount: number;
  readonly messageCount: number;
  readonly end: { readonly at: number; readonly reason: EndReason; readonly childId: SessionId | null } | null;
  readonly undone: readonly { readonly childId: SessionId; readonly at: number; readonly childMessages: number }[];
  readonly usage: Usage;
  readonly auxiliaryUsage: Usage;
  /** Null as soon as one request has no known price: a sum that leaves some out would look like the truth. */
  readonly costUsd: number | null;
  readonly lastUsedAt: number;
}

/** Undefined until the header was read; a journal without one is not a session. */
export function stepState(state: SessionState | undefined, record: JournalRecord): SessionState | undefined {
  if (record.kind === "header") return state ?? startState(record.header, record.seedCount, record.at);
  if (record.kind === "newer") return state ?? (record.header && startState(record.header, 0, record.at));
  if (state === undefined) return undefined;
  const used = { ...state, lastUsedAt: Math.max(state.lastUsedAt, record.at) };
  switch (record.kind) {
    case "message":
      return { ...used, ...titledBy(state, record.message), messageCount: state.messageCount + 1 };
    case "request":
      return addRequest(used, record.request);
    case "title":
      return { ...state, title: record.title, titleOrigin: "user" };
    case "end":
      return { ...used, end: { at: record.at, reason: record.reason, childId: record.childId ?? null } };
    case "undo":
      return {
        ...used,
        end: null,
        undone: [...state.undone, { childId: record.childId, at: record.at, childMessages: record.childMessages }],
      };
    case "event":
      return used;
    case "unknown":
      return state;
    default:
      return unreachable(record);
  }
}

const startState = (header: SessionHeader, seedCount: number, at: number): SessionState => ({
  header,
  ...titledByHeader(header.title),
  seedCount,
  messageCount: 0,
  end: null,
  undone: [],
  usage: noUsage,
  auxiliaryUsage: noUsage,
  costUsd: 0,
  lastUsedAt: at,
});

function addRequest(state: SessionState, request: RequestRecord): SessionState {
  const costUsd = addCost(state.costUsd, request.costUsd);
  return request.purpose === "agent"
    ? { ...state, costUsd, usage: addUsage(state.usage, request.usage) }
    : { ...state, costUsd, auxiliaryUsage: addUsage(state.auxiliaryUsage, request.usage) };
}

export const addCost = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/**
 * The state but for what messages add to it (their number, last use): enough to follow pointers, without parsing a
 * whole conversation.
 */
export const outlineState = (lines: readonly string[]): SessionState | undefined =>
  lines
    .filter((line) => !line.startsWith(MESSAGE_START))
    .map(decodeRecord)
    .reduce<SessionState | undefined>(stepState, undefined);

/** The whole session of a journal, its end as the journal alone can tell it. */
export function foldSession(
  records: readonly JournalRecord[],
): { readonly session: Session; readonly state: SessionState } | undefined {
  const state = records.reduce<SessionState | undefined>(stepState, undefined);
  if (state === undefined) return undefined;
  const session: Session = {
    header: state.header,
    messages: records.flatMap((record) => (record.kind === "message" ? [record.message] : [])),
    writtenAt: records.flatMap((record) => (record.kind === "message" ? [record.at] : [])),
    seedCount: state.seedCount,
    title: state.title,
    endedAt: state.end?.at ?? null,
    endReason: state.end?.reason ?? null,
    undone: state.undone.map(({ childId, at }) => ({ childId, at })),
    usage: state.usage,
    auxiliaryUsage: state.auxiliaryUsage,
    costUsd: state.costUsd,
    requests: records.flatMap((record) => (record.kind === "request" ? [record.request] : [])),
    events: records.flatMap((record) => (record.kind === "event" ? [record.event] : [])),
  };
  return { session, state };
}

export const fileNameOf = (id: SessionId): string => `${id}.jsonl`;

/** Undefined for a name that is not a journal's, such as a lease or a file somebody put there. */
export function sessionOfFile(name: string): SessionId | undefined {
  const id = name.endsWith(".jsonl") ? name.slice(0, -".jsonl".length) : "";
  return isSafeId(id) ? sessionId(id) : undefined;
}

/** Ids become file names: nothing that could leave the folder or hide in it. */
export const isSafeId = (id: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(id);
