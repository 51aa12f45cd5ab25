import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { LosslessNode } from "./dag";

/**
 * Where originals and nodes live. Originals are the session's own messages: a host that has journals reads
 * them from there; nodes go with the engine's durable state. In memory unless the host brings its own.
 */
export interface LosslessStore {
  /** Takes in messages not seen before; a known id keeps the words it first came with. */
  keep(messages: readonly Message[], atMs: number): void;
  original(id: MessageId): Original | undefined;
  /** In conversation order. */
  originals(): readonly Original[];
  addNode(node: LosslessNode): void;
  node(id: string): LosslessNode | undefined;
  nodes(): readonly LosslessNode[];
  nodesStartingWith(id: MessageId): readonly LosslessNode[];
  /** Forgets everything that is not about these messages: another session begins, or an undone one is left. */
  retain(ids: ReadonlySet<MessageId>): void;
}

export interface Original {
  readonly message: Message;
  /** Place in the conversation, counted from 0. */
  readonly position: number;
  readonly keptAtMs: number;
}

export function createMemoryStore(initial: readonly Message[] = []): LosslessStore {
  let originals = new Map<MessageId, Original>();
  let nodes = new Map<string, LosslessNode>();
  let byFirst = new Map<MessageId, LosslessNode[]>();
  let ordered: readonly Original[] | undefined;

  const keep = (messages: readonly Message[], keptAtMs: number): void => {
    for (const message of messages) {
      if (originals.has(message.id)) continue;
      originals.set(message.id, { message, position: originals.size, keptAtMs });
      ordered = undefined;
    }
  };
  const addNode = (node: LosslessNode): void => {
    const first = node.covers[0];
    if (first === undefined || nodes.has(node.id)) return;
    nodes.set(node.id, node);
    byFirst.set(first, [...(byFirst.get(first) ?? []), node]);
  };
  keep(initial, 0);

  return {
    keep,
    original: (id) => originals.get(id),
    originals: () => (ordered ??= [...originals.values()]),
    addNode,
    node: (id) => nodes.get(id),
    nodes: () => [...nodes.values()],
    nodesStartingWith: (id) => byFirst.get(id) ?? [],
    retain: (ids) => {
      const keptOriginals = [...originals.values()].filter(({ message }) => ids.has(message.id));
      const keptNodes = [...nodes.values()].filter((node) => node.covers.every((id) => ids.has(id)));
      originals = new Map(keptOriginals.map((original, position) => [original.message.id, { ...original, position }]));
      [nodes, byFirst, ordered] = [new Map(), new Map(), undefined];
      keptNodes.forEach(addNode);
    },
  };
}
