import { stat } from "node:fs/promises";
import type { ForeignWorld } from "./places";
import { linesOf, readForeignSession, startFold } from "./read-session";
import { addLine } from "./reading/line-fold";
import type { ForeignFile, ForeignSession } from "./session";

/** Work of one look at a file: more than an agent writes in a minute. */
const MOST_BYTES_PER_LOOK = 4 * 1024 * 1024;

/**
 * Follows a session while its agent works on it. Each look reads only what was added since the last one; undefined
 * where nothing was. A file that became shorter was written anew, and is read from its beginning.
 */
export function followSession(world: ForeignWorld, file: ForeignFile) {
  let fold = startFold(file);
  let offset = 0;
  let seen = "";
  return async (signal: AbortSignal): Promise<ForeignSession | undefined> => {
    const stats = await stat(file.path).catch(() => undefined);
    const mark = `${stats?.size}:${stats?.mtimeMs}`;
    if (stats === undefined || (mark === seen && offset >= stats.size)) return undefined;
    seen = mark;
    if (fold === undefined) return readForeignSession(world, file, signal);
    if (stats.size < offset) {
      fold = startFold(file);
      offset = 0;
    }
    const from = offset;
    for await (const { text, end } of linesOf(file.path, { from, maxBytes: MOST_BYTES_PER_LOOK }, signal)) {
      // The last line may still be missing its end: it is read again at the next look.
      if (end === stats.size && !isComplete(text)) break;
      if (fold !== undefined) addLine(fold, text);
      offset = end;
    }
    return fold?.session();
  };
}

const isComplete = (line: string): boolean => line.trim() === "" || line.trimEnd().endsWith("}");
