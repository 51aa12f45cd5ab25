import type { Message } from "../../conversation/message";
import type { Ledger, Pin } from "../../ledger/ledger";
import { redactMessages } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import { takeWithinTokens } from "../../tokens/estimate";
import type { FileFacts } from "../summary/facts/file-facts";
import { fileFactsOf, renderFileFacts } from "../summary/facts/file-facts";
import { outputErrorsOf } from "../summary/facts/output-errors";
import type { UserStatements } from "../summary/facts/user-statements";
import { userStatementsOf } from "../summary/facts/user-statements";
import type { LosslessLimits } from "./limits";

/** Bounds, newest kept: what code knows for certain must not crowd out the summaries. */
const MOST = { written: 30, read: 12, commands: 8, errors: 6, todos: 20, pins: 20, asks: 6 } as const;
const LINE_CHARS = 240;
const PIN_CHARS = 400;

/** Everything that code knows of the session, from its original messages and the ledger. */
export function factsFrom(originals: readonly Message[], ledger: Ledger, limits: LosslessLimits): SessionFacts {
  // Before anything is cut from them: a line of a private key is no secret to any rule.
  const messages = redactMessages(originals);
  const stated = { files: fileFactsOf(messages), errors: outputErrorsOf(messages) };
  return { said: userStatementsOf(messages), facts: renderFacts(ledger, stated, limits) };
}

export interface SessionFacts {
  /** What the user has settled or postponed, in the whole session. */
  readonly said: UserStatements;
  /** Rendered as sections of the summary. */
  readonly facts: string;
}

/**
 * What the ledger holds and the files of the session state, as sections of the summary: no model wrote them, so nothing
 * in them was lost or made up. A small window takes fewer of each kind.
 */
export function renderFacts(
  ledger: Ledger,
  { files: stated, errors }: { readonly files: readonly FileFacts[]; readonly errors: readonly string[] },
  limits: Pick<LosslessLimits, "factsShare" | "fileFactsTokens" | "errorLinesTokens">,
): string {
  const { factsShare: share, fileFactsTokens, errorLinesTokens } = limits;
  const newest = <Fact>(facts: readonly Fact[], most: number): readonly Fact[] =>
    facts.slice(-Math.max(1, Math.floor(most * share)));
  const written = newest(
    ledger.files.filter(({ operation }) => operation !== "read"),
    MOST.written,
  ).map(({ path, operation }) => `${path} (${operation})`);
  const read = newest(
    ledger.files.filter(({ operation }) => operation === "read"),
    MOST.read,
  ).map(({ path }) => `${path} (read)`);
  const commands = newest(ledger.commands, MOST.commands).map(
    ({ command, exitCode, tests }) =>
      `\`${command}\`${exitCode === null ? "" : ` → exit ${exitCode}`}${tests === undefined ? "" : `, ${tests}`}`,
  );
  const open = newest(
    ledger.errors.filter(({ state }) => state === "open"),
    MOST.errors,
  ).map(({ line }) => line);
  const place = [
    ...(ledger.cwd === undefined ? [] : [`cwd ${ledger.cwd}`]),
    ...(ledger.branch === undefined ? [] : [`branch ${ledger.branch}`]),
  ];
  return [
    section("Pinned", ledger.pins.slice(-MOST.pins).map(pinText), PIN_CHARS),
    section("Active State", [...place, ...commands], LINE_CHARS),
    section("Blocked", open, LINE_CHARS),
    section(
      "Errors Seen",
      newestWithin(
        errors.filter((line) => !open.includes(line)).map((line) => oneLine(line, LINE_CHARS)),
        errorLinesTokens,
      ),
      LINE_CHARS,
    ),
    section(
      "Pending User Asks",
      newest(
        ledger.asks.filter(({ state }) => state === "open"),
        MOST.asks,
      ).map(({ text }) => text),
      LINE_CHARS,
    ),
    section(
      "Remaining Work",
      newest(ledger.todos, MOST.todos).map(({ text, state }) => `[${state}] ${text}`),
      LINE_CHARS,
    ),
    [section("Relevant Files", [...written, ...read], LINE_CHARS), ...renderFileFacts(stated, fileFactsTokens)].join(
      "\n",
    ),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

const LIST_MARK_TOKENS = 2;

const newestWithin = (lines: readonly string[], tokens: number): readonly string[] =>
  takeWithinTokens(lines.toReversed(), tokens, LIST_MARK_TOKENS).toReversed();

function section(heading: string, lines: readonly string[], lineChars: number): string {
  if (lines.length === 0) return "";
  return `## ${heading}\n${lines.map((line) => `- ${oneLine(redactSecrets(line), lineChars)}`).join("\n")}`;
}

function oneLine(text: string, chars: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1)}…`;
}

function pinText(pin: Pin): string {
  return pin.kind === "file" ? pin.path : pin.text;
}
