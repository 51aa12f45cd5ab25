import { messageId } from "../conversation/ids";
import type { JsonObject, JsonValue } from "../conversation/message";
import type { EngineStatus, EngineToolSchema, LastCompression, RecalledLine } from "./engine";
import { passageFrom } from "./lcm/snippet";
import { RECALL_BOUNDS } from "./recall-bounds";
import { isObject } from "./rest";

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

/** All or none: a tool that is missing without a word helps nobody who writes an engine. */
export function readToolSchemas(value: unknown): readonly EngineToolSchema[] {
  const list = listOf(value);
  if (list.length > TOOL_BOUNDS.tools)
    throw new Error(`it offers ${list.length} tools, and ${TOOL_BOUNDS.tools} are the most`);
  const tools = list.map(readTool);
  const { length } = JSON.stringify(tools);
  if (length > TOOL_BOUNDS.chars)
    throw new Error(`its tools take ${length} characters of every request, and ${TOOL_BOUNDS.chars} are the most`);
  return tools;
}

function readTool(entry: unknown, index: number): EngineToolSchema {
  const { name, description, parameters } = objectOf(toJson(entry));
  if (typeof name !== "string" || typeof description !== "string")
    throw new Error(`tool ${index} has no name or no description`);
  if (!isObject(parameters) || parameters["type"] !== "object")
    throw new Error(`the parameters of ${name.slice(0, NAME_CHARS)} are not a JSON schema of an object`);
  return { name, description, parameters };
}

/** Figures of a compression are left out: the guard measures them itself. */
export function readStatus(value: unknown): EngineStatus {
  const status = toJson(value instanceof Promise ? null : value);
  if (!isObject(status)) throw new Error("it is not an object");
  const { lastCompression, paused, thresholdNote, notice, durable } = status;
  const last = readLast(objectOf(lastCompression));
  const rest = readPause(objectOf(paused));
  const { id, text } = objectOf(notice);
  const kept = JSON.stringify(durable ?? null).length;
  if (kept > STATUS_CHARS) throw new Error(`it wants ${kept} characters kept, and ${STATUS_CHARS} are the most`);
  return {
    ...(last !== undefined && { lastCompression: last }),
    ...(rest !== undefined && { paused: rest }),
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

function readLast({ outcome: told, reason }: JsonObject): LastCompression | undefined {
  const outcome = OUTCOMES.find((known) => known === told);
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

/** Text as it is; anything else as JSON. A result that is too large is cut where all results are. */
export function readToolAnswer(value: unknown): string {
  if (typeof value === "string") return value;
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error("the engine gave no answer");
  return text;
}

export function readFlag(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new Error("it is neither true nor false");
}

export function readSize(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw new Error(`${typeof value === "number" ? value : "it"} is not a size`);
}

export const readCount = (value: unknown): number => (value === 0 ? 0 : readSize(value));

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error("it is not a list");
}

/** A copy without getters, functions and cycles: an engine is foreign code, and what it hands out may still change. */
function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

const cut = (text: string): string => text.slice(0, WORDS_CHARS);
