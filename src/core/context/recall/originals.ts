import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";

/** The messages of a session as they were first written, in conversation order. */
export interface OriginalStore {
  /** Adds messages not seen before; a known id keeps the text it first came with. */
  keep(messages: readonly Message[], atMs: number): void;
  original(id: MessageId): Original | undefined;
  /** In conversation order. */
  originals(): readonly Original[];
  /** Drops every message but these: another session begins, or an undone one is left. */
  retain(ids: ReadonlySet<MessageId>): void;
}

export interface Original {
  readonly message: Message;
  /** Place in the conversation, counted from 0. */
  readonly position: number;
  readonly keptAtMs: number;
}

export function createOriginalStore(initial: readonly Message[] = []): OriginalStore {
  let originals = new Map<MessageId, Original>();
  let ordered: readonly Original[] | undefined;

  const keep = (messages: readonly Message[], keptAtMs: number): void => {
    for (const message of messages) {
      if (originals.has(message.id)) continue;
      originals.set(message.id, { message, position: originals.size, keptAtMs });
      ordered = undefined;
    }
  };
  keep(initial, 0);

  return {
    keep,
    original: (id) => originals.get(id),
    originals: () => (ordered ??= [...originals.values()]),
    retain: (ids) => {
      const kept = [...originals.values()].filter(({ message }) => ids.has(message.id));
      originals = new Map(kept.map((original, position) => [original.message.id, { ...original, position }]));
      ordered = undefined;
    },
  };
}
