import type { CallId, MessageId } from "../../conversation/ids";
import type { AssistantMessage, AssistantPart, Message } from "../../conversation/message";
import type { ForeignCompaction } from "../session";

/**
 * Puts a foreign conversation together record by record: everything that was said, what of it the model still sees, and
 * the compactions in between.
 */
export class ConversationBuilder {
  private readonly said: Message[] = [];
  private visible: Message[] = [];
  private readonly done: ForeignCompaction[] = [];
  private readonly toolNames = new Map<CallId, string>();
  private readonly recordIds = new Map<MessageId, string>();
  /** The newest reply, whose parts may come in many records. */
  private reply: { readonly message: AssistantMessage; readonly parts: AssistantPart[] } | undefined;

  /** `record`: the id of the record that holds the message, where it has one of its own. */
  add(message: Message, record?: string): void {
    if (record !== undefined) this.recordIds.set(message.id, record);
    if (message.role === "assistant") return this.addReply(message);
    this.finishReply();
    this.said.push(message);
    this.visible.push(message);
  }

  /** The id of the newest message if it is a reply: further parts under this id join it. */
  get replyId(): MessageId | undefined {
    const last = this.reply?.message ?? this.said.at(-1);
    return last?.role === "assistant" ? last.id : undefined;
  }

  /** The tool that a result belongs to: results record the call's id only. */
  nameOf(id: CallId): string {
    return this.toolNames.get(id) ?? "unknown";
  }

  /** The newest record of a message: a reply may consist of several. */
  recordOf(id: MessageId): string {
    return this.recordIds.get(id) ?? id;
  }

  /** Replaces what the model sees with a summary and what was kept. Messages are kept by id, in their order. */
  compact(compaction: Omit<ForeignCompaction, "before" | "after">, summary: Message, kept: readonly MessageId[]): void {
    const before = this.context;
    const ids = new Set(kept);
    const after = [summary, ...before.filter(({ id }) => ids.has(id))];
    this.done.push({ ...compaction, before, after });
    this.said.push(summary);
    this.visible = [...after];
  }

  /** The same, where the agent recorded the new conversation as a whole. */
  replace(compaction: Omit<ForeignCompaction, "before" | "after">, after: readonly Message[]): void {
    this.done.push({ ...compaction, before: this.context, after });
    this.said.push(...after.filter(({ role }) => role === "summary"));
    this.visible = [...after];
  }

  get messages(): readonly Message[] {
    this.finishReply();
    return this.said;
  }

  get context(): readonly Message[] {
    this.finishReply();
    return this.visible;
  }

  get compactions(): readonly ForeignCompaction[] {
    return this.done;
  }

  private addReply(message: AssistantMessage): void {
    for (const part of message.parts) if (part.type === "tool-call") this.toolNames.set(part.callId, part.name);
    if (this.reply?.message.id === message.id) {
      for (const part of message.parts) this.reply.parts.push(part);
      return;
    }
    this.finishReply();
    this.reply = { message, parts: [...message.parts] };
  }

  private finishReply(): void {
    if (this.reply === undefined) return;
    const { message, parts } = this.reply;
    this.reply = undefined;
    const last = this.said.at(-1);
    if (last?.role !== "assistant" || last.id !== message.id) {
      const whole = { ...message, parts };
      this.said.push(whole);
      this.visible.push(whole);
      return;
    }
    const joined = { ...last, parts: [...last.parts, ...parts] };
    this.said[this.said.length - 1] = joined;
    if (this.visible.at(-1)?.id === joined.id) this.visible[this.visible.length - 1] = joined;
  }
}
