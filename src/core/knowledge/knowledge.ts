import { unreachable } from "../base/unreachable";
import { callsOf } from "../conversation/exchanges";
import type { CallId, MessageId, SpillId } from "../conversation/ids";
import type { AssistantMessage, Message, ToolCallPart, ToolMessage } from "../conversation/message";
import { requestText } from "../conversation/newest-request";
import { messageText } from "../conversation/render";
import { errorLinesIn } from "../conversation/text/error-lines";
import { exitCodeIn, testCountsIn } from "../conversation/text/tool-outcome";
import type { Intent } from "../ledger/intent";
import { attemptName, readIntent } from "../ledger/intent";
import type { Todo } from "../ledger/ledger";
import { redactMessage } from "../redact/redacted-message";
import {
  decisionKey,
  decisionsOfReply,
  decisionsOfSummary,
  decisionsOfUser,
  replaces,
  withoutQuestions,
} from "./decisions";
import type { KnownDeed, KnownEntry, KnownKind, KnownSource, KnownTask } from "./known-entry";

/** Newest kept: a session of any length has a store that a page can show. */
const MOST: Readonly<Record<KnownKind, number>> = { file: 1_000, command: 500, error: 300, decision: 200, task: 300 };
const SUBJECT_CHARS = 400;
/** Kept beside the first one. */
const NEWEST_SOURCES = 7;

/** What an entry of one kind adds to the fields that all have. */
type Own<Entry> = Entry extends KnownEntry ? Omit<Entry, "subject" | "sources" | "mentions"> : never;

/** A message that is waiting to be read, and when it was written. */
interface Waiting {
  readonly kind: "message";
  readonly message: Message;
  readonly at: number | null;
}

/** Files went back, or forth again by undoing that. */
export interface RestoredFiles {
  readonly files: readonly string[];
  /** The newest message then. */
  readonly after: MessageId;
  /** Edits from this message on were undone. */
  readonly since: MessageId;
  readonly way: "back" | "forth";
}

interface Restored extends RestoredFiles {
  readonly kind: "restored";
}

/**
 * What the messages of a conversation say about its files, commands, errors, decisions, and tasks. A fold over the
 * stored messages of a chain of sessions, the restores between them, and nothing else: the same journals give the same
 * entries. Messages are read when somebody asks.
 */
export class Knowledge {
  private readonly workspace: string;
  private readonly known = new Map<string, KnownEntry>();
  private readonly counts = new Map<KnownKind, number>();
  private readonly read = new Set<MessageId>();
  private readonly pending = new Map<CallId, ToolCallPart>();
  private readonly spills = new Set<SpillId>();
  private waiting: (Waiting | Restored)[] = [];
  private steps: readonly Todo[] = [];

  /** Paths below `workspace` are shown without it. */
  constructor(workspace: string) {
    this.workspace = workspace.replace(/[/\\]+$/, "");
  }

  /** Copies of a message that compressions and branches made say nothing new. */
  add(messages: readonly Message[], writtenAt: (id: MessageId) => number | null): void {
    for (const message of messages) {
      if (this.read.has(message.id)) continue;
      this.read.add(message.id);
      this.waiting.push({ kind: "message", message, at: writtenAt(message.id) });
      const spill = spillOf(message);
      if (spill !== undefined) this.spills.add(spill);
    }
  }

  /** What happened after a message of another conversation says nothing here. */
  restore(restored: RestoredFiles): void {
    const { after } = restored;
    if (!this.read.has(after)) return;
    const place = this.waiting.findIndex((one) => one.kind === "message" && one.message.id === after);
    const next = this.waiting.findIndex((one, index) => index > place && one.kind === "message" && isSpoken(one));
    const at = place < 0 || next < 0 ? this.waiting.length : next;
    this.waiting.splice(at, 0, { kind: "restored", ...restored });
  }

  /** Outputs of this conversation that are kept on disk, oldest first. */
  outputs(): ReadonlySet<SpillId> {
    return this.spills;
  }

  /** By what happened to them last, oldest first. */
  entries(): readonly KnownEntry[] {
    const { waiting } = this;
    this.waiting = [];
    for (const one of waiting)
      if (one.kind === "message") this.take(redactMessage(one.message), one.at);
      else this.takeRestore(one);
    return [...this.known.values()];
  }

