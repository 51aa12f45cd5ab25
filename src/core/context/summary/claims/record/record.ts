import { rememberByText } from "../../../../base/text";
import { CallPairing, callsOf } from "../../../../conversation/exchanges";
import type { CallId, MessageId } from "../../../../conversation/ids";
import { messageId } from "../../../../conversation/ids";
import type { Message, ToolCallPart } from "../../../../conversation/message";
import { readableText } from "../../../../conversation/text/original";
import type { Ledger } from "../../../../ledger/ledger";
import { redactMessage } from "../../../../redact/redacted-message";
import type { Deed } from "./deed";
import { attemptOf, deedOf, testCounts } from "./deed";

/** What really happened, as far as code can tell: finished calls in order, and everything that was said. */
export interface WorkRecord {
  readonly deeds: readonly Deed[];
  /** Messages of the whole chain as they were first written, summaries left out. */
  readonly messages: readonly Message[];
  /**
   * An earlier summary, where messages that it stands for are not among those above: what it says cannot be refuted.
   */
  readonly earlier: string;
}

export interface RecordSources {
  /** The conversation as it is now. */
  readonly messages: readonly Message[];
  /** Messages from before earlier compressions, where the engine has them. */
  readonly originals?: readonly Message[];
  readonly ledger?: Ledger | undefined;
  /** Rules, memory, and skills: what a summary takes from there is on no message. */
  readonly systemPrompt?: string | undefined;
}

/** Rules are the user's words as much as a message is; this one stands for all of them, and nobody can open it. */
export const RULES_ID = messageId("system-prompt");

const rulesOf = rememberByText(
  (text: string): Message => redactMessage({ id: RULES_ID, role: "user", content: [{ type: "text", text }] }),
);

export function recordOf({ messages, originals = [], ledger, systemPrompt = "" }: RecordSources): WorkRecord {
  const known = new Map<MessageId, Message>();
  for (const list of [originals, messages])
    for (const message of list)
      if (message.role !== "summary" && !known.has(message.id)) known.set(message.id, redactMessage(message));
  const spoken = [...(systemPrompt === "" ? [] : [rulesOf(systemPrompt)]), ...known.values()];
  const deeds = deedsOf(spoken);
  const unknown = messages.filter(
    (message) =>
      message.role === "summary" && (message.covers.length === 0 || message.covers.some((id) => !known.has(id))),
  );
  return {
    deeds: ledger === undefined ? deeds : withLedger(deeds, ledger, known),
    messages: spoken,
    earlier: unknown.flatMap((message) => (message.role === "summary" ? [message.text] : [])).join("\n\n"),
  };
}

/** Results belong to calls by position; where a recording has them out of place, by id. */
function deedsOf(messages: readonly Message[]): readonly Deed[] {
  const calls = new Map<CallId, ToolCallPart>();
  const answered = new Set<CallId>();
  for (const message of messages) {
    if (message.role === "tool") answered.add(message.callId);
    else if (message.role === "assistant") for (const call of callsOf(message)) calls.set(call.callId, call);
  }
  const deeds: Deed[] = [];
  const placed = new CallPairing();
  for (const message of messages) {
    const call = placed.next(message);
    if (message.role === "tool") deeds.push(deedOf(message, call ?? calls.get(message.callId)));
    else if (message.role === "assistant")
      for (const open of callsOf(message)) if (!answered.has(open.callId)) deeds.push(attemptOf(message.id, open));
  }
  return deeds;
}

/** The ledger saw results before they were shortened, and remembers calls whose messages are gone. */
function withLedger(deeds: readonly Deed[], ledger: Ledger, known: ReadonlyMap<MessageId, Message>): readonly Deed[] {
  const commands = new Map(ledger.commands.map((fact) => [fact.messageId, fact]));
  const completed = deeds.map((deed): Deed => {
    const fact = commands.get(deed.messageId);
    const tests = testCounts(fact?.tests) ?? deed.tests;
    return fact === undefined || deed.command === undefined
      ? deed
      : { ...deed, exitCode: deed.exitCode ?? fact.exitCode, ...(tests === undefined ? {} : { tests }) };
  });
  return [...gone(ledger, known), ...completed];
}

function gone(ledger: Ledger, known: ReadonlyMap<MessageId, Message>): readonly Deed[] {
  const files = ledger.files.flatMap((fact): readonly Deed[] => {
    const last = { ...NO_CALL, messageId: fact.messageId, files: [{ path: fact.path, operation: fact.operation }] };
    const write = fact.writtenIn;
    return [
      ...(write === undefined || known.has(write)
        ? []
        : [{ ...NO_CALL, messageId: write, files: [{ path: fact.path, operation: "written" as const }] }]),
      ...(known.has(fact.messageId) ? [] : [last]),
    ];
  });
  const commands = ledger.commands
    .filter(({ messageId }) => !known.has(messageId))
    .map((fact): Deed => {
      const tests = testCounts(fact.tests);
      return {
        ...NO_CALL,
        messageId: fact.messageId,
        given: fact.command,
        command: fact.command,
        exitCode: fact.exitCode,
        outcome: fact.exitCode === null || fact.exitCode === 0 ? "success" : "failure",
        ...(tests === undefined ? {} : { tests }),
      };
    });
  return [...files, ...commands];
}

const NO_CALL: Deed = {
  messageId: messageId(""),
  tool: "",
  given: "",
  files: [],
  exitCode: null,
  outcome: "success",
};

/** A message with its words, calls included: read once for all claims of a summary. */
export interface Passage {
  readonly message: Message;
  readonly text: string;
}

const passages = new WeakMap<WorkRecord, readonly Passage[]>();
const results = new WeakMap<WorkRecord, ReadonlyMap<MessageId, string>>();

export function passagesOf(record: WorkRecord): readonly Passage[] {
  const read = passages.get(record) ?? record.messages.map((message) => ({ message, text: shownText(message) }));
  passages.set(record, read);
  return read;
}

/** With what was told to the model beside the words of the user: the branch, open editors, recalled lines. */
const shownText = (message: Message): string =>
  message.role === "user" && message.attachment !== undefined
    ? `${readableText(message)}\n${message.attachment}`
    : readableText(message);

/** The first message that has the words, in its text or in the arguments of its calls. */
export const messageWith = (record: WorkRecord, words: string): Message | undefined =>
  passagesOf(record).find(({ text }) => text.includes(words))?.message;

export function textOfResult(record: WorkRecord, id: MessageId): string {
  const texts =
    results.get(record) ??
    new Map(passagesOf(record).flatMap(({ message, text }) => (message.role === "tool" ? [[message.id, text]] : [])));
  results.set(record, texts);
  return texts.get(id) ?? "";
}
