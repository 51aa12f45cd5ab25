import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files that ripgrep opens by itself in every folder it enters. */
const IGNORE_FILES: ReadonlySet<string> = new Set([".gitignore", ".ignore", ".rgignore"]);
/** Git's own folder is not searched; a link to a folder is not entered. */
const SKIPPED = ".git";

/**
 * An ignore file that is no file at all: opening a pipe waits for somebody who writes to it, for ever. Looked for only
 * while a search does not end, since it takes a walk through the whole folder.
 */
export async function findSpecialIgnore(folder: string, signal: AbortSignal): Promise<string | undefined> {
  const open = [folder];
  for (let at = open.pop(); at !== undefined && !signal.aborted; at = open.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && entry.name !== SKIPPED) open.push(path);
      if (!IGNORE_FILES.has(entry.name) || entry.isFile() || entry.isDirectory()) continue;
      // A link may lead to an ordinary file.
      const stats = await stat(path).catch(() => undefined);
      if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return path;
    }
  }
  return undefined;
}