  private take(message: Message, at: number | null): void {
    const source = (what: KnownDeed): KnownSource => ({ messageId: message.id, at, what });
    switch (message.role) {
      case "user":
        this.takeRequest(requestText(message), source("asked"));
        for (const text of decisionsOfUser(requestText(message))) this.decide(text, "user", source("decided"));
        break;
      case "assistant":
        this.takeReply(message, source);
        break;
      case "summary":
        for (const text of decisionsOfSummary(message.text))
          this.decide(this.asTold(text), "summary", source("carried"));
        break;
      case "tool":
        this.takeResult(message, source);
        break;
      default:
        unreachable(message);
    }
  }

  private takeRequest(text: string, source: KnownSource): void {
    const line = text.trim().replace(/\s+/g, " ");
    if (line !== "") this.put(line, { kind: "task", state: "open", origin: "request" }, source, source.messageId);
  }

  private takeReply(message: AssistantMessage, source: (what: KnownDeed) => KnownSource): void {
    const calls = callsOf(message);
    const text = messageText(message);
    for (const call of calls) this.pending.set(call.callId, call);
    for (const decision of decisionsOfReply(text)) this.decide(decision, "assistant", source("decided"));
    if (calls.length > 0 || text.trim() === "" || message.interrupted !== undefined) return;
    for (const entry of [...this.known.values()])
      if (entry.kind === "task" && entry.origin === "request" && entry.state === "open")
        this.put(entry.subject, { ...entry, state: "done" }, source("finished"), entry.sources[0]?.messageId);
  }

  private takeResult(message: ToolMessage, source: (what: KnownDeed) => KnownSource): void {
    const text = messageText(message);
    const call = this.pending.get(message.callId);
    this.pending.delete(message.callId);
    const intent = readIntent(call?.name ?? message.toolName, call?.inputJson ?? "{}");
    const exitCode = intent.command === undefined ? undefined : exitCodeIn(text);
    const isFailure = message.failed || (exitCode !== undefined && exitCode !== 0);
    const attempt = attemptName(intent, message.toolName);
    if (intent.command !== undefined) {
      const tests = testCountsIn(text);
      const state = isFailure ? "failed" : exitCode === undefined ? "unknown" : "succeeded";
      const own = {
        kind: "command",
        state,
        exitCode: exitCode ?? null,
        ...(tests !== undefined && { tests }),
      } as const;
      this.put(intent.command, own, source(isFailure ? "failed" : "ran"));
    }
    if (isFailure) return this.takeErrors(attempt, text, source("seen"));
    this.takeFiles(intent, source);
    this.resolveErrors(attempt, source("resolved"));
    if (intent.todos !== undefined) this.takeSteps(intent.todos, source);
  }

  /** One failing test is one error, although its name and its cause are on lines of their own. */
  private takeErrors(attempt: string, text: string, source: KnownSource): void {
    const lines = errorLinesIn(text);
    const [first = ""] = text.trim().split("\n", 1);
    const told = lines.length > 0 ? lines : [first];
    const failures = /\b1 failed$/.test(testCountsIn(text) ?? "") ? [told.join(" · ")] : told;
    for (const line of failures)
      if (line !== "") this.put(line, { kind: "error", state: "open", attempt }, source, errorName(attempt, line));
  }

  private resolveErrors(attempt: string, source: KnownSource): void {
    for (const entry of [...this.known.values()])
      if (entry.kind === "error" && entry.state === "open" && entry.attempt === attempt)
        this.put(entry.subject, { ...entry, state: "resolved" }, source, errorName(attempt, entry.subject));
  }

  private takeFiles({ files }: Intent, source: (what: KnownDeed) => KnownSource): void {
    for (const { path, operation } of files) {
      const subject = this.shown(path);
      const what = operation === "written" ? "edited" : operation;
      const before = this.known.get(keyOf("file", subject));
      const isEdited = what === "read" && before?.kind === "file" && before.state === "edited";
      this.put(subject, { kind: "file", state: isEdited ? "edited" : what }, source(what));
    }
  }

