import type { Item, LosslessNode } from "./dag";
import { CONDENSED_PER_NODE, LEAVES_PER_NODE } from "./limits";

/**
 * How hard nodes are merged: "full-leaf-sets" only full sets of leaves, "full-sets" also condensed ones,
 * "any-neighbors" any two neighbors.
 */
export type CondenseRule = "full-leaf-sets" | "full-sets" | "any-neighbors";

/**
 * The oldest neighboring nodes that should become one now, if any. The newest leaf is merged only under
 * "any-neighbors".
 */
export function nextToCondense(items: readonly Item[], rule: CondenseRule): readonly LosslessNode[] | undefined {
  const runs = runsOfEqualDepth(items);
  const leaves = runs.find((run) => depthOf(run) === 0 && run.length >= LEAVES_PER_NODE);
  if (leaves !== undefined) return leaves.slice(0, LEAVES_PER_NODE);
  if (rule === "full-leaf-sets") return undefined;
  const condensed = runs.find((run) => depthOf(run) > 0 && run.length >= CONDENSED_PER_NODE);
  if (condensed !== undefined) return condensed.slice(0, CONDENSED_PER_NODE);
  if (rule === "full-sets") return undefined;
  const neighbors = nodeRuns(items).find((run) => run.length >= 2);
  return neighbors?.slice(0, LEAVES_PER_NODE);
}

const depthOf = (run: readonly LosslessNode[]): number => run[0]?.depth ?? 0;

const runsOfEqualDepth = (items: readonly Item[]) =>
  nodeRuns(items).flatMap((run) => splitWhere(run, (before, after) => before.depth !== after.depth));

function nodeRuns(items: readonly Item[]): readonly (readonly LosslessNode[])[] {
  const runs: LosslessNode[][] = [];
  items.forEach((item, index) => {
    if (item.kind === "raw") return;
    if (items[index - 1]?.kind === "node") runs.at(-1)?.push(item.node);
    else runs.push([item.node]);
  });
  return runs;
}

function splitWhere<T>(list: readonly T[], parts: (before: T, after: T) => boolean): readonly (readonly T[])[] {
  const pieces: T[][] = [];
  for (const value of list) {
    const open = pieces.at(-1);
    const before = open?.at(-1);
    if (open === undefined || before === undefined || parts(before, value)) pieces.push([value]);
    else open.push(value);
  }
  return pieces;
}
