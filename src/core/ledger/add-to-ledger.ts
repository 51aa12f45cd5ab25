import { unreachable } from "../base/unreachable";
import type { MessageId } from "../conversation/ids";
import type { AssistantMessage, Message, ToolMessage } from "../conversation/message";
import { requestText } from "../conversation/newest-request";
import { messageText } from "../conversation/render";
import { argumentText } from "../conversation/text/arguments";
import { errorLinesIn } from "../conversation/text/error-lines";
import { identifiersIn } from "../conversation/text/identifiers";
import { exitCodeIn, testCountsIn } from "../conversation/text/tool-outcome";
import { redactMessage } from "../redact/redacted-message";
import type { Intent } from "./intent";
import { attemptName, readIntent } from "./intent";
import type { Ask, CommandFact, ErrorFact, FileFact, Ledger, PendingCall, Pin, Todo } from "./ledger";
import type { Mentions } from "./mentions";
import { takeMentions } from "./mentions";

export const emptyLedger: Ledger = {
  asks: [],
  files: [],
  commands: [],
  errors: [],
  todos: [],
  pins: [],
  identifiers: [],
};

/** What one more message adds. Costs the size of the message plus the bounded size of the ledger. */
export function addToLedger(ledger: Ledger, message: Message): Ledger {
  const draft = new Draft(ledger, message);
  draft.add(message);
  const grown = draft.finish();
  draft.handOn(grown);
  return grown;
}

/** The ledger of a whole conversation; a longer list continues from what is known of its beginning. */
export function ledgerOf(messages: readonly Message[]): Ledger {
  if (messages.length === 0) return emptyLedger;
  const known = longestKnown(messages) ?? unread(messages);
  readTo(known, messages, messages.length);
  known.ledger ??= known.draft.finish();
  return known.ledger;
}

/**
 * Reads the messages of a list ahead, up to the given one each time; their ledger is put together when it is asked for.
 */
export function createLedgerReader(messages: readonly Message[]): (end: number) => void {
  let known = longestKnown(messages) ?? unread(messages);
  return (end) => {
    // Between two slices, another list with the same beginning may have continued what was known.
    const last = known.messages.length - 1;
    if (known.messages[last] !== messages[last]) known = longestKnown(messages.slice(0, end)) ?? unread(messages);
    readTo(known, messages, end);
  };
}

function readTo(known: Known, messages: readonly Message[], end: number): void {
  const last = messages[end - 1];
  if (last === undefined || end <= known.messages.length) return;
  // Only the newest beginning is kept: one list per step of a long session would cost its square in memory.
  const continued = known.messages.at(-1);
  if (continued !== undefined) knownByLast.delete(continued);
  for (const message of messages.slice(known.messages.length, end)) {
    known.draft.add(message);
    // A list of its own: hosts append to theirs in place.
    known.messages.push(message);
  }
  delete known.ledger;
  knownByLast.set(last, known);
}

export const withPins = (ledger: Ledger, pins: readonly Pin[]): Ledger => ({ ...ledger, pins });

/** What is known of a list of messages. It grows with the list. */
interface Known {
  readonly messages: Message[];
  readonly draft: Draft;
  ledger?: Ledger;
}

const unread = ([opening]: readonly Message[]): Known => ({ messages: [], draft: new Draft(emptyLedger, opening) });

const knownByLast = new WeakMap<Message, Known>();
/** How far back a known beginning is looked for: a turn appends few messages at a time. */
const LOOK_BACK_MESSAGES = 200;

function longestKnown(messages: readonly Message[]): Known | undefined {
  for (let end = messages.length; end > Math.max(0, messages.length - LOOK_BACK_MESSAGES); end--) {
    const last = messages[end - 1];
    const known = last && knownByLast.get(last);
    if (known?.messages.length === end && known.messages.every((message, index) => message === messages[index]))
      return known;
  }
  return undefined;
}

/** Bounds, newest kept: a session of any length has a ledger that fits a prompt. */
const MOST = { asks: 200, files: 500, commands: 200, errors: 100, pending: 100 } as const;
const LONGEST_ASK_CHARS = 20_000;
const LONGEST_COMMAND_CHARS = 1_000;
/** How much a mention counts, by who made it. */
const WEIGHTS = { user: 6, assistant: 3, argument: 2, result: 1 } as const;
/** Identifiers taken from one text; a listing has thousands and means few of them. */
const MOST_PER_TEXT = { spoken: 200, result: 80 } as const;

/** A ledger while messages are added to it; `finish` gives its value of now. */
class Draft {
  private readonly asks: Ask[];
  private readonly files: Map<string, FileFact>;
  private readonly commands: CommandFact[];
  private readonly errors: ErrorFact[];
  private readonly pending: PendingCall[];
  private readonly mentions: Mentions;
  private readonly pins: readonly Pin[];
  private todos: readonly Todo[];
  private cwd: string | undefined;
  private branch: string | undefined;

  constructor(ledger: Ledger, next: Message | undefined) {
    this.asks = [...ledger.asks];
    this.files = new Map(ledger.files.map((fact) => [fact.path, fact]));
    this.commands = [...ledger.commands];
    this.errors = [...ledger.errors];
    this.pending = [...(ledger.pending ?? [])];
    this.mentions = takeMentions(ledger.identifiers, ledger.messageCount ?? 0, next && redactMessage(next));
    this.pins = ledger.pins;
    this.todos = ledger.todos;
    this.cwd = ledger.cwd;
    this.branch = ledger.branch;
  }

