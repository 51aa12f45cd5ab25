import type { AgentEvent } from "../core/agent/events";
import type { Message } from "../core/conversation/message";
import { exportMessage, isSentence, renderSentence } from "../core/host";
import type { SessionLine } from "../core/sessions/lineage/session";

/** A line of stdout. Sentences are plain English here. */
export const jsonLine = (line: object): string =>
  `${JSON.stringify(line, (_, value: unknown) => (isSentence(value) ? renderSentence(value) : value))}\n`;

/** One event as a line, without whole conversations and models: `messages` prints those. */
export function eventLine(event: AgentEvent): object {
  // Readers of these lines rely on "stored" meaning durable.
  if (event.type === "message-stored")
    return {
      type: event.storage === "memory" ? "message-kept" : event.type,
      session: event.session,
      message: messageLine(event.message),
    };
  if (event.type === "session-opened") return { ...event, messages: event.messages.length, model: event.model.model };
  if (event.type === "model-changed")
    return {
      ...event,
      model: event.model.model,
      windowTokens: event.model.windowTokens,
      windowOrigin: event.model.windowOrigin,
    };
  if (event.type === "reply-ended")
    return {
      type: event.type,
      requestId: event.requestId,
      messageId: event.message.id,
      ...(event.message.interrupted && { interrupted: event.message.interrupted }),
    };
  return event;
}

/** One message as an OpenAI chat message with its id; spilled and pruned results appear as the model saw them. */
export const messageLine = (message: Message): object => ({ id: message.id, ...exportMessage(message) });

export const sessionLine = (session: SessionLine): object => ({
  id: session.id,
  parentId: session.parentId,
  endReason: session.endReason,
  startedAt: isoTime(session.startedAt),
  endedAt: session.endedAt === null ? null : isoTime(session.endedAt),
  title: session.title,
  tip: session.tip,
  messageCount: session.messageCount,
  usage: session.usage,
  auxiliaryUsage: session.auxiliaryUsage,
});

const isoTime = (ms: number): string => new Date(ms).toISOString();
