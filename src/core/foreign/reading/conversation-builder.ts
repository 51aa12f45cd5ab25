import type { CallId, MessageId } from "../../conversation/ids";
import type { AssistantMessage, Message } from "../../conversation/message";
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

  /** `record`: the id of the record that holds the message, where it has one of its own. */
  add(message: Message, record?: string): void {
    if (record !== undefined) this.recordIds.set(message.id, record);
    const last = this.said.at(-1);
    if (message.role === "assistant" && last?.role === "assistant" && last.id === message.id) {
      this.replaceLast({ ...last, parts: [...last.parts, ...message.parts] });
      return;
    }
    if (message.role === "assistant") this.noteCalls(message);
    this.said.push(message);
    this.visible.push(message);
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
    const before = this.visible;
    const ids = new Set(kept);
    const after = [summary, ...before.filter(({ id }) => ids.has(id))];
    this.done.push({ ...compaction, before, after });
    this.said.push(summary);
    this.visible = [...after];
  }

  /** The same, where the agent recorded the new conversation as a whole. */
  replace(compaction: Omit<ForeignCompaction, "before" | "after">, after: readonly Message[]): void {
    this.done.push({ ...compaction, before: this.visible, after });
    this.said.push(...after.filter(({ role }) => role === "summary"));
    this.visible = [...after];
  }

  get messages(): readonly Message[] {
    return this.said;
  }

  get context(): readonly Message[] {
    return this.visible;
  }

  get compactions(): readonly ForeignCompaction[] {
    return this.done;
  }

  private replaceLast(message: AssistantMessage): void {
    this.noteCalls(message);
    this.said[this.said.length - 1] = message;
    if (this.visible.at(-1)?.id === message.id) this.visible[this.visible.length - 1] = message;
  }

  private noteCalls(message: AssistantMessage): void {
    for (const part of message.parts) if (part.type === "tool-call") this.toolNames.set(part.callId, part.name);
  }
}
