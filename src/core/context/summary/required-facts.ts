import type { MessageId } from "../../conversation/ids";
import { KnownByMessage } from "../../conversation/known-by-message";
import type { AssistantMessage, Message } from "../../conversation/message";
import { hasVisibleText } from "../../conversation/newest-request";
import { messageText } from "../../conversation/render";
import { shortenLine } from "../../conversation/text/label-messages";
import type { Ledger, Pin } from "../../ledger/ledger";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import { clip } from "./facts/key-lines";
import type { UserStatements } from "./facts/user-statements";
import type { Fold } from "./fold";
import type { Heading } from "./sections";
import { parseSections } from "./sections";

/** Something a summary must not lose: where it belongs, how it reads, and by which words one sees that it is there. */
export interface Required {
  readonly heading: Heading;
  readonly line: string;
  readonly sign: string;
  /** "always": put back whatever the budget says. */
  readonly weight: "always" | "if-room";
}

/** Newest first wins where there are more than a summary can carry. */
const MOST = {
  ...{ statements: 60, files: 40, errors: 8, asks: 8, todos: 20, commands: 12 },
  ...{ decisions: 16, earlierDecisions: 24 },
} as const;
const ASK_CHARS = 400;
const PIN_CHARS = 400;
/** Enough of a long line to recognize it. */
const SIGN_CHARS = 60;

/**
 * Everything the ledger holds that a model may forget and a person will miss: pins, place, files, errors, asks, todos.
 */
export function requiredOf(fold: Fold, ledger: Ledger, said: UserStatements): readonly Required[] {
  const verbatim = fold.range?.kind === "from" ? [...fold.head, ...fold.tail] : fold.tail;
  const kept = new Set<MessageId>(verbatim.map((message) => message.id));
  const gone = <Fact extends { readonly messageId: MessageId }>(facts: readonly Fact[]) =>
    facts.filter((fact) => !kept.has(fact.messageId));
  return [
    ...ledger.pins.map(requirePin),
    ...placeOf(ledger),
    ...gone(said.standing)
      .slice(-MOST.statements)
      .map(({ kind, line }) => ({ ...requireLine(STATEMENT_HEADINGS[kind], `- ${line}`, line), sign: line })),
    ...gone(ledger.files)
      .filter((file) => file.operation !== "read")
      .slice(-MOST.files)
      .map(({ path, operation }) => ({
        ...requireLine("Relevant Files", `- ${path} (${operation})`, path),
        // Absolute paths of one folder have their beginnings in common.
        sign: path,
      })),
    ...gone(ledger.errors)
      .filter((error) => error.state === "open")
      .slice(-MOST.errors)
      .map((error) => requireLine("Blocked", `- ${error.line}`, error.line)),
    ...openAsks(fold, gone(ledger.asks)),
    ...decisionsOf(fold, said).map((line) => requireLine("Key Decisions", `- ${line}`, line)),
    ...ledger.todos
      .filter((todo) => todo.state !== "done")
      .slice(-MOST.todos)
      .map((todo) => requireLine("Remaining Work", `- [${todo.state}] ${todo.text}`, todo.text)),
    ...gone(ledger.commands)
      .filter((command) => command.exitCode !== null && command.exitCode !== 0)
      .slice(-MOST.commands)
      .map(({ command, exitCode, tests }) => {
        const counts = tests === undefined ? "" : ` (${tests})`;
        return requireLine("Critical Context", `- \`${command.slice(0, 160)}\` -> exit ${exitCode}${counts}`, command);
      }),
  ];
}

const STATEMENT_HEADINGS = { settled: "Key Decisions", postponed: "Pending User Asks" } as const;

export interface FittedFacts {
  readonly added: readonly Required[];
  /** The signs of facts that are neither stated nor fit. */
  readonly lost: readonly string[];
  readonly usedTokens: number;
}

/** Required facts that a text does not state, as far as there is room for their lines. */
export function fitRequired(text: string, required: readonly Required[], roomTokens: number): FittedFacts {
  const present = flat(text);
  const added: Required[] = [];
  const lost: string[] = [];
  let usedTokens = 0;
  for (const item of required) {
    const sign = redactSecrets(item.sign);
    if (present.includes(flat(sign))) continue;
    const line = redactSecrets(item.line);
    const tokens = estimateTextTokens(line);
    if (item.weight === "if-room" && usedTokens + tokens > roomTokens) {
      lost.push(sign);
      continue;
    }
    usedTokens += tokens;
    added.push({ ...item, sign, line });
  }
  return { added, lost, usedTokens };
}

