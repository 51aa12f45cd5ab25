import type { AgentEvent } from "../../core/agent/events";
import type { AuditRecord } from "../../core/agent/turn/audit-record";
import type { AuditDecision, AuditEnd, AuditEntry } from "../../protocol/inspector";
import { revealText } from "../words/reveal";
import type { Say } from "../words/say";

/** More than anybody reads; the journal has the rest. */
const SHOWN_ENTRIES = 300;
/** A line or two of each. */
const SUBJECT_CHARS = 400;

/** Returns the same entries if the event does not concern them. */
export function foldAudit(entries: readonly AuditEntry[], event: AgentEvent, say: Say): readonly AuditEntry[] {
  switch (event.type) {
    case "session-opened":
      // A continuation is the same conversation, and the host reads a past only for the others.
      return event.reason === "continuation"
        ? entries
        : (event.past?.audit ?? []).reduce<readonly AuditEntry[]>((all, record) => take(all, record, say), []);
    case "call-audited":
      return take(entries, event.record, say);
    default:
      return entries;
  }
}

function take(entries: readonly AuditEntry[], record: AuditRecord, say: Say): readonly AuditEntry[] {
  if (record.kind === "decided") return [...entries, presentDecision(record, say)].slice(-SHOWN_ENTRIES);
  const index = entries.findLastIndex(({ callId, end }) => callId === record.callId && end.kind === "running");
  const entry = entries[index];
  return entry === undefined ? entries : entries.with(index, { ...entry, end: presentEnd(record) });
}

const presentDecision = (record: Extract<AuditRecord, { kind: "decided" }>, say: Say): AuditEntry => ({
  callId: record.callId,
  at: record.at,
  tool: record.tool,
  category: record.category,
  title: revealText(say(record.title), say),
  subject: revealText(record.subject.slice(0, SUBJECT_CHARS), say),
  decision: decisionOf(record, say),
  end: { kind: record.verdict === "allowed" ? "running" : "not-run" },
  ...(record.place === undefined ? {} : { place: say(record.place) }),
});

function decisionOf({ by, verdict, tool }: Extract<AuditRecord, { kind: "decided" }>, say: Say): AuditDecision {
  if (by.kind === "rule")
    return { kind: verdict === "allowed" ? "rule-allowed" : "rule-denied", rule: revealText(say(by.rule), say) };
  if (by.kind === "remembered") return { kind: "remembered", covers: revealText(say(by.covers), say) };
  if (by.remember === "no") return { kind: "denied" };
  if (by.remember === "once") return { kind: "once" };
  return { kind: by.remember, covers: by.covers === undefined ? tool : revealText(say(by.covers), say) };
}

function presentEnd({ failed, exitCode }: Extract<AuditRecord, { kind: "ended" }>): AuditEnd {
  if (exitCode !== null) return { kind: "exited", exitCode };
  return { kind: failed ? "failed" : "done" };
}
