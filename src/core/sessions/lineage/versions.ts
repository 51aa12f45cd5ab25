import type { MessageId, SessionId } from "../../conversation/ids";
import type { SessionStates } from "./continuation";
import { listSessions } from "./continuation";

/** A message of the user and what was sent in its place, each in a conversation of its own. */
export interface MessageVersions {
  readonly message: MessageId;
  /** Oldest first; the message is one of them. */
  readonly versions: readonly MessageVersion[];
}

interface MessageVersion {
  readonly message: MessageId;
  /** Where this version was worked on last. */
  readonly session: SessionId;
}

/** A message where it stands in a session. */
export interface PlacedMessage {
  readonly id: MessageId;
  readonly at: number;
}

/** Sessions that grew out of one another, the one used last first. Sub-agents have conversations of their own. */
export function findBranches(states: SessionStates, id: SessionId): readonly SessionId[] {
  const lines = listSessions(states).filter(({ worksFor }) => worksFor === null);
  const relatives = new Map<SessionId, SessionId[]>();
  const relate = (one: SessionId, other: SessionId) => relatives.set(one, [...(relatives.get(one) ?? []), other]);
  for (const { id: child, parentId } of lines) {
    if (parentId === null) continue;
    relate(child, parentId);
    relate(parentId, child);
  }
  const family = new Set([id]);
  for (const member of family) for (const relative of relatives.get(member) ?? []) family.add(relative);
  return lines.flatMap((line) => (family.has(line.id) ? [line.id] : []));
}

/**
 * Two messages are versions of each other if some message is followed by both. A compression puts its summary in front
 * of what it keeps, so a message may follow several others; a shared one is enough.
 * `orders` has the messages of every branch, the one used last first.
 */
export function findVersions(
  orders: ReadonlyMap<SessionId, readonly PlacedMessage[]>,
  open: SessionId,
  isUsers: (id: MessageId) => boolean,
): readonly MessageVersions[] {
  const places = placesOf(orders);
  const own = orders.get(open) ?? [];
  const here = new Set(own.map(({ id }) => id));
  const sessionOf = (id: MessageId) => (here.has(id) ? open : (places.sessions.get(id) ?? open));
  const age = (id: MessageId) => places.writtenAt.get(id) ?? 0;
  return own.flatMap(({ id }) => {
    const found = new Set([...(places.before.get(id) ?? [])].flatMap((one) => [...(places.after.get(one) ?? [])]));
    if (found.size < 2 || !isUsers(id)) return [];
    const versions = [...found].filter(isUsers).toSorted((one, other) => age(one) - age(other));
    if (versions.length < 2) return [];
    return [{ message: id, versions: versions.map((message) => ({ message, session: sessionOf(message) })) }];
  });
}

interface Places {
  /** Null stands for the beginning of a conversation. */
  readonly before: ReadonlyMap<MessageId, ReadonlySet<MessageId | null>>;
  readonly after: ReadonlyMap<MessageId | null, ReadonlySet<MessageId>>;
  readonly sessions: ReadonlyMap<MessageId, SessionId>;
  /** A branch copies messages later than they were written. */
  readonly writtenAt: ReadonlyMap<MessageId, number>;
}

function placesOf(orders: ReadonlyMap<SessionId, readonly PlacedMessage[]>): Places {
  const before = new Map<MessageId, Set<MessageId | null>>();
  const after = new Map<MessageId | null, Set<MessageId>>();
  const sessions = new Map<MessageId, SessionId>();
  const writtenAt = new Map<MessageId, number>();
  for (const [session, messages] of orders) {
    let previous: MessageId | null = null;
    for (const { id, at } of messages) {
      addTo(before, id, previous);
      addTo(after, previous, id);
      if (!sessions.has(id)) sessions.set(id, session);
      writtenAt.set(id, Math.min(at, writtenAt.get(id) ?? at));
      previous = id;
    }
  }
  return { before, after, sessions, writtenAt };
}

function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}
