import { takeStart } from "../../base/text";
import { checkClaims } from "../../context/summary/claims/check-claims";
import { recordOf } from "../../context/summary/claims/record/record";
import type { SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { Ledger } from "../../ledger/ledger";

export interface ReportParts {
  readonly kind: string;
  readonly session: SessionId;
  /** How the work ended, for the caller; undefined where it ended by itself. */
  readonly ending?: string;
  /** Everything said and done, also before compressions. */
  readonly messages: readonly Message[];
  readonly ledger: Ledger;
}

/** A report enters the caller's window, so it is limited like a page. */
const TEXT_CHARS = 6_000;
const MOST = { files: 40, errors: 5, todos: 10, lineChars: 200 } as const;

/**
 * What the caller gets: the sub-agent's own words with their claims held against the record, and below them what the
 * record says. Nothing in it depends on whether the sub-agent came to an end.
 */
export function writeReport({ kind, session, ending, messages, ledger }: ReportParts): string {
  const said = lastWords(messages);
  const checked = checkClaims(said, recordOf({ messages, ledger })).text;
  const cut = checked.length > TEXT_CHARS ? "\n[The report was longer and is cut here.]" : "";
  const changed = ledger.files.filter(({ operation, writtenIn }) => operation !== "read" || writtenIn !== undefined);
  const open = [
    ...ledger.errors
      .filter(({ state }) => state === "open")
      .slice(-MOST.errors)
      .map(({ line }) => line),
    ...ledger.todos
      .filter(({ state }) => state !== "done")
      .slice(0, MOST.todos)
      .map(({ text }) => `to do: ${text}`),
  ];
  return [
    `Report of the sub-agent (${kind})${ending === undefined ? "" : `. ${ending}`}`,
    said === "" ? "It said nothing." : `${takeStart(checked, TEXT_CHARS)}${cut}`,
    `Files changed, from the record: ${list(changed.slice(-MOST.files).map(({ path }) => path))}.`,
    ...(open.length === 0 ? [] : [`Open points, from the record:\n${open.map(oneLine).join("\n")}`]),
    `Everything it read and did is in session ${session}; find it with session_search.`,
  ].join("\n\n");
}

const list = (paths: readonly string[]): string => (paths.length === 0 ? "none" : paths.join(", "));
const oneLine = (text: string): string => `- ${takeStart(text.replace(/\s+/g, " "), MOST.lineChars)}`;

function lastWords(messages: readonly Message[]): string {
  for (const message of messages.toReversed()) {
    const text = message.role === "assistant" ? messageText(message).trim() : "";
    if (text !== "") return text;
  }
  return "";
}
