import type { JsonObject, JsonValue } from "../../base/json";
import { countOf, isObject, objectOf, textOf } from "../../base/json";

/** A request as Claude Code recorded it, in shapes and pieces. */
export interface RebuiltRequest {
  readonly id: string;
  readonly body: JsonObject;
  /** What the record does not hold: these fields were sent, too. */
  readonly missing: readonly string[];
}

/** Sent with every request and never recorded: who is asking, and a first block with the version of the program. */
const NEVER_RECORDED = ["metadata", "stream", "system[0]"];

/** Puts the requests of a session together again, with their cache markers. */
export function rebuildRequests(records: readonly JsonObject[]): readonly RebuiltRequest[] {
  const shapes = new Map<string, JsonObject>();
  const pieces = new Map<string, JsonValue>();
  const replies = new Map<string, JsonValue[]>();
  const messages = new Map<string, readonly JsonValue[]>();
  const rebuilt: RebuiltRequest[] = [];
  for (const record of records) {
    const shape = record["shape"];
    const piece = record["message"];
    if (record["type"] === "api-request-shape" && isObject(shape)) shapes.set(textOf(record["shapeHash"]), shape);
    if (record["type"] === "api-request-blob" && piece !== undefined) pieces.set(textOf(record["hash"]), piece);
    if (record["type"] === "assistant" && isObject(piece) && Array.isArray(piece["content"]))
      replies.set(textOf(record["requestRef"]), [
        ...(replies.get(textOf(record["requestRef"])) ?? []),
        ...piece["content"],
      ]);
    if (record["type"] !== "api-request") continue;
    const base = textOf(record["base"]);
    const kept = (messages.get(base) ?? []).slice(0, countOf(record["keep"]));
    const tail = hashesOf(record).map((hash) => pieces.get(hash) ?? replyTo(base, replies));
    const known = tail.filter((message) => message !== undefined);
    const id = textOf(record["id"]);
    messages.set(id, [...kept, ...known]);
    const found = shapes.get(textOf(record["shapeHash"]));
    const { betas: _, ...params } = objectOf(record["params"]) as JsonObject;
    const body = { ...params, ...found, messages: [...kept, ...known] };
    rebuilt.push({
      id,
      body: withMarkers(body, record["cacheControl"]),
      missing: [
        ...NEVER_RECORDED,
        ...(found === undefined ? ["system", "tools"] : []),
        ...(known.length < tail.length || kept.length < countOf(record["keep"]) ? ["messages"] : []),
      ],
    });
  }
  return rebuilt;
}

const hashesOf = (record: JsonObject): readonly string[] =>
  Array.isArray(record["tail"]) ? record["tail"].map(textOf) : [];

/** A reply is recorded as itself, block by block, and not once more as a piece. */
function replyTo(request: string, replies: ReadonlyMap<string, readonly JsonValue[]>): JsonValue | undefined {
  const content = replies.get(request);
  return content && { role: "assistant", content };
}

/** Markers are recorded beside the pieces, because they move with every request. */
function withMarkers(body: JsonObject, markers: JsonValue | undefined): JsonObject {
  const marked = structuredClone(body);
  for (const marker of Array.isArray(markers) ? markers : []) {
    const path = isObject(marker) && Array.isArray(marker["path"]) ? marker["path"] : [];
    let target: unknown = marked;
    for (const key of path) target = ownValue(target, key);
    if (isObject(target) && isObject(marker)) Object.assign(target, { cache_control: marker["value"] });
  }
  return marked;
}

/** Only what the request itself holds: a key of a prototype would change every object of the program. */
function ownValue(holder: unknown, key: unknown): unknown {
  if (typeof holder !== "object" || holder === null || (typeof key !== "string" && typeof key !== "number"))
    return undefined;
  return Object.hasOwn(holder, key) ? (holder as Readonly<Record<string | number, unknown>>)[key] : undefined;
}
