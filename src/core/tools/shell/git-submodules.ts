import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Git answers in milliseconds; a repository that keeps it busy longer is not looked into. */
const LISTING_MS = 3_000;
/** About a million files. */
const MAX_LISTING_BYTES = 100 * 1024 * 1024;
const SUBMODULE_MODE = /^160000 [^\t]*\t(.*)$/gm;

/** By index file: its stamp, and what was found under it. */
const listed = new Map<string, { readonly stamp: string; readonly paths: readonly string[] }>();

/**
 * Paths that the index calls submodules, relative to the working tree: `git status` starts git in each that has a
 * repository of its own. Undefined where git does not say. Only for repositories whose own settings start nothing.
 */
export async function listSubmodulePaths(
  workingTree: string,
  repository: string,
): Promise<readonly string[] | undefined> {
  const index = join(repository, "index");
  const stats = await stat(index).catch(() => undefined);
  if (stats === undefined) return [];
  const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
  const known = listed.get(index);
  if (known?.stamp === stamp) return known.paths;
  const options = { cwd: workingTree, timeout: LISTING_MS, maxBuffer: MAX_LISTING_BYTES };
  const listing = await promisify(execFile)("git", ["ls-files", "--stage"], options).catch(() => undefined);
  if (listing === undefined) return undefined;
  const paths = [...listing.stdout.matchAll(SUBMODULE_MODE)].map(([, path]) => path ?? "");
  listed.clear();
  listed.set(index, { stamp, paths });
  return paths;
}