const requireLine = (heading: Heading, line: string, sign: string): Required => ({
  heading,
  line,
  sign: sign.slice(0, SIGN_CHARS),
  weight: "if-room",
});

/** The text itself stands beside the summary; a short one is worth repeating among the constraints. */
function requirePin(pin: Pin): Required {
  const text = pin.kind === "file" ? `Pinned file: ${pin.path}` : `Pinned: ${shortenLine(pin.text, PIN_CHARS)}`;
  const sign = pin.kind === "file" ? pin.path : shortenLine(pin.text, PIN_CHARS);
  return { heading: "Constraints & Preferences", line: `- ${text}`, sign, weight: "always" };
}

function placeOf(ledger: Ledger): readonly Required[] {
  return [
    ...(ledger.cwd === undefined
      ? []
      : [requireLine("Active State", `- Working directory: ${ledger.cwd}`, ledger.cwd)]),
    ...(ledger.branch === undefined ? [] : [requireLine("Active State", `- Branch: ${ledger.branch}`, ledger.branch)]),
    ...ledger.commands
      .filter((command) => command.tests !== undefined)
      .slice(-1)
      .map((command) =>
        requireLine(
          "Active State",
          `- Tests: ${command.tests} (\`${command.command.slice(0, 120)}\`)`,
          command.tests ?? "",
        ),
      ),
  ];
}

function openAsks(fold: Fold, asks: Ledger["asks"]): readonly Required[] {
  const newest = asks.at(-1);
  return asks
    .filter(
      (ask) =>
        ask.state === "open" &&
        ask.text !== fold.restatedRequest &&
        (ask !== newest || fold.restatedRequest === undefined),
    )
    .slice(-MOST.asks)
    .map(({ text }) => flatStart(text, ASK_CHARS))
    .map((words) => requireLine("Pending User Asks", `- ${words}`, words));
}

const DECISION =
  /\b(?:decided|decision|we(?:'ll| will) use|chose|choosing|instead of|because|agreed)\b|决定|entschieden|décidé|decidi/i;

/** A decision and its reason are stated once and then taken for granted: the first thing a paraphrase drops. */
function decisionsOf(fold: Fold, { takenBack }: UserStatements): readonly string[] {
  const earlier = linesOf(parseSections(fold.previousSummary ?? "").sections["Key Decisions"]).filter(
    (line) => !/^none\.?$/i.test(line) && !takenBack.has(line),
  );
  return [...new Set([...earlier.slice(-MOST.earlierDecisions), ...newestDecisions(fold).map(clip)])];
}

/** Read from the end: in a long session most messages are older than the decisions that there is room for. */
function newestDecisions({ folded }: Fold): readonly string[] {
  const newestFirst: string[] = [];
  for (let at = folded.length - 1; at >= 0 && newestFirst.length < MOST.decisions; at--) {
    const message = folded[at];
    if (message?.role === "assistant") newestFirst.push(...decisionsIn(message).toReversed());
  }
  return newestFirst.slice(0, MOST.decisions).toReversed();
}

/** Reads messages ahead, so that a compression has only to put together what is known of each. */
export function readDecisions(messages: readonly Message[]): void {
  for (const message of messages) if (message.role === "assistant") decisionsIn(message);
}

/** Messages never change, so each is read once. */
const decisionsByMessage = new KnownByMessage<readonly string[], AssistantMessage>();

function decisionsIn(message: AssistantMessage): readonly string[] {
  const known = decisionsByMessage.get(message);
  if (known !== undefined) return known;
  const lines = hasVisibleText(message) ? linesOf(messageText(message).slice(0, SAID_CHARS)) : [];
  const decisions = lines.filter((line) => line.length > 20 && DECISION.test(line));
  decisionsByMessage.set(message, decisions);
  return decisions;
}

const SAID_CHARS = 4_000;

/** The first characters of a flat text. A pasted log is thousands of times as long, and need not be read for them. */
function flatStart(text: string, chars: number): string {
  const start = flat(text.slice(0, chars * FLATTENED_SHARE));
  return (start.length > chars ? start : flat(text)).slice(0, chars);
}

/** Blanks may take up some of what is read. */
const FLATTENED_SHARE = 2;

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim())
    .filter((line) => line !== "");

/** Most texts have single spaces only, and are told so more quickly than they are written anew. */
const flat = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, " ") : text).trim();

const UNEVEN = /[^\S ]|\s\s/;
