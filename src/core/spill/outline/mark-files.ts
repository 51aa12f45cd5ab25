import { open, rename, rm } from "node:fs/promises";
import { isObject, parseJson } from "../../base/json";
import { PRIVATE_FILE, readPrivateFile } from "../../files/private-storage";
import type { OutputMark } from "./mark";
import { MARK_KINDS, TEST_RESULTS } from "./mark";

/** Raised whenever an output is read in another way: older outlines are then made again. */
const VERSION = 1;

/** Undefined where there is no outline, or none that can be read. */
export async function readMarks(path: string): Promise<readonly OutputMark[] | undefined> {
  const data = parseJson((await readPrivateFile(path))?.toString("utf8") ?? "");
  if (!isObject(data) || data["version"] !== VERSION || !Array.isArray(data["marks"])) return undefined;
  return data["marks"].flatMap(readMark);
}

/** An outline can be made again at any time, so a disk that refuses it costs nothing. */
export async function writeMarks(path: string, marks: readonly OutputMark[]): Promise<void> {
  const draft = `${path}.part`;
  try {
    await rm(draft, { force: true });
    const file = await open(draft, "wx", PRIVATE_FILE);
    await file.writeFile(JSON.stringify({ version: VERSION, marks })).finally(() => file.close());
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function readMark(data: unknown): readonly OutputMark[] {
  if (!isObject(data)) return [];
  const { line, text, kind, result } = data;
  const known = MARK_KINDS.find((one) => one === kind);
  if (typeof line !== "number" || typeof text !== "string" || known === undefined) return [];
  const ended = TEST_RESULTS.find((one) => one === result);
  return [{ line, kind: known, text, ...(ended !== undefined && { result: ended }) }];
}
