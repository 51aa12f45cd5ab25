import type { JsonValue } from "../../base/json";
import type { Sentence } from "../../base/sentence";
import { sentence } from "../../base/sentence";
import type { Message } from "../../conversation/message";
import { hasMessageShape } from "./message-shape";

/**
 * Messages for an engine from outside: frozen copies, so that it cannot change the conversation. Each is copied once.
 */
export const freezeMessages = (messages: readonly Message[]): readonly Message[] =>
  Object.freeze(messages.map(freezeMessage));

/**
 * A list made by an engine, or its flaw. Frozen copies are exchanged for our own objects, which caches know; new
 * messages are copied, because the engine still holds them and may change them later.
 */
export function readReturnedMessages(
  result: unknown,
): { readonly messages: readonly Message[] } | { readonly problem: Sentence } {
  if (!Array.isArray(result)) return { problem: sentence("It did not return a message list.") };
  const returned = result.map((message: unknown) => ownerOf(message) ?? readMessage(message));
  const index = returned.indexOf(undefined);
  return index < 0
    ? { messages: returned.filter((message) => message !== undefined) }
    : { problem: sentence("Entry {index} of its message list is not a message.", { index }) };
}

const copies = new WeakMap<Message, Message>();
const owners = new WeakMap<object, Message>();

function freezeMessage(message: Message): Message {
  const known = copies.get(message);
  if (known !== undefined) return known;
  // Part for part the same as a message, so it is one.
  const copy = copyFrozen(message) as Message;
  copies.set(message, copy);
  owners.set(copy, message);
  return copy;
}

const ownerOf = (message: unknown): Message | undefined =>
  typeof message === "object" && message !== null ? owners.get(message) : undefined;

/** Texts cannot be changed and are shared: a copy of a long conversation costs little time and no second memory. */
function copyFrozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.freeze(
    Array.isArray(value)
      ? value.map(copyFrozen)
      : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyFrozen(part)])),
  );
}

function readMessage(value: unknown): Message | undefined {
  // Text that parses as JSON can be nothing else than a JsonValue.
  const copy = JSON.parse(JSON.stringify(value) ?? "null") as JsonValue;
  // Its shape was checked field by field.
  return hasMessageShape(copy) ? (copy as unknown as Message) : undefined;
}
