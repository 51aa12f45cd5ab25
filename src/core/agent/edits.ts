import { messageId } from "../conversation/ids";
import type { JsonValue, Message } from "../conversation/message";
import type { Pin } from "../ledger/ledger";
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
  return {
    ...message,
    body: { kind: "pruned", gist, ...(message.body.kind === "spilled" && { spill: message.body.spill }) },
  };
}

export function pinsOf(events: readonly EventRecord[]): readonly Pin[] {
  const data = events.findLast((event) => event.name === PINS)?.data;
  return Array.isArray(data) ? data.flatMap(readPin) : [];
}

export const pinsToJson = (pins: readonly Pin[]): JsonValue => pins.map((pin) => ({ ...pin }));

function readPin(data: JsonValue): readonly Pin[] {
  if (typeof data !== "object" || data === null || !("kind" in data)) return [];
  const text = typeof data["text"] === "string" ? data["text"] : "";
  if (data["kind"] === "message" && typeof data["messageId"] === "string")
    return [{ kind: "message", messageId: messageId(data["messageId"]), text }];
  if (data["kind"] === "file" && typeof data["path"] === "string") return [{ kind: "file", path: data["path"] }];
  return data["kind"] === "instruction" && text !== "" ? [{ kind: "instruction", text }] : [];
}

function field(event: EventRecord, name: string): string | undefined {
  const { data } = event;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const value = Object.entries(data).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
