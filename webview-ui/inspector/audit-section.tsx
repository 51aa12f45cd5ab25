import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { AuditEntry } from "../../src/protocol/inspector";
import { locale, word } from "../shared/language/words";
import { cleanText } from "../shared/text/safe-text";
import { Section } from "./section";

/** Reading fills the list and rarely raises the question. */
const showsReading = signal(false);

/** "Why did this run?": every call with who or what decided about it, newest first. */
export const AuditSection = ({ entries }: { readonly entries: readonly AuditEntry[] }): JSX.Element => {
  const shown = entries.filter(
    ({ category }) => showsReading.value || (category !== "read" && category !== "internal"),
  );
  return (
    <Section name="audit" aside={<ReadingChoice />}>
      <p class="note">{word("auditNote")}</p>
      {shown.length === 0 ? (
        <p class="note" data-testid="no-decisions">
          {word(entries.length === 0 ? "noDecisions" : "onlyReading")}
        </p>
      ) : (
        <Calls entries={shown.toReversed()} />
      )}
    </Section>
  );
};

const ReadingChoice = (): JSX.Element => (
  <label class="note">
    <input
      type="checkbox"
      data-testid="audit-reading"
      checked={showsReading.value}
      onChange={(event) => {
        showsReading.value = event.currentTarget.checked;
      }}
    />{" "}
    {word("auditShowReading")}
  </label>
);

const Calls = ({ entries }: { readonly entries: readonly AuditEntry[] }): JSX.Element => (
  <table class="audit" data-testid="audit">
    <thead>
      <tr>
        <th scope="col">{word("auditTime")}</th>
        <th scope="col">{word("auditCall")}</th>
        <th scope="col">{word("auditDecision")}</th>
        <th scope="col">{word("auditEnd")}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={`${entry.callId} ${entry.at}`} data-testid="audit-entry" data-decision={entry.decision.kind}>
          <td class="note">{new Date(entry.at).toLocaleTimeString(locale.value)}</td>
          <td>
            <span class="audit-tool">{cleanText(entry.tool)}</span>{" "}
            <code class="audit-subject">{cleanText(entry.subject)}</code>
            {entry.place === undefined ? null : <span class="note audit-place">{cleanText(entry.place)}</span>}
          </td>
          <td data-testid="audit-decision">{sayDecision(entry.decision)}</td>
          <td data-testid="audit-end">{sayEnd(entry.end)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function sayDecision(decision: AuditEntry["decision"]): string {
  switch (decision.kind) {
    case "once":
      return word("auditOnce");
    case "denied":
      return word("auditDenied");
    case "session":
      return word("auditSession", { covers: cleanText(decision.covers) });
    case "workspace":
      return word("auditWorkspace", { covers: cleanText(decision.covers) });
    case "remembered":
      return word("auditRemembered", { covers: cleanText(decision.covers) });
    case "rule-allowed":
      return word("auditRuleAllowed", { rule: cleanText(decision.rule) });
    case "rule-denied":
      return word("auditRuleDenied", { rule: cleanText(decision.rule) });
  }
}

function sayEnd(end: AuditEntry["end"]): string {
  switch (end.kind) {
    case "running":
      return word("auditRunning");
    case "not-run":
      return word("auditNotRun");
    case "done":
      return word("auditDone");
    case "failed":
      return word("auditFailed");
    case "exited":
      return word("auditExit", { code: end.exitCode });
  }
}
