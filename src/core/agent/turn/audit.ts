import type { JsonObject } from "../../base/json";
import { toSentence } from "../../base/sentence";
import type { EventRecord, SessionWriter } from "../../sessions/lineage/session";
import type { CallResult, Decision } from "../../tools/run";

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

export function createAudit(writer: Pick<SessionWriter, "recordEvent">, now: () => number): Audit {
  let written: Promise<void> = Promise.resolve();
  const record = (event: EventRecord): void => {
    written = written.then(() => writer.recordEvent(event));
    // Awaited in `finish`; until then a failure must not count as unhandled.
    written.catch(() => undefined);
  };
  return {
    onDecided: (decision) => record({ at: now(), name: DECIDED, data: describeDecision(decision) }),
    finish(results) {
      for (const { call, outcome } of results)
        record({
          at: now(),
          name: RAN,
          data: { callId: call.callId, tool: call.name, failed: outcome.failed, exitCode: outcome.exitCode ?? null },
        });
      return written;
    },
  };
}

const describeDecision = ({ call, category, preview, verdict, by }: Decision): JsonObject => ({
  callId: call.callId,
  tool: call.name,
  category,
  title: toSentence(preview.title),
  subject: (preview.command ?? preview.edit?.path ?? preview.detail).slice(0, MAX_SUBJECT_CHARS),
  verdict,
  by: by.kind === "rule" ? { kind: by.kind, rule: by.rule } : describeAnswer(by),
});

const describeAnswer = (by: Exclude<Decision["by"], { kind: "rule" }>): JsonObject =>
  by.kind === "user" ? { kind: by.kind, remember: by.remember } : { kind: by.kind, covers: by.covers };
