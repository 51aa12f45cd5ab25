import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { yieldToHost } from "../../base/slices";
import type { FolderRules, GitIgnored } from "./ignore-rules";
import { enterFolder, isIgnored, rootRules } from "./ignore-rules";
import { isWithin } from "./workspace-paths";

export interface WalkOptions {
  readonly root: string;
  /** Where to start, inside the root. */
  readonly folder: string;
  readonly gitIgnored: GitIgnored;
  /** 1 lists only the folder's own entries. */
  readonly depth: number;
  /** Entries after which the walk ends. */
  readonly maxEntries: number;
  readonly signal: AbortSignal;
}

export interface WalkEntry {
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
}

/** Files and folders in name order, a folder before its content. Links are listed, not followed. `.git` is skipped. */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<WalkEntry> {
  const budget = { left: options.maxEntries };
  yield* walkFolder(options, { path: options.folder, depth: 1, rules: await rulesDownTo(options) }, budget);
}

/** Each is held against every rule of several ignore lists. */
const ENTRIES_AT_A_STRETCH = 10;

interface Folder {
  readonly path: string;
  readonly depth: number;
  readonly rules: FolderRules;
}

async function* walkFolder(options: WalkOptions, folder: Folder, budget: { left: number }): AsyncGenerator<WalkEntry> {
  options.signal.throwIfAborted();
  // A folder that vanished or is not readable is shown empty: it must not fail the whole listing.
  const entries = await readdir(folder.path, { withFileTypes: true }).catch(() => []);
  for (const [index, entry] of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).entries()) {
    if (index % ENTRIES_AT_A_STRETCH === ENTRIES_AT_A_STRETCH - 1) await yieldToHost();
    const path = join(folder.path, entry.name);
    const kind = entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "file";
    if (entry.name === ".git" || isIgnored(folder.rules, path, kind === "folder" ? "folder" : "file")) continue;
    if (budget.left-- <= 0) return;
    yield { path, kind };
    if (kind === "folder" && folder.depth < options.depth)
      yield* walkFolder(
        options,
        { path, depth: folder.depth + 1, rules: await enterFolder(folder.rules, path) },
        budget,
      );
  }
}

async function rulesDownTo({ root, folder, gitIgnored }: WalkOptions): Promise<FolderRules> {
  let rules = await rootRules(root, gitIgnored);
  if (folder === root || !isWithin(root, folder)) return rules;
  let path = root;
  for (const name of folder.slice(root.length + 1).split(/[/\\]/)) {
    path = join(path, name);
    rules = await enterFolder(rules, path);
  }
  return rules;
}
