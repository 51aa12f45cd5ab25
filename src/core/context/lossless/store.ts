import type { JsonValue, UnknownObject } from "../../base/json";
import { listOf, textOf } from "../../base/json";
import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { OriginalStore } from "../recall/originals";
import { createOriginalStore } from "../recall/originals";
import { readClaims } from "../reported-claims";
import type { FileRef, LosslessNode, Writing } from "./dag";

/**
 * Where originals and nodes live. Originals are the session's own messages: a host that has journals reads
 * them from there; nodes are part of the engine's durable state. In memory unless the host brings its own store.
 */
export interface LosslessStore extends OriginalStore {
  addNode(node: LosslessNode): void;
  node(id: string): LosslessNode | undefined;
  nodes(): readonly LosslessNode[];
  nodesStartingWith(id: MessageId): readonly LosslessNode[];
}

export function createMemoryStore(initial: readonly Message[] = []): LosslessStore {
  const originals = createOriginalStore(initial);
  let nodes = new Map<string, LosslessNode>();
  let byFirst = new Map<MessageId, LosslessNode[]>();

  const addNode = (node: LosslessNode): void => {
    const first = node.covers[0];
    if (first === undefined || nodes.has(node.id)) return;
    nodes.set(node.id, node);
    byFirst.set(first, [...(byFirst.get(first) ?? []), node]);
  };

  return {
    ...originals,
    addNode,
    node: (id) => nodes.get(id),
    nodes: () => [...nodes.values()],
    nodesStartingWith: (id) => byFirst.get(id) ?? [],
    retain: (ids) => {
      originals.retain(ids);
      const kept = [...nodes.values()].filter((node) => node.covers.every((id) => ids.has(id)));
      nodes = new Map();
      byFirst = new Map();
      for (const node of kept) addNode(node);
    },
  };
}

/** Nodes as plain JSON for the session's journal. A condensed node finds its messages through its children. */
export const nodesToJson = (nodes: readonly LosslessNode[]): JsonValue =>
  nodes.map((node) => ({
    id: node.id,
    kind: node.kind,
    depth: node.depth,
    children: node.children,
    text: node.text,
    tokens: node.tokens,
    sourceTokens: node.sourceTokens,
    writing: node.writing,
    covers: node.kind === "leaf" ? node.covers : [],
    files: node.files.map((file) => ({ id: file.id, messageId: file.messageId, name: file.name, chars: file.chars })),
    ...(node.claims === undefined ? {} : { claims: node.claims.map((claim) => ({ ...claim })) }),
  }));

/** Reads back what `nodesToJson` wrote; a damaged node is left out, and with it those that stand on it. */
export function nodesFromJson(value: JsonValue | undefined): readonly LosslessNode[] {
  const nodes = new Map<string, LosslessNode>();
  for (const entry of listOf(value)) {
    const node = readNode(entry, nodes);
    if (node !== undefined) nodes.set(node.id, node);
  }
  return [...nodes.values()];
}

function readNode(value: UnknownObject, known: ReadonlyMap<string, LosslessNode>): LosslessNode | undefined {
  const id = textOf(value["id"]);
  const children = textsOf(value["children"]);
  const kind = value["kind"] === "leaf" ? "leaf" : "condensed";
  const covers: readonly MessageId[] =
    kind === "leaf"
      ? textsOf(value["covers"]).map(messageId)
      : children.flatMap((child) => known.get(child)?.covers ?? []);
  const whole = kind === "leaf" || children.every((child) => known.has(child));
  if (id === "" || covers.length === 0 || !whole) return undefined;
  const claims = readClaims(value["claims"]);
  return {
    id,
    kind,
    children,
    covers,
    depth: numberOf(value["depth"]),
    text: textOf(value["text"]),
    tokens: numberOf(value["tokens"]),
    sourceTokens: numberOf(value["sourceTokens"]),
    writing: writingOf(value["writing"]),
    files: listOf(value["files"]).flatMap(readFile),
    ...(claims.length === 0 ? {} : { claims }),
  };
}

function readFile(value: UnknownObject): readonly FileRef[] {
  if (textOf(value["id"]) === "") return [];
  return [
    {
      id: textOf(value["id"]),
      messageId: messageId(textOf(value["messageId"])),
      name: textOf(value["name"]),
      chars: numberOf(value["chars"]),
    },
  ];
}

const writingOf = (value: unknown): Writing => (value === "normal" || value === "aggressive" ? value : "deterministic");

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
