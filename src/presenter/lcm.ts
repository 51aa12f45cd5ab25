import type { Item, LosslessNode } from "../core/context/lcm/dag";
import type { LcmNodePicture, LcmPicture } from "../protocol";

const GIST_CHARS = 120;

/** The graph of a lossless engine as people see it: `items` is what the model sees now, `nodes` all there is to open. */
export function presentGraph(items: readonly Item[], nodes: readonly LosslessNode[]): LcmPicture {
  const active = new Set(items.flatMap((item) => (item.kind === "node" ? [item.node.id] : [])));
  const folded = items.reduce((sum, item) => sum + (item.kind === "node" ? item.ids.length : 0), 0);
  const all = items.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    nodes: nodes.map((node) => presentNode(node, active.has(node.id) ? "active" : "below")),
    rawMessages: all,
    freshTailMessages: items.length - 1 - items.findLastIndex(({ kind }) => kind === "node"),
    coverage: all === 0 ? 0 : folded / all,
  };
}

const presentNode = ({ id, depth, kind, tokens, sourceTokens, covers, children, text }: LosslessNode, place: "active" | "below"): LcmNodePicture => ({
  id, depth, kind, tokens, sourceTokens, messages: covers.length, children, active: place === "active", gist: text.trim().replace(/\s+/g, " ").slice(0, GIST_CHARS),
});