  /** Facts outlive their message and reach every later summary, so none is taken from a text with secrets in it. */
  add(original: Message): void {
    const message = redactMessage(original);
    switch (message.role) {
      case "user":
        this.ask(message.id, requestText(message));
        break;
      case "summary":
        this.mentions.add(identifiersIn(message.text, MOST_PER_TEXT.spoken), WEIGHTS.assistant, message.id);
        if (message.restatedRequest !== undefined && !this.asks.some(({ text }) => text === message.restatedRequest))
          this.ask(message.id, message.restatedRequest);
        break;
      case "assistant":
        this.reply(message);
        break;
      case "tool":
        this.result(message);
        break;
      default:
        unreachable(message);
    }
    this.mentions.nextMessage();
  }

  finish(): Ledger {
    return {
      asks: [...this.asks],
      files: [...this.files.values()],
      commands: [...this.commands],
      errors: [...this.errors],
      todos: this.todos,
      pins: this.pins,
      identifiers: this.mentions.ranked(),
      messageCount: this.mentions.messageCount,
      pending: [...this.pending],
      ...(this.cwd === undefined ? {} : { cwd: this.cwd }),
      ...(this.branch === undefined ? {} : { branch: this.branch }),
    };
  }

  handOn({ identifiers }: Ledger): void {
    this.mentions.handOn(identifiers);
  }

  private ask(messageId: MessageId, text: string): void {
    if (text.trim() === "") return;
    push(this.asks, { messageId, text: text.slice(0, LONGEST_ASK_CHARS), state: "open" }, MOST.asks);
    this.mentions.add(identifiersIn(text, MOST_PER_TEXT.spoken), WEIGHTS.user, messageId);
  }

  private reply(message: AssistantMessage): void {
    const text = messageText(message);
    const calls = message.parts.filter((part) => part.type === "tool-call");
    this.mentions.add(identifiersIn(text, MOST_PER_TEXT.spoken), WEIGHTS.assistant, message.id);
    for (const { callId, name, inputJson } of calls) {
      push(this.pending, { callId, name, inputJson }, MOST.pending);
      this.mentions.add(identifiersIn(argumentText(inputJson), MOST_PER_TEXT.spoken), WEIGHTS.argument, message.id);
    }
    if (calls.length === 0 && text.trim() !== "" && message.interrupted === undefined) this.answerAsks();
  }

  private answerAsks(): void {
    for (let index = this.asks.length - 1; index >= 0; index--) {
      const ask = this.asks[index];
      if (ask === undefined || ask.state === "answered") return;
      this.asks[index] = { ...ask, state: "answered" };
    }
  }

  private result(message: ToolMessage): void {
    const text = messageText(message);
    const at = this.pending.findLastIndex(({ callId }) => callId === message.callId);
    const [call] = at < 0 ? [] : this.pending.splice(at, 1);
    const intent = readIntent(call?.name ?? message.toolName, call?.inputJson ?? "{}");
    const exitCode = intent.command === undefined ? undefined : exitCodeIn(text);
    const wentWrong = message.failed || (exitCode !== undefined && exitCode !== 0);
    this.recordCommand(intent, message, exitCode);
    if (wentWrong) this.recordErrors(intent, message, text);
    else this.recordSuccess(intent, message, text);
    if (intent.todos !== undefined && !message.failed) this.todos = intent.todos;
    this.mentions.add(identifiersIn(text, MOST_PER_TEXT.result), WEIGHTS.result, message.id);
  }

  private recordCommand({ command }: Intent, message: ToolMessage, exitCode: number | undefined): void {
    if (command === undefined) return;
    const tests = testCountsIn(messageText(message));
    const fact: CommandFact = {
      command: command.slice(0, LONGEST_COMMAND_CHARS),
      exitCode: exitCode ?? null,
      messageId: message.id,
    };
    push(this.commands, tests === undefined ? fact : { ...fact, tests }, MOST.commands);
  }

  private recordErrors(intent: Intent, message: ToolMessage, text: string): void {
    const lines = errorLinesIn(text);
    const found = lines.length > 0 ? lines : [text.trim().split("\n", 1)[0]?.slice(0, 240) ?? ""];
    for (const line of found) {
      if (line !== "")
        push(
          this.errors,
          { line, state: "open", source: attemptName(intent, message.toolName), messageId: message.id },
          MOST.errors,
        );
    }
  }

  private recordSuccess(intent: Intent, message: ToolMessage, text: string): void {
    for (const { path, operation } of intent.files) {
      const before = this.files.get(path);
      const writtenIn = operation === "read" && before !== undefined ? writeOf(before) : undefined;
      this.files.delete(path);
      this.files.set(path, {
        path,
        operation,
        messageId: message.id,
        ...(writtenIn === undefined ? {} : { writtenIn }),
      });
    }
    if (this.files.size > MOST.files) this.files.delete(oldest(this.files));
    this.cwd =
      intent.cwd ??
      /\(Current (?:working )?directory: ([^\n)]{1,400})\)\s*\S{0,8}\s*$/.exec(text.slice(-600))?.[1] ??
      this.cwd;
    this.branch = intent.branch ?? /^On branch (\S{1,120})/m.exec(text.slice(0, 400))?.[1] ?? this.branch;
    const source = attemptName(intent, message.toolName);
    this.errors.forEach((error, index) => {
      if (error.state === "open" && error.source === source) this.errors[index] = { ...error, state: "resolved" };
    });
  }
}

const writeOf = (fact: FileFact): MessageId | undefined =>
  fact.operation === "written" ? fact.messageId : fact.writtenIn;

const oldest = (files: ReadonlyMap<string, FileFact>): string => files.keys().next().value ?? "";

function push<Fact>(facts: Fact[], fact: Fact, most: number): void {
  facts.push(fact);
  if (facts.length > most) facts.splice(0, facts.length - most);
}
