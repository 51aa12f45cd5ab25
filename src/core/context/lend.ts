import type { JsonValue, Message } from "../conversation/message";
import { hasMessageShape } from "./message-shape";

/** Messages as foreign code may have them: frozen copies, so that nobody changes what was said. Each message is copied once. */
export const lendMessages = (messages: readonly Message[]): readonly Message[] => Object.freeze(messages.map(lend));

/**
 * A list made by others as ours, or what is wrong with it. Lent messages come home as our own objects, so that what is known
 * about them stays known; new ones are copied, because their maker still holds them and may change them later.
 */
export function takeBack(result: unknown): readonly Message[] | string {
  if (!Array.isArray(result)) return "It did not return a message list";
  const home = result.map((message: unknown) => ownerOf(message) ?? readMessage(message));
  const odd = home.indexOf(undefined);
  return odd < 0 ? home.filter((message) => message !== undefined) : `Entry ${odd} of its list is not a message`;
}

const copies = new WeakMap<Message, Message>();
const owners = new WeakMap<object, Message>();

function lend(message: Message): Message {
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
