import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { JsonObject, JsonValue } from "../../conversation/message";
import { isObject } from "../rest";
import type { FileRef, LosslessNode, Writing } from "./dag";

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

function readNode(value: JsonValue, known: ReadonlyMap<string, LosslessNode>): LosslessNode | undefined {
  if (!isObject(value)) return undefined;
  const id = textOf(value, "id");
  const children = textsOf(value, "children");
  const kind = value["kind"] === "leaf" ? "leaf" : "condensed";
  const covers: readonly MessageId[] =
    kind === "leaf"
      ? textsOf(value, "covers").map(messageId)
      : children.flatMap((child) => known.get(child)?.covers ?? []);
  const whole = kind === "leaf" || children.every((child) => known.has(child));
  if (id === "" || covers.length === 0 || !whole) return undefined;
  return {
    id,
    kind,
    children,
    covers,
    depth: numberOf(value, "depth"),
    text: textOf(value, "text"),
    tokens: numberOf(value, "tokens"),
    sourceTokens: numberOf(value, "sourceTokens"),
    writing: writingOf(value["writing"]),
    files: listOf(value["files"]).flatMap(readFile),
  };
}

function readFile(value: JsonValue): readonly FileRef[] {
  if (!isObject(value) || textOf(value, "id") === "") return [];
  return [
    {
      id: textOf(value, "id"),
      messageId: messageId(textOf(value, "messageId")),
      name: textOf(value, "name"),
      chars: numberOf(value, "chars"),
    },
  ];
}

const writingOf = (value: JsonValue | undefined): Writing =>
  value === "normal" || value === "aggressive" ? value : "deterministic";

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value !== undefined && isList(value) ? value : [];
const textOf = (object: JsonObject, key: string): string => (typeof object[key] === "string" ? object[key] : "");
const textsOf = (object: JsonObject, key: string): readonly string[] =>
  listOf(object[key]).filter((entry) => typeof entry === "string");
const numberOf = (object: JsonObject, key: string): number => (typeof object[key] === "number" ? object[key] : 0);
