import { window, workspace } from "vscode";
import { pathOf } from "./workspace-files";

const LISTED_FILES = 50_000;
const SHOWN_FILES = 50;
/** Each keystroke asks; a new file may take a moment to appear. */
const FRESH_MS = 5_000;
const NEVER = "**/{node_modules,.git,dist,out,build,target,.venv,__pycache__}/**";

/** Files and folders for `@`, matched by a few letters of their path. */
export class FileFinder {
  private listed: Promise<readonly string[]> | undefined;
  private listedAt = 0;

  async find(query: string): Promise<readonly string[]> {
    const paths = await this.paths();
    if (query === "") return [...new Set([...openFiles(), ...paths])].slice(0, SHOWN_FILES);
    const { matchPaths } = await import("./match-paths");
    return matchPaths(query, paths, SHOWN_FILES);
  }

  private paths(): Promise<readonly string[]> {
    if (this.listed === undefined || Date.now() - this.listedAt > FRESH_MS) {
      this.listedAt = Date.now();
      this.listed = listPaths();
    }
    return this.listed;
  }
}

async function listPaths(): Promise<readonly string[]> {
  const files = (await workspace.findFiles("**/*", NEVER, LISTED_FILES)).map(pathOf).sort();
  return [...foldersOf(files), ...files];
}

/** With a slash at the end, as they are mentioned. */
function foldersOf(files: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (
      let slash = file.lastIndexOf("/");
      slash > 0 && !folders.has(file.slice(0, slash + 1));
      slash = file.lastIndexOf("/", slash - 1)
    )
      folders.add(file.slice(0, slash + 1));
  }
  return [...folders].sort();
}

const openFiles = (): readonly string[] =>
  window.visibleTextEditors
    .filter(({ document }) => document.uri.scheme === "file")
    .map(({ document }) => pathOf(document.uri));
