import type { JsonObject } from "../../base/json";
import { isObject, parseJson } from "../../base/json";
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

/** Adds one line of a file. A file of another program may hold anything. */
export function addLine(fold: LineFold, line: string): void {
  if (line.trim() === "") return;
  const record = parseJson(line);
  if (isObject(record)) fold.add(record);
  else fold.skip();
}

/** ISO text or milliseconds; 0 where there is none. */
export function timeOf(value: unknown): number {
  const time = typeof value === "string" ? Date.parse(value) : value;
  return typeof time === "number" && Number.isFinite(time) ? time : 0;
}
