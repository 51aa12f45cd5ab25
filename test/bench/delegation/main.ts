import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isShort, readRecordings, SHORT_TOKENS } from "../recordings";
import { measureDelegation } from "./measure";
import { renderDelegation } from "./report";

/** Measures delegation on the long sessions of the folders, and writes `DELEGATION.md`. */
export async function reportDelegation(root: string, folders: readonly string[]): Promise<void> {
  const read = folders.map((folder) => ({
    name: basename(folder),
    recordings: readRecordings(folder).filter((recording) => !isShort(recording)),
  }));
  const all = read.flatMap(({ recordings }) => recordings);
  const sessions = (recordings: typeof all) => new Set(recordings.map(({ name }) => name));
  const text = renderDelegation(await measureDelegation(all), [
    { name: `all ${all.length} over ${SHORT_TOKENS / 1_000}K tokens`, sessions: sessions(all) },
    ...(read.length < 2 ? [] : read)
      .filter(({ name }) => name === "long-sessions")
      .map(({ name, recordings }) => ({ name: `the ${recordings.length} of ${name}`, sessions: sessions(recordings) })),
  ]);
  writeFileSync(join(root, "test", "bench", "DELEGATION.md"), text);
  console.log(text);
}
