import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { Message } from "../../conversation/message";
import { redactMessage } from "../../redact/redacted-message";
import { redactSecrets } from "../../redact/secrets";
import { estimateTextTokens } from "../../tokens/estimate";
import type { Summarize } from "../engine";
import type { CheckedSummary } from "../summary/claims/check-claims";
import type { CondenseRule } from "./condense";
import { nextToCondense } from "./condense";
import type { Item, LosslessNode } from "./dag";
import { nodeId, placeNodes } from "./dag";
import type { TailLimits } from "./fresh-tail";
import { freshTailStart } from "./fresh-tail";
import type { LeafRange } from "./leaves";
import { planLeaves, renderLeaf } from "./leaves";
import type { LosslessLimits } from "./limits";
import { leafTarget } from "./limits";
import { condensedPrompt, leafPrompt } from "./prompts";
import type { LosslessStore } from "./store";
import type { WrittenNode } from "./write-node";
import { writeNode } from "./write-node";

/** What folding works with; the summarizer is its only effect beside the store. */
export interface FoldWorld {
  readonly store: Pick<LosslessStore, "original">;
  readonly staging: NodeStaging;
  readonly limits: LosslessLimits;
  readonly summarize: Summarize;
  readonly focusTopic?: string;
  countTokens(message: Message): number;
  /** The text with false claims corrected, held against the messages up to the end of what the node covers. */
  check(text: string, covers: readonly MessageId[]): CheckedSummary;
}

/**
 * Nodes of the store and those written since; the latter reach the store only when what they were written for is done.
 */
export interface NodeStaging {
  startingWith(id: MessageId): readonly LosslessNode[];
  add(node: LosslessNode): void;
  staged(): readonly LosslessNode[];
}

/**
 * Sees the store as it is now: nodes another build adds meanwhile could overlap the ranges this one has already laid
 * out.
 */
