import type { JsonObject, JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import { isSentence, toSentence } from "../../base/sentence";
import type { EventRecord, SessionWriter } from "../../sessions/lineage/session";
import type { CallResult, Decision } from "../../tools/run";
import type { DecidedBy } from "../../tools/tool";
import type { AuditRecord } from "./audit-record";

/** Names of journal events: who or what allowed a call, and how it ended. */
const DECIDED = "call-decided";
const RAN = "call-ran";
/** The call itself is in the journal as well; this much says what it was about. */
const MAX_SUBJECT_CHARS = 2_000;

/** Keeps in the journal why each call ran, so that it can be answered long after the turn. */
export interface Audit {
  onDecided(decision: Decision): void;
  /** Resolves once everything is written, decisions first. */
  finish(results: readonly CallResult[]): Promise<void>;
}

export interface AuditWorld {
  readonly writer: Pick<SessionWriter, "recordEvent">;
  now(): number;
  onRecord(record: AuditRecord): void;
}

export function createAudit({ writer, now, onRecord }: AuditWorld): Audit {
  let written: Promise<void> = Promise.resolve();
  const keep = (record: AuditRecord): void => {
    onRecord(record);
    written = written.then(() => writer.recordEvent(toEvent(record)));
    // Awaited in `finish`; until then a failure must not count as unhandled.
    written.catch(() => undefined);
  };
  return {
    onDecided: (decision) => keep(describeDecision(decision, now())),
    finish(results) {
      for (const { call, outcome, durationMs } of results)
        keep({
          kind: "ended",
          at: now(),
          callId: call.callId,
          failed: outcome.failed,
          exitCode: outcome.exitCode ?? null,
          durationMs,
          ...(outcome.ending === undefined ? {} : { ending: outcome.ending }),
          ...(outcome.place === undefined ? {} : { ran: { ...outcome.place } }),
        });
      return written;
    },
  };
}

const describeDecision = ({ call, category, preview, verdict, by }: Decision, at: number): AuditRecord => ({
  kind: "decided",
  at,
  callId: call.callId,
  tool: call.name,
  category,
  title: toSentence(preview.title),
  subject: (preview.command ?? preview.edit?.path ?? preview.detail).slice(0, MAX_SUBJECT_CHARS),
  verdict,
  by,
  ...(preview.place === undefined ? {} : { place: preview.place }),
});

/** A call that ran in one session may be told of in another: a copy of its messages needs its records too. */
export const isAuditEvent = ({ name }: EventRecord): boolean => name === DECIDED || name === RAN;

function toEvent({ kind, at, ...data }: AuditRecord): EventRecord {
  return { at, name: kind === "decided" ? DECIDED : RAN, data: data satisfies JsonObject };
}

/** What journals keep; a record of another version that lacks something is left out. */
export const readAudit = (events: readonly EventRecord[]): readonly AuditRecord[] =>
  events.flatMap(({ at, name, data }) => {
    if (!isObject(data) || typeof data["callId"] !== "string") return [];
    if (name === DECIDED) return readDecision(data, data["callId"], at);
    return name === RAN ? [readEnd(data, data["callId"], at)] : [];
  });

function readEnd(data: JsonObject, callId: string, at: number): AuditRecord {
  const [exitCode, durationMs] = [data["exitCode"], data["durationMs"]];
  const ran = data["ran"];
  return {
    kind: "ended",
    at,
    callId,
    failed: data["failed"] === true,
    exitCode: typeof exitCode === "number" ? exitCode : null,
    durationMs: typeof durationMs === "number" ? durationMs : null,
    ...(data["ending"] === "stopped" ? { ending: "stopped" } : {}),
    ...(isObject(ran) && isSentence(ran["words"])
      ? { ran: { words: ran["words"], refused: ran["refused"] === "something" ? "something" : "nothing" } }
      : {}),
  };
}

function readDecision(data: JsonObject, callId: string, at: number): readonly AuditRecord[] {
  const { tool, category, title, subject, verdict, place } = data;
  const by = readDecidedBy(data["by"]);
  if (typeof tool !== "string" || typeof subject !== "string" || by === undefined || !isSentence(title)) return [];
  return [
    {
      kind: "decided",
      at,
      callId,
      tool,
      category: CATEGORIES.find((one) => one === category) ?? "internal",
      title,
      subject,
      verdict: verdict === "allowed" ? verdict : "denied",
      by,
      ...(isSentence(place) ? { place } : {}),
    },
  ];
}

const CATEGORIES: readonly Decision["category"][] = ["read", "edit", "run", "mcp", "internal"];

function readDecidedBy(by: JsonValue | undefined): DecidedBy | undefined {
  if (!isObject(by)) return undefined;
  const { kind, rule, covers, remember } = by;
  if (kind === "rule" && isSentence(rule)) return { kind, rule };
  if (kind === "remembered" && isSentence(covers)) return { kind, covers };
  if (kind !== "user") return undefined;
  const scope = REMEMBERED.find((one) => one === remember) ?? "no";
  return { kind, remember: scope, ...(isSentence(covers) ? { covers } : {}) };
}

const REMEMBERED = ["once", "session", "workspace", "no"] as const;
