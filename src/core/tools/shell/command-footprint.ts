import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { walkFiles } from "../files/walk-files";
import { isWithin } from "../files/workspace-paths";
import { isReading } from "./coverage/rule-coverage";
import { readCommandLine } from "./reader/command-wrappers";
import type { SimpleCommand } from "./reader/shell-reader";

/** Files that are saved before one command. */
const MAX_NAMED_FILES = 300;
/** A larger workspace is not scanned for new files: two scans per command would take seconds. */
const MAX_SCANNED = 5_000;
/** Deeper than any real source tree. */
const MAX_DEPTH = 50;

/** True where every command in the text is known to change nothing, so that no scan is needed. */
export function onlyReads(command: string): boolean {
  const { commands, unclear, unruly } = readCommandLine(command);
  return unclear === undefined && unruly === undefined && commands.every(isReading);
}

/** Existing files of the workspace that the command names, including those in folders it names. */
export async function findNamedFiles(
  command: string,
  cwd: string,
  roots: readonly string[],
): Promise<readonly string[]> {
  const { commands } = readCommandLine(command);
  const bases = [
    cwd,
    ...commands.flatMap((one) =>
      one.words[0]?.text === "cd" && one.words[1] !== undefined ? [resolve(cwd, one.words[1].text)] : [],
    ),
  ];
  const words = commands.flatMap(wordsThatPoint);
  const found = new Set<string>();
  for (const path of new Set(bases.flatMap((base) => words.map((word) => resolve(base, beforeGlob(word)))))) {
    const root = roots.find((candidate) => isWithin(candidate, path));
    const stats = root === undefined ? undefined : await stat(path).catch(() => undefined);
    if (root === undefined || stats === undefined) continue;
    if (stats.isFile()) found.add(path);
    else if (stats.isDirectory())
      for (const file of (await listFiles(root, path, MAX_NAMED_FILES)).files) found.add(file);
    if (found.size >= MAX_NAMED_FILES) break;
  }
  return [...found].slice(0, MAX_NAMED_FILES);
}

function wordsThatPoint(command: SimpleCommand): readonly string[] {
  const program = command.words[0]?.text ?? "";
  if (isReading({ ...command, writes: [] })) return command.writes;
  // Git changes files it does not name: checkout, reset, stash, pull …
  return [...command.words.slice(1).map((word) => word.text), ...command.writes, ...(program === "git" ? ["."] : [])];
}

/** `src/*.js` points at the folder `src`; option values such as `--out=dist` at `dist`. */
const beforeGlob = (word: string): string =>
  word.replace(/^--?[\w-]+=/, "").replace(/(?:^|\/)[^/]*[*?[{].*$/, "") || ".";

/** The size and time of each file, by path. */
export type Scan = ReadonlyMap<string, string>;

/** Undefined for a workspace too large to scan: half a scan would report files as deleted that it did not reach. */
export async function scanWorkspace(roots: readonly string[]): Promise<Scan | undefined> {
  const stamps = new Map<string, string>();
  for (const root of roots) {
    const listing = await listFiles(root, root, MAX_SCANNED + 1);
    if (listing.entries > MAX_SCANNED) return undefined;
    for (const path of listing.files) {
      const stats = await stat(path).catch(() => undefined);
      if (stats !== undefined) stamps.set(path, `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`);
    }
  }
  return stamps;
}

export interface Footprint {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

export function compareScans(earlier: Scan, later: Scan): Footprint {
  return {
    created: [...later.keys()].filter((path) => !earlier.has(path)),
    changed: [...later]
      .filter(([path, stamp]) => earlier.has(path) && earlier.get(path) !== stamp)
      .map(([path]) => path),
    deleted: [...earlier.keys()].filter((path) => !later.has(path)),
  };
}

async function listFiles(
  root: string,
  folder: string,
  maxEntries: number,
): Promise<{ readonly files: readonly string[]; readonly entries: number }> {
  const files: string[] = [];
  let entries = 0;
  for await (const entry of walkFiles({
    root,
    folder,
    gitIgnored: "left-out",
    depth: MAX_DEPTH,
    maxEntries,
    signal: new AbortController().signal,
  })) {
    entries++;
    if (entry.kind === "file") files.push(entry.path);
  }
  return { files, entries };
}
