import type { MessageId } from "../conversation/ids";
import { messageId } from "../conversation/ids";
import type { Message } from "../conversation/message";
import type { EventRecord } from "../sessions/session";

/** Names of journal events that change what the model sees of a stored message. */
export const EVICTED = "evicted";
export const PUT_BACK = "put-back";
export const PINS = "pins";

/** The messages as the model sees them: the journal keeps the originals, its events say which results were taken out. */
export function applyEvictions(messages: readonly Message[], events: readonly EventRecord[]): readonly Message[] {
  const gists = new Map<string, string>();
  for (const event of events) {
    const id = field(event, "messageId");
    const gist = field(event, "gist");
    if (event.name === EVICTED && id !== undefined && gist !== undefined) gists.set(id, gist);
    if (event.name === PUT_BACK && id !== undefined) gists.delete(id);
  }
  if (gists.size === 0) return messages;
  return messages.map((message) => {
    const gist = gists.get(message.id);
    return gist === undefined ? message : evict(message, gist);
  });
}

/** Takes a result's body out of the context; its text stays in the journal and, where it was spilled, on disk. */
export function evict(message: Message, gist: string): Message {
  if (message.role !== "tool") return message;
  return { ...message, body: { kind: "pruned", gist, ...(message.body.kind === "spilled" && { spill: message.body.spill }) } };
}

export function pinsOf(events: readonly EventRecord[]): readonly MessageId[] {
  const data = events.findLast((event) => event.name === PINS)?.data;
  return Array.isArray(data) ? data.filter((id) => typeof id === "string").map(messageId) : [];
}

function field(event: EventRecord, name: string): string | undefined {
  const { data } = event;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const value = Object.entries(data).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
