import { fnv1a } from "../../base/hash";
import type { MessageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import type { ReportedClaim } from "../engine";

/** A summary of a contiguous run of the conversation. It never changes; the messages it covers stay in the store. */
export interface LosslessNode {
  readonly id: string;
  readonly kind: "leaf" | "condensed";
  /** 0 for leaves, one more than the deepest child for condensed nodes. */
  readonly depth: number;
  /** Every original message below it, in conversation order. */
  readonly covers: readonly MessageId[];
  readonly children: readonly string[];
  readonly text: string;
  readonly tokens: number;
  readonly sourceTokens: number;
  readonly writing: Writing;
  /** Large bodies below it, kept as references; a parent has all of its children's. */
  readonly files: readonly FileRef[];
  /** What was corrected or marked when it was written. */
  readonly claims?: readonly ReportedClaim[];
}

export type Writing = "normal" | "aggressive" | "deterministic";

/** A body too large to summarize word by word. The id is stable: it is derived from the message that holds the body. */
export interface FileRef {
  readonly id: string;
  readonly messageId: MessageId;
  readonly name: string;
  readonly chars: number;
}

/** One place of the conversation as the model sees it now: an original message, or a node in its stead. */
export type Item =
  | { readonly kind: "raw"; readonly ids: readonly MessageId[]; readonly message: Message; readonly tokens: number }
  | { readonly kind: "node"; readonly ids: readonly MessageId[]; readonly node: LosslessNode };

export const nodeItem = (node: LosslessNode): Item => ({ kind: "node", ids: node.covers, node });

/** Derived from what the node covers, so that building it again gives the same id and the same bytes on the wire. */
export const nodeId = (kind: LosslessNode["kind"], covers: readonly MessageId[], children: readonly string[]): string =>
  `${kind === "leaf" ? "leaf" : "node"}_${fingerprint([kind, ...covers, "|", ...children].join("\n"))}`;

export const fileId = (message: MessageId): string => `file_${fingerprint(message)}`;

/**
 * Puts finished nodes in the place of the items they cover, the widest first. A node fits only where the
 * conversation still has exactly its messages, in its order, at item borders: a range that changed while
 * the node was being written leaves the node without a place.
 */
export function placeNodes(
  items: readonly Item[],
  nodesStartingWith: (id: MessageId) => readonly LosslessNode[],
): readonly Item[] {
  const flat = items.flatMap((item) => item.ids);
  const itemAtBorder = new Map<number, number>();
  let border = 0;
  items.forEach((item, index) => {
    itemAtBorder.set(border, index);
    border += item.ids.length;
  });
  itemAtBorder.set(border, items.length);

  const fits = (node: LosslessNode, position: number) =>
    itemAtBorder.has(position + node.covers.length) &&
    node.covers.every((id, offset) => flat[position + offset] === id);

  const placed: Item[] = [];
  let position = 0;
  for (let index = 0; index < items.length; ) {
    const item = items[index];
    if (item === undefined) break;
    const first = item.ids[0];
    const node =
      first === undefined
        ? undefined
        : widest(nodesStartingWith(first).filter((candidate) => fits(candidate, position)));
    placed.push(node === undefined ? item : nodeItem(node));
    position += node === undefined ? item.ids.length : node.covers.length;
    index = itemAtBorder.get(position) ?? items.length;
  }
  return placed;
}

/** Of equally wide nodes the deeper one: it was made from the other. */
const widest = (nodes: readonly LosslessNode[]): LosslessNode | undefined =>
  nodes.reduce<LosslessNode | undefined>(
    (best, node) =>
      best === undefined ||
      node.covers.length > best.covers.length ||
      (node.covers.length === best.covers.length && node.depth > best.depth)
        ? node
        : best,
    undefined,
  );

/**
 * 64 bits as two FNV-1a runs with different seeds: short enough to read aloud, long enough not to collide in a session.
 */
export function fingerprint(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((seed) => fnv1a(text, seed).toString(16).padStart(8, "0"))
    .join("")
    .slice(0, 12);
}
