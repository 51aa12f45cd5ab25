import type { AgentEvent } from "../core/agent/events";
import type { Message } from "../core/conversation/message";
import { exportMessage } from "../core/conversation/transcript";
import type { SessionLine } from "../core/sessions/session";

/** One event as a line. Whole conversations and models stay out: `messages` prints those. */
export function eventLine(event: AgentEvent): object {
  // Whoever reads these lines takes "stored" for durable.
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

/** One message as an OpenAI-chat message with its id; what was spilled or pruned shows as the model saw it. */
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
