import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { redactSecrets } from "../../redact/secrets";
import type { Summarize } from "../engine";
import type { Pressure } from "./condense";
import { nextToCondense } from "./condense";
import type { Item, LosslessNode } from "./dag";
import { nodeId, placeNodes } from "./dag";
import type { Chunk } from "./leaves";
import { planLeaves, renderChunk } from "./leaves";
import type { LosslessLimits } from "./limits";
import { leafTarget } from "./limits";
import { condensedPrompt, leafPrompt } from "./prompts";
import type { LosslessStore } from "./store";
import type { TailLimits } from "./tail";
import { freshTailStart } from "./tail";
import type { WrittenNode } from "./write-node";
import { writeNode } from "./write-node";

/** What folding works with; the summarizer is its only effect beside the store. */
export interface FoldWorld {
  readonly store: Pick<LosslessStore, "original">;
  readonly shelf: NodeShelf;
  readonly limits: LosslessLimits;
  readonly summarize: Summarize;
  readonly focusTopic?: string;
  countTokens(message: Message): number;
}

/** Nodes of the store and those written since; the latter reach the store only when what they were written for is done. */
export interface NodeShelf {
  startingWith(id: MessageId): readonly LosslessNode[];
  add(node: LosslessNode): void;
  staged(): readonly LosslessNode[];
}

/** Sees the store as it is now: nodes another build adds meanwhile could overlap the ranges this one has already laid out. */
export function openShelf(store: LosslessStore): NodeShelf {
  const known = new Set(store.nodes());
  const staged: LosslessNode[] = [];
  return {
    startingWith: (id) => [
      ...store.nodesStartingWith(id).filter((node) => known.has(node)),
      ...staged.filter((node) => node.covers[0] === id),
    ],
    add: (node) => void staged.push(node),
    staged: () => staged,
  };
}

/** Leaves are independent of one another; more calls at once would run into rate limits. */
const CALLS_AT_ONCE = 3;

export interface Folded {
  readonly nodes: readonly LosslessNode[];
  readonly tail: readonly Message[];
  readonly written: readonly WrittenNode[];
}

/** Folds everything before the fresh tail into nodes. Finished nodes are found in the store; only missing ones are written. */
export async function foldBeforeTail(
  world: FoldWorld,
  messages: readonly Message[],
  step: FoldStep,
  signal: AbortSignal,
): Promise<Folded> {
  const start = freshTailStart(messages, step.tail, world.countTokens);
  const written: WrittenNode[] = [];
  let items = placeNodes(layOut(world, messages.slice(0, start)), world.shelf.startingWith);
  const leaves = planLeaves(items, world.limits.chunkTokens);
  for (let index = 0; index < leaves.length; index += CALLS_AT_ONCE) {
    const batch = leaves.slice(index, index + CALLS_AT_ONCE);
    written.push(...(await Promise.all(batch.map((chunk) => writeLeaf(world, chunk, signal)))));
  }
  items = placeNodes(items, world.shelf.startingWith);
  for (let group = nextGroup(world, items, step); group !== undefined; group = nextGroup(world, items, step)) {
    written.push(await writeCondensed(world, group, signal));
    items = placeNodes(items, world.shelf.startingWith);
  }
  return {
    nodes: items.flatMap((item) => (item.kind === "node" ? [item.node] : [])),
    tail: messages.slice(start),
    written,
  };
}

export interface FoldStep {
  readonly tail: TailLimits;
  readonly pressure: Pressure;
}

function nextGroup(world: FoldWorld, items: readonly Item[], step: FoldStep): readonly LosslessNode[] | undefined {
  const tokens = items.reduce((sum, item) => sum + (item.kind === "node" ? item.node.tokens : 0), 0);
  const pressed = tokens > world.limits.nodesTokens && step.pressure === "calm" ? "pressed" : step.pressure;
  return nextToCondense(items, pressed);
}

/** True for a summary that no node stands behind: another engine wrote it. */
export const isForeign = (world: FoldWorld, message: Message): boolean =>
  message.role === "summary" &&
  layOut(world, [message]).some((item) => item.kind === "raw" && item.message === message);

