import type { Item, LosslessNode } from "../../core/context/lossless/dag";
import type { LcmNodePicture, LcmPicture } from "../../protocol/inspector";

/** One line in a list; an editor shows the whole text. */
const GIST_CHARS = 160;

/** The graph as the inspector draws it: first the nodes in the context, in its order, then the nodes below them. */
export function presentLosslessGraph(items: readonly Item[], nodes: readonly LosslessNode[]): LcmPicture {
  const active = items.flatMap((item) => (item.kind === "node" ? [item.node] : []));
  const activeIds = new Set(active.map(({ id }) => id));
  const below = reachable(active, new Map(nodes.map((node) => [node.id, node])));
  const rawMessages = items.reduce((sum, item) => sum + item.ids.length, 0);
  const covered = active.reduce((sum, node) => sum + node.covers.length, 0);
  return {
    nodes: [
      ...active.map((node) => presentNode(node, "active")),
      ...below.filter(({ id }) => !activeIds.has(id)).map((node) => presentNode(node, "below")),
    ],
    rawMessages,
    freshTailMessages: items.length - 1 - items.findLastIndex((item) => item.kind === "node"),
    coverage: rawMessages === 0 ? 0 : covered / rawMessages,
  };
}

/** Nodes that no active node was built from (left over from an undo or a changed range) are not in the picture. */
function reachable(roots: readonly LosslessNode[], byId: ReadonlyMap<string, LosslessNode>): readonly LosslessNode[] {
  const found = new Map<string, LosslessNode>();
  const waiting = roots.flatMap(({ children }) => children);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = byId.get(id);
    if (node === undefined || found.has(id)) continue;
    found.set(id, node);
    waiting.push(...node.children);
  }
  return [...found.values()];
}

const presentNode = (node: LosslessNode, place: "active" | "below"): LcmNodePicture => ({
  id: node.id,
  depth: node.depth,
  kind: node.kind,
  tokens: node.tokens,
  sourceTokens: node.sourceTokens,
  messages: node.covers.length,
  children: node.children,
  active: place === "active",
  gist: gistOf(node.text),
});

/** The first line with content; headings and empty sections have none. */
function gistOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return (
    lines.find((line) => line !== "" && !line.startsWith("#") && !EMPTY_SECTION.test(line)) ??
    lines[0] ??
    ""
  ).slice(0, GIST_CHARS);
}

const EMPTY_SECTION = /^[-*\s]*none\.?$/i;
