import type { JsonObject } from "../../base/json";
import { isObject, parseJson, textOf } from "../../base/json";
import type { ForeignFile, ForeignSession } from "../session";

/** Reads a session that is kept as JSON lines: record by record, so that a file that grows is read only once. */
export interface LineFold {
  /** Adds the next record of the file. */
  add(record: JsonObject): void;
  /** A line that is not a JSON object. */
  skip(): void;
  session(): ForeignSession;
}

export type StartFold = (file: Pick<ForeignFile, "id" | "path" | "workspace">) => LineFold;

/** Adds one line of a file. A file of another program may hold anything, and may begin with a byte order mark. */
export function addLine(fold: LineFold, line: string): void {
  const text = line.trim();
  if (text === "") return;
  const record = parseJson(text);
  if (isObject(record)) fold.add(record);
  else fold.skip();
}

/** What a calendar can hold; a time beyond it cannot be shown, and formatting it throws. */
const LATEST_MS = 8.64e15;

/** ISO text or milliseconds; 0 where there is none. */
export function timeOf(value: unknown): number {
  const time = typeof value === "string" ? Date.parse(value) : value;
  return typeof time === "number" && time > 0 && time <= LATEST_MS ? time : 0;
}

/** A text or a number; an object of a foreign file may have no text, and asking it for one throws. */
export const versionOf = (value: unknown): string => (typeof value === "number" ? `${value}` : textOf(value));
