import type { JsonObject, JsonValue } from "../../base/json";
import { isObject } from "../../base/json";
import { sentence } from "../../base/sentence";
import { SentenceError } from "../../base/sentence-error";
import type { MessageId } from "../../conversation/ids";
import { messageId } from "../../conversation/ids";
import type { EngineStatus, EngineToolSchema, FoldRange, LastCompression, PlannedFold, RecalledLine } from "../engine";
import { RECALL_BOUNDS } from "../recall/recall-bounds";
import { passageFrom } from "../recall/snippet";

/** Every tool is part of every request; all of ours together are smaller than this. */
const TOOL_BOUNDS = { tools: 32, chars: 32_000 } as const;
/** What an engine wants kept is written to the journal whenever it changed. */
const STATUS_CHARS = 2_000_000;
const WORDS_CHARS = 500;
const NAME_CHARS = 80;

export const readRecalled = (value: unknown): readonly RecalledLine[] =>
  listOf(value).slice(0, RECALL_BOUNDS.lines).flatMap(readLine);

/** Lines without words are left out; long ones are cut, secrets first. */
function readLine(entry: unknown): readonly RecalledLine[] {
  const { identifier, messageId: id, text, why } = objectOf(toJson(entry));
  if (typeof identifier !== "string" || typeof text !== "string" || text.trim() === "") return [];
  return [
    {
      identifier: passageFrom(identifier, 0, NAME_CHARS),
      messageId: messageId(typeof id === "string" ? id.slice(0, NAME_CHARS) : ""),
      text: passageFrom(text, 0, RECALL_BOUNDS.lineChars),
      why: typeof why === "string" ? passageFrom(why, 0, RECALL_BOUNDS.lineChars) : "",
    },
  ];
}

/** All or none: a tool that is dropped silently is hard to debug for the author of an engine. */
export function readToolSchemas(value: unknown): readonly EngineToolSchema[] {
  const list = listOf(value);
  if (list.length > TOOL_BOUNDS.tools)
    throw new SentenceError(
      sentence("it offers {count} tools, more than the limit of {limit}", {
        count: list.length,
        limit: TOOL_BOUNDS.tools,
      }),
    );
  const tools = list.map(readTool);
  const { length } = JSON.stringify(tools);
  if (length > TOOL_BOUNDS.chars)
    throw new SentenceError(
      sentence("its tools take {chars} characters of every request, more than the limit of {limit}", {
        chars: length,
        limit: TOOL_BOUNDS.chars,
      }),
    );
  return tools;
}

function readTool(entry: unknown, index: number): EngineToolSchema {
  const { name, description, parameters } = objectOf(toJson(entry));
  if (typeof name !== "string" || typeof description !== "string")
    throw new SentenceError(sentence("tool {index} has no name or no description", { index }));
  if (!isObject(parameters) || parameters["type"] !== "object")
    throw new SentenceError(
      sentence("the parameters of {tool} are not a JSON schema of an object", { tool: name.slice(0, NAME_CHARS) }),
    );
  return { name, description, parameters };
}

/** Figures of a compression are left out: the guard measures them itself. */
export function readStatus(value: unknown): EngineStatus {
  const status = toJson(value instanceof Promise ? null : value);
  if (!isObject(status)) throw new SentenceError(sentence("it is not an object"));
  const { lastCompression, paused, thresholdNote, notice, durable } = status;
  const last = readLast(objectOf(lastCompression));
  const pause = readPause(objectOf(paused));
  const { id, text } = objectOf(notice);
  const kept = JSON.stringify(durable ?? null).length;
  if (kept > STATUS_CHARS)
    throw new SentenceError(
      sentence("its durable state has {chars} characters, more than the limit of {limit}", {
        chars: kept,
        limit: STATUS_CHARS,
      }),
    );
  return {
    ...(last !== undefined && { lastCompression: last }),
    ...(pause !== undefined && { paused: pause }),
    ...(typeof thresholdNote === "string" && { thresholdNote: cut(thresholdNote) }),
    ...(typeof id === "string" && typeof text === "string" && { notice: { id: cut(id), text: cut(text) } }),
    ...(durable !== undefined && { durable }),
  };
}

const OUTCOMES: readonly LastCompression["outcome"][] = [
  "folded",
  "fallback",
  "nothing-to-compress",
  "kept",
  "stopped",
];

function readLast({ outcome: stated, reason }: JsonObject): LastCompression | undefined {
  const outcome = OUTCOMES.find((known) => known === stated);
  return outcome === undefined ? undefined : { outcome, ...(typeof reason === "string" && { reason: cut(reason) }) };
}

function readPause({ kind, reason, untilMs }: JsonObject): EngineStatus["paused"] {
  if (typeof reason !== "string") return undefined;
  return {
    reason: cut(reason),
    ...((kind === "idle" || kind === "cooling" || kind === "paused") && { kind }),
    ...(typeof untilMs === "number" && { untilMs }),
  };
}

/** The places of a plan; its figures are left out, since the guard measures them itself. */
export type ReadPlan =
  | { readonly kind: "nothing"; readonly reason: string }
  | (Pick<PlannedFold, "headIds" | "foldedIds" | "tailIds" | "prunedIds"> & {
      readonly kind: "fold";
      readonly summaryTargetTokens: number;
    });

export function readPlan(value: unknown, known: ReadonlySet<MessageId>): ReadPlan {
  const plan = objectOf(toJson(value));
  if (plan["kind"] === "nothing")
    return { kind: "nothing", reason: typeof plan["reason"] === "string" ? cut(plan["reason"]) : "" };
  if (plan["kind"] !== "fold") throw new SentenceError(sentence("it is no plan"));
  const ids = (name: string): readonly MessageId[] => listOf(plan[name] ?? []).map((id) => messageId(String(id)));
  const read = { headIds: ids("headIds"), foldedIds: ids("foldedIds"), tailIds: ids("tailIds") };
  const all = [...read.headIds, ...read.foldedIds, ...read.tailIds];
  if (new Set(all).size !== all.length) throw new SentenceError(sentence("it names a message twice"));
  if (all.length !== known.size || !all.every((id) => known.has(id)))
    throw new SentenceError(sentence("it does not say what becomes of every message"));
  return {
    kind: "fold",
    ...read,
    prunedIds: ids("prunedIds").filter((id) => known.has(id)),
    summaryTargetTokens: readCount(plan["summaryTargetTokens"]),
  };
}

/** Text as it is; anything else as JSON. A result that is too large is cut where all results are. */
export function readToolAnswer(value: unknown): string {
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  if (text === undefined) throw new SentenceError(sentence("the engine gave no answer"));
  return text;
}

export const readRanges = (value: unknown): readonly FoldRange["kind"][] =>
  listOf(value).filter((kind) => kind === "up-to" || kind === "from");

export function readFlag(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new SentenceError(sentence("it is neither true nor false"));
}

export function readSize(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw new SentenceError(
    typeof value === "number" ? sentence("{value} is not a size", { value }) : sentence("it is not a size"),
  );
}

export const readCount = (value: unknown): number => (value === 0 ? 0 : readSize(value));

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SentenceError(sentence("it is not a list"));
}

/** A copy without getters, functions and cycles: an engine is foreign code, and what it hands out may still change. */
function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

const cut = (text: string): string => text.slice(0, WORDS_CHARS);