export function openStaging(store: LosslessStore): NodeStaging {
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

/**
 * What a model wrote is worth keeping even where this compression came to nothing; what code cut for want of one is
 * not.
 */
export function storeSummaries(staging: NodeStaging, store: LosslessStore): void {
  const cut = new Set<string>();
  for (const node of staging.staged()) {
    if (node.writing === "deterministic" || node.children.some((child) => cut.has(child))) cut.add(node.id);
    else store.addNode(node);
  }
}

/** Leaves are independent of one another; more calls at once would run into rate limits. */
const CALLS_AT_ONCE = 3;

export interface Folded {
  readonly nodes: readonly LosslessNode[];
  readonly tail: readonly Message[];
  readonly written: readonly WrittenNode[];
}

/**
 * Folds everything before the fresh tail into nodes. Finished nodes are found in the store; only missing ones are
 * written.
 */
export async function foldBeforeTail(
  world: FoldWorld,
  messages: readonly Message[],
  step: FoldStep,
  signal: AbortSignal,
): Promise<Folded> {
  const start = freshTailStart(messages, step.tail, world.countTokens);
  const written: WrittenNode[] = [];
  let items = placeNodes(layOut(world, messages.slice(0, start)), world.staging.startingWith);
  const leaves = planLeaves(items, world.limits.leafSourceTokens);
  for (let index = 0; index < leaves.length; index += CALLS_AT_ONCE) {
    const batch = leaves.slice(index, index + CALLS_AT_ONCE);
    written.push(...(await Promise.all(batch.map((range) => writeLeaf(world, range, signal)))));
  }
  items = placeNodes(items, world.staging.startingWith);
  for (let group = nextGroup(world, items, step); group !== undefined; group = nextGroup(world, items, step)) {
    written.push(await writeCondensed(world, group, signal));
    items = placeNodes(items, world.staging.startingWith);
  }
  return {
    nodes: items.flatMap((item) => (item.kind === "node" ? [item.node] : [])),
    tail: messages.slice(start),
    written,
  };
}

export interface FoldStep {
  readonly tail: TailLimits;
  readonly condense: CondenseRule;
}

function nextGroup(world: FoldWorld, items: readonly Item[], step: FoldStep): readonly LosslessNode[] | undefined {
  const tokens = items.reduce((sum, item) => sum + (item.kind === "node" ? item.node.tokens : 0), 0);
  const pressed = tokens > world.limits.nodesTokens && step.condense === "full-leaf-sets" ? "full-sets" : step.condense;
  return nextToCondense(items, pressed);
}

/** True for a summary without nodes: another engine wrote it. */
export const isForeign = (world: FoldWorld, message: Message): boolean =>
  message.role === "summary" &&
  layOut(world, [message]).some((item) => item.kind === "raw" && item.message === message);

/** The conversation as items: our own summary becomes its nodes again, another engine's stays one original. */
export function layOut(world: FoldWorld, messages: readonly Message[]): readonly Item[] {
  return messages.flatMap((message) => {
    if (message.role !== "summary") return [rawItem(world, message)];
    const covered = placeNodes(
      message.covers.map((id) => coveredItem(world, id)),
      world.staging.startingWith,
    );
    // Without a known node it is another engine's. Summarizing everything before it again would cost too much.
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

/** Marks a message that the store does not have, so that a summary by another engine is recognized. */
const UNKNOWN: Message = { role: "user", id: messageId(""), content: [] };

function coveredItem(world: FoldWorld, id: MessageId): Item {
  const message = world.store.original(id)?.message ?? UNKNOWN;
  return { kind: "raw", ids: [id], message, tokens: message === UNKNOWN ? 0 : world.countTokens(message) };
}

async function writeLeaf(world: FoldWorld, range: LeafRange, signal: AbortSignal): Promise<WrittenNode> {
  const { text, files } = renderLeaf(range, world.limits.largeBodyTokens);
  const source = redactSecrets(text);
  const written = await writeNode(
    {
      source,
      sourceTokens: range.tokens,
      targetTokens: leafTarget(world.limits, range.tokens),
      truncatedTokens: world.limits.truncatedTokens,
      folded: range.items.map((item) => redactMessage(item.message)),
      ...focusOf(world),
      prompt: (targetTokens, writing) => leafPrompt({ source, targetTokens, writing, ...focusOf(world) }),
    },
    world.summarize,
    signal,
  );
  const covers = range.items.flatMap((item) => item.ids);
  const checked = checkWritten(world, written, covers, range.tokens);
  world.staging.add({
    id: nodeId("leaf", covers, []),
    kind: "leaf",
    depth: 0,
    covers,
    children: [],
    files,
    ...checked,
    sourceTokens: range.tokens,
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
  const source = redactSecrets(group.map((node) => `[${node.id}]\n${node.text}`).join("\n\n"));
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
  const checked = checkWritten(world, written, covers, sourceTokens);
  const children = group.map((node) => node.id);
  const files = [...new Map(group.flatMap((node) => node.files).map((file) => [file.id, file])).values()];
  world.staging.add({
    id: nodeId("condensed", covers, children),
    kind: "condensed",
    depth,
    covers,
    children,
    files,
    ...checked,
    sourceTokens,
    writing: written.writing,
  });
  return written;
}

/** A corrected text may be longer than the model's; a node stays smaller than its sources all the same. */
function checkWritten(
  world: FoldWorld,
  { text, tokens }: WrittenNode,
  covers: readonly MessageId[],
  sourceTokens: number,
): Pick<LosslessNode, "text" | "tokens" | "claims"> {
  const { text: corrected, claims } = world.check(text, covers);
  if (claims.length === 0) return { text, tokens };
  const fitting = cutToTokens(corrected, Math.max(tokens, sourceTokens - 1));
  return { text: fitting, tokens: estimateTextTokens(fitting), claims };
}

/** Whole lines from the beginning, as many as fit. */
function cutToTokens(text: string, mostTokens: number): string {
  const lines = text.split("\n");
  while (lines.length > 1 && estimateTextTokens(lines.join("\n")) > mostTokens) lines.pop();
  return lines.join("\n");
}

const focusOf = (world: FoldWorld): { readonly focusTopic?: string } =>
  world.focusTopic === undefined ? {} : { focusTopic: redactSecrets(world.focusTopic) };
