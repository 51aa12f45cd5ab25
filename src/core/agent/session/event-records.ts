import type { JsonObject, JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import type { Rereading } from "../../context/trigger/rereading";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { LineRange, Pin } from "../../ledger/ledger";
import type { EventRecord } from "../../sessions/lineage/session";

/** Names of journal events that change how a session is opened again. */
export const EVICTED = "evicted";
export const PUT_BACK = "put-back";
const PINS = "pins";
export const ENGINE_STATE = "engine-state";
export const COMPRESSION = "compression";
export const REREADING = "rereading";
/** The first event of a continuation that starts with all messages because the engine was changed. */
export const ENGINE_CHANGED = "carried-over";

/** The messages as the model sees them: the journal keeps the originals, its events list the evicted results. */
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
    return gist === undefined ? message : reduceToGist(message, gist);
  });
}

/** The text of a result stays in the journal and, where it was spilled, on disk. */
function reduceToGist(message: Message, gist: string): Message {
  if (message.role !== "tool") return message;
  return {
    ...message,
    body: { kind: "pruned", gist, ...(message.body.kind === "spilled" && { spill: message.body.spill }) },
  };
}

export function pinsOf(events: readonly EventRecord[]): readonly Pin[] {
  const data = newestRecord(events, PINS);
  return Array.isArray(data) ? data.flatMap(readPin) : [];
}

export const pinRecord = (pins: readonly Pin[], at: number): EventRecord => ({
  at,
  name: PINS,
  data: pins.map(recordOf),
});

/** A pinned file is read anew when it is needed, so that only its path is stored. */
function recordOf(pin: Pin): JsonObject {
  if (pin.kind === "file") return { kind: pin.kind, path: pin.path };
  if (pin.kind === "instruction") return { kind: pin.kind, text: pin.text };
  const { kind, messageId: id, text, lines, skill } = pin;
  return {
    kind,
    messageId: id,
    text,
    ...(lines !== undefined && { lines: { from: lines.from, to: lines.to } }),
    ...(skill !== undefined && { skill }),
  };
}

/** For the journal of a continuation; empty where nothing is pinned. */
export const pinRecords = (pins: readonly Pin[], at: number): readonly EventRecord[] =>
  pins.length === 0 ? [] : [pinRecord(pins, at)];

export const rereadingRecord = ({ folded, ...state }: Rereading, at: number): EventRecord => ({
  at,
  name: REREADING,
  data: { ...state, folded: folded.map((read) => ({ ...read })) },
});

export const newestRecord = (events: readonly EventRecord[], name: string): JsonValue | undefined =>
  events.findLast((event) => event.name === name)?.data;

function readPin(data: JsonValue): readonly Pin[] {
  if (typeof data !== "object" || data === null || !("kind" in data)) return [];
  const text = typeof data["text"] === "string" ? data["text"] : "";
  if (data["kind"] === "message" && typeof data["messageId"] === "string")
    return [
      {
        kind: "message",
        messageId: messageId(data["messageId"]),
        text,
        ...readLines(data["lines"]),
        ...(typeof data["skill"] === "string" && { skill: data["skill"] }),
      },
    ];
  if (data["kind"] === "file" && typeof data["path"] === "string") return [{ kind: "file", path: data["path"] }];
  return data["kind"] === "instruction" && text !== "" ? [{ kind: "instruction", text }] : [];
}

function readLines(data: JsonValue | undefined): { readonly lines?: LineRange } {
  const [from, to] = isObject(data) ? [data["from"], data["to"]] : [];
  return typeof from === "number" && typeof to === "number" ? { lines: { from, to } } : {};
}

function field(event: EventRecord, name: string): string | undefined {
  const { data } = event;
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const value = Object.entries(data).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