  /** Only what messages tell of: a restore names no file that the conversation does not know. */
  private takeRestore({ files, after, since, way }: Restored): void {
    const order = [...this.read];
    const first = order.indexOf(since);
    for (const path of files) {
      const subject = this.shown(path);
      const before = this.known.get(keyOf("file", subject));
      if (before?.kind !== "file" || before.state === "read") continue;
      const edits = before.sources.filter(({ what }) => what === "edited");
      const isLeft = edits.length > 1 && edits.some(({ messageId }) => order.indexOf(messageId) < first);
      const what = way === "back" ? "restored" : "edited";
      this.put(subject, { kind: "file", state: isLeft ? "edited" : what }, { messageId: after, at: null, what });
    }
  }

  private takeSteps(todos: readonly Todo[], source: (what: KnownDeed) => KnownSource): void {
    const listed = new Set(todos.map(({ text }) => text));
    const before = new Map(this.steps.map(({ text, state }) => [text, state]));
    const put = (text: string, state: KnownTask["state"]) =>
      this.put(text, { kind: "task", state, origin: "step" }, source(STEP_DEEDS[state]));
    for (const { text, state } of this.steps) if (!listed.has(text) && state !== "done") put(text, "dropped");
    for (const { text, state } of todos) if (before.get(text) !== state) put(text, state);
    this.steps = todos;
  }

  /** In the words of an earlier message, where a summary only adds the question that stood before them. */
  private asTold(text: string): string {
    const stated = withoutQuestions(text);
    return this.known.has(keyOf("decision", decisionKey(stated))) ? stated : text;
  }

  /** A summary repeats what was decided before it; only what nobody else told is its own. */
  private decide(text: string, maker: "user" | "assistant" | "summary", source: KnownSource): void {
    const before = this.known.get(keyOf("decision", decisionKey(text)));
    for (const entry of [...this.known.values()])
      if (entry.kind === "decision" && entry.state === "stands" && replaces(text, entry.subject))
        this.put(entry.subject, { ...entry, state: "replaced" }, { ...source, what: "replaced" });
    const isRepeated = before?.kind === "decision" && maker === "summary";
    const own = isRepeated ? { maker: before.maker, state: before.state } : { maker, state: "stands" as const };
    this.put(text, { kind: "decision", ...own }, source);
  }

  /** The newest word about a thing goes to the end; what was not heard of longest is forgotten first. */
  private put(text: string, own: Own<KnownEntry>, source: KnownSource, name = text): void {
    const subject = text.trim().slice(0, SUBJECT_CHARS);
    const key = keyOf(own.kind, own.kind === "decision" ? decisionKey(text) : name);
    const before = this.known.get(key);
    const sources = [...(before?.sources ?? []), source];
    this.known.delete(key);
    this.known.set(key, {
      ...own,
      subject,
      sources:
        sources.length > NEWEST_SOURCES + 1 ? [...sources.slice(0, 1), ...sources.slice(-NEWEST_SOURCES)] : sources,
      mentions: (before?.mentions ?? 0) + 1,
    });
    if (before === undefined) this.forgetOldest(own.kind);
  }

  private forgetOldest(kind: KnownKind): void {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, Math.min(count, MOST[kind]));
    if (count <= MOST[kind]) return;
    for (const [key, entry] of this.known) if (entry.kind === kind) return void this.known.delete(key);
  }

  private shown(path: string): string {
    const plain = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    const root = `${this.workspace.replaceAll("\\", "/")}/`;
    return this.workspace !== "" && plain.startsWith(root) ? plain.slice(root.length) : plain;
  }
}

function spillOf(message: Message): SpillId | undefined {
  if (message.role === "user") return message.spill;
  return message.role === "tool" && message.body.kind !== "full" ? message.body.spill : undefined;
}

const STEP_DEEDS: Readonly<Record<KnownTask["state"], KnownDeed>> = {
  open: "opened",
  doing: "started",
  done: "finished",
  dropped: "dropped",
};

/** Results belong to the reply before them. */
const isSpoken = ({ message }: Waiting): boolean => message.role !== "tool";

/** An error that differs from an earlier one in figures only, such as a duration, is the same. */
const errorName = (attempt: string, line: string): string => `${attempt} ${line.replace(/[\d.]+/g, "0")}`;

const keyOf = (kind: KnownKind, name: string): string => `${kind} ${name}`;
