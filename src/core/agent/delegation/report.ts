import { takeStart } from "../../base/text";
import { checkClaims } from "../../context/summary/claims/check-claims";
import { recordOf } from "../../context/summary/claims/record/record";
import type { SessionId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { messageText } from "../../conversation/render";
import type { Ledger } from "../../ledger/ledger";
import { quoteLines } from "./quoted-lines";

export interface ReportParts {
  readonly kind: string;
  readonly session: SessionId;
  /** How the work ended, for the caller; undefined where it ended by itself. */
  readonly ending?: string;
  /** Everything said and done, also before compressions. */
  readonly messages: readonly Message[];
  readonly ledger: Ledger;
  /** For words and lines together; see `reportChars`. */
  readonly maxChars: number;
}

/** The sub-agent's own words; whatever the window, nobody reads more. */
const TEXT_CHARS = 6_000;
/** Words and the lines they name: below what a single result may take of a 32K window, and no more than a long page. */
const BOUNDS = { least: 10_000, most: 24_000, windowShare: 0.04, charsPerToken: 3 } as const;

/** How much of the caller's window a report may take, so that four at once leave it room to work. */
export const reportChars = (windowTokens: number): number =>
  Math.min(BOUNDS.most, Math.max(BOUNDS.least, Math.floor(windowTokens * BOUNDS.windowShare * BOUNDS.charsPerToken)));

const MOST = { files: 40, errors: 5, todos: 10, lineChars: 200 } as const;

/**
 * What the caller gets: the sub-agent's own words with their claims held against the record, and below them what the
 * record says. Nothing in it depends on whether the sub-agent came to an end.
 */
export function writeReport({ kind, session, ending, messages, ledger, maxChars }: ReportParts): string {
  const said = lastWords(messages);
  const checked = checkClaims(said, recordOf({ messages, ledger })).text;
  const shown = takeStart(checked, TEXT_CHARS);
  const quoted = quoteLines(shown, messages, maxChars - shown.length);
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
    said === "" ? "It said nothing." : `${shown}${cut}`,
    ...(quoted === "" ? [] : [`Lines named above, as the sub-agent read them:\n\n${quoted}`]),
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
