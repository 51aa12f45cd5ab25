import type { MessageId } from "../../conversation/ids";
import { messageText } from "../../conversation/render";
import type { Ledger, Pin } from "../../ledger/ledger";
import { hasVisibleText } from "../newest";
import { clip } from "./key-lines";
import type { FoldPlan } from "./plan";
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
const MOST = { files: 40, errors: 8, asks: 8, todos: 20, commands: 12, decisions: 16, earlierDecisions: 24 } as const;
const ASK_CHARS = 400;
const PIN_CHARS = 4_000;
/** Enough of a long line to recognize it. */
const SIGN_CHARS = 60;

/** Everything the ledger holds that a model may forget and a person will miss: pins, place, files, errors, asks, todos. */
export function requiredOf(plan: FoldPlan, ledger: Ledger): readonly Required[] {
  const kept = new Set<MessageId>(plan.tail.map((message) => message.id));
  const gone = <Fact extends { readonly messageId: MessageId }>(facts: readonly Fact[]) =>
    facts.filter((fact) => !kept.has(fact.messageId));
  return [
    ...ledger.pins.map(requirePin),
    ...placeOf(ledger),
    ...gone(ledger.files)
      .filter((file) => file.operation !== "read")
      .slice(-MOST.files)
      .map((file) => requireLine("Relevant Files", `- ${file.path} (${file.operation})`, file.path)),
    ...gone(ledger.errors)
      .filter((error) => error.state === "open")
      .slice(-MOST.errors)
      .map((error) => requireLine("Blocked", `- ${error.line}`, error.line)),
    ...openAsks(plan, gone(ledger.asks)),
    ...decisionsOf(plan).map((line) => requireLine("Key Decisions", `- ${line}`, line)),
    ...ledger.todos
      .filter((todo) => todo.state !== "done")
      .slice(-MOST.todos)
      .map((todo) => requireLine("Remaining Work", `- [${todo.state}] ${todo.text}`, todo.text)),
    ...gone(ledger.commands)
      .filter((command) => command.exitCode !== null && command.exitCode !== 0)
      .slice(-MOST.commands)
      .map((command) =>
        requireLine(
          "Critical Context",
          `- \`${command.command.slice(0, 160)}\` -> exit ${command.exitCode}${command.tests === undefined ? "" : ` (${command.tests})`}`,
          command.command,
        ),
      ),
  ];
}

const requireLine = (heading: Heading, line: string, sign: string): Required => ({
  heading,
  line,
  sign: sign.slice(0, SIGN_CHARS),
  weight: "if-room",
});

function requirePin(pin: Pin): Required {
  const text = pin.kind === "file" ? `Pinned file: ${pin.path}` : pin.text.slice(0, PIN_CHARS);
  return {
    heading: "Constraints & Preferences",
    line: pin.kind === "file" ? `- ${text}` : `- Pinned: ${text}`,
    sign: pin.kind === "file" ? pin.path : text,
    weight: "always",
  };
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

function openAsks(plan: FoldPlan, asks: Ledger["asks"]): readonly Required[] {
  const newest = asks.at(-1);
  return asks
    .filter(
      (ask) =>
        ask.state === "open" &&
        ask.text !== plan.restatedRequest &&
        (ask !== newest || plan.restatedRequest === undefined),
    )
    .slice(-MOST.asks)
    .map((ask) => requireLine("Pending User Asks", `- ${flat(ask.text).slice(0, ASK_CHARS)}`, flat(ask.text)));
}

const DECISION =
  /\b(?:decided|decision|we(?:'ll| will) use|chose|choosing|instead of|because|agreed)\b|决定|entschieden|décidé|decidi/i;

/** What was decided and why is told once and then taken for granted: the first thing a paraphrase drops. */
function decisionsOf(plan: FoldPlan): readonly string[] {
  const earlier = linesOf(parseSections(plan.previousSummary ?? "").sections["Key Decisions"]).filter(
    (line) => !/^none\.?$/i.test(line),
  );
  const said = plan.folded
    .filter(hasVisibleText)
    .flatMap((message) =>
      linesOf(messageText(message).slice(0, SAID_CHARS)).filter((line) => line.length > 20 && DECISION.test(line)),
    );
  return [...new Set([...earlier.slice(-MOST.earlierDecisions), ...said.slice(-MOST.decisions).map(clip)])];
}

const SAID_CHARS = 4_000;

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*]|\d+\.)\s+/, "").trim())
    .filter((line) => line !== "");

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();