/** The conversation as items: what a summary of ours stands for becomes its nodes again, a foreign summary stays one original. */
export function layOut(world: FoldWorld, messages: readonly Message[]): readonly Item[] {
  return messages.flatMap((message) => {
    if (message.role !== "summary") return [rawItem(world, message)];
    const covered = placeNodes(
      message.covers.map((id) => coveredItem(world, id)),
      world.shelf.startingWith,
    );
    // Where no node is known another engine wrote it: reading everything before it again would cost more than the rest of the session.
    const ours =
      covered.some(({ kind }) => kind === "node") &&
      covered.every((item) => item.kind === "node" || item.message !== UNKNOWN);
    return ours
      ? covered
      : [{ kind: "raw", ids: [...message.covers, message.id], message, tokens: world.countTokens(message) }];
  });
}

/** The original is summarized even where the list holds a shortened form of it. */
function rawItem(world: FoldWorld, message: Message): Item {
  const original = world.store.original(message.id)?.message ?? message;
  return { kind: "raw", ids: [message.id], message: original, tokens: world.countTokens(original) };
}

/** Stands in where the store does not have an original, so that a foreign summary is recognized. */
const UNKNOWN: Message = { role: "user", id: messageId(""), content: [] };

function coveredItem(world: FoldWorld, id: MessageId): Item {
  const message = world.store.original(id)?.message ?? UNKNOWN;
  return { kind: "raw", ids: [id], message, tokens: message === UNKNOWN ? 0 : world.countTokens(message) };
}

async function writeLeaf(world: FoldWorld, chunk: Chunk, signal: AbortSignal): Promise<WrittenNode> {
  const { text, files } = renderChunk(chunk, world.limits.largeBodyTokens);
  const source = redactSecrets(text);
  const written = await writeNode(
    {
      source,
      sourceTokens: chunk.tokens,
      targetTokens: leafTarget(world.limits, chunk.tokens),
      truncatedTokens: world.limits.truncatedTokens,
      folded: chunk.items.map((item) => item.message),
      ...focusOf(world),
      prompt: (targetTokens, writing) => leafPrompt({ source, targetTokens, writing, ...focusOf(world) }),
    },
    world.summarize,
    signal,
  );
  const covers = chunk.items.flatMap((item) => item.ids);
  world.shelf.add({
    id: nodeId("leaf", covers, []),
    kind: "leaf",
    depth: 0,
    covers,
    children: [],
    files,
    text: written.text,
    tokens: written.tokens,
    sourceTokens: chunk.tokens,
    writing: written.writing,
  });
  return written;
}

async function writeCondensed(
  world: FoldWorld,
  group: readonly LosslessNode[],
  signal: AbortSignal,
): Promise<WrittenNode> {
  const depth = 1 + Math.max(...group.map((node) => node.depth));
  const source = group.map((node) => `[${node.id}]\n${node.text}`).join("\n\n");
  const sourceTokens = group.reduce((sum, node) => sum + node.tokens, 0);
  const written = await writeNode(
    {
      source,
      sourceTokens,
      folded: [],
      targetTokens: Math.min(
        world.limits.condensedTokens,
        Math.max(world.limits.leafMinTokens, Math.floor(sourceTokens / 2)),
      ),
      truncatedTokens: world.limits.truncatedTokens,
      previousSummary: source,
      ...focusOf(world),
      prompt: (targetTokens, writing) => condensedPrompt(depth, { source, targetTokens, writing, ...focusOf(world) }),
    },
    world.summarize,
    signal,
  );
  const covers = group.flatMap((node) => node.covers);
  const children = group.map((node) => node.id);
  const files = [...new Map(group.flatMap((node) => node.files).map((file) => [file.id, file])).values()];
  world.shelf.add({
    id: nodeId("condensed", covers, children),
    kind: "condensed",
    depth,
    covers,
    children,
    files,
    text: written.text,
    tokens: written.tokens,
    sourceTokens,
    writing: written.writing,
  });
  return written;
}

const focusOf = (world: FoldWorld): { readonly focusTopic?: string } =>
  world.focusTopic === undefined ? {} : { focusTopic: redactSecrets(world.focusTopic) };
