import { mkdir, open, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { MemoryText, RuleFile } from "./system-prompt";

export interface MemoryFolders {
  /** Shared by all workspaces. */
  readonly globalFolder: string;
  readonly workspaceFolder: string;
}

export type MemoryName = Pick<MemoryText, "name" | "scope">;

/** `MEMORY.md` and `USER.md`, the user's own plain files; in a workspace they live under `.hermes`. */
export function createMemoryFiles({ globalFolder, workspaceFolder }: MemoryFolders) {
  const pathOf = ({ name, scope }: MemoryName) =>
    scope === "global" ? join(globalFolder, name) : join(workspaceFolder, ".hermes", name);
  const read = async (file: MemoryName): Promise<string> => (await readIfPresent(pathOf(file))) ?? "";
  return {
    pathOf,
    read,
    /** Complete or unchanged: memory outlives sessions, half a file must never replace it. */
    async write(file: MemoryName, text: string): Promise<void> {
      const path = pathOf(file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.part`, text);
      await rename(`${path}.part`, path);
    },
    readAll: (): Promise<readonly MemoryText[]> =>
      Promise.all(memoryNames.map(async (file) => ({ ...file, text: await read(file) }))),
  };
}

const memoryNames: readonly MemoryName[] = [
  { name: "MEMORY.md", scope: "global" },
  { name: "USER.md", scope: "global" },
  { name: "MEMORY.md", scope: "workspace" },
  { name: "USER.md", scope: "workspace" },
];

export interface RuleOptions {
  readonly workspaceFolder: string;
  /** `CLAUDE.md` is written for another agent; it counts only where the user says so. */
  readonly claudeMd: "read" | "ignore";
}

/** Bounds for looking around: rules lie near the top, and a workspace may be a home folder. */
const LOOK = { levels: 4, folders: 2_000, files: 40, fileBytes: 100_000 } as const;
const skippedFolders =
  /^(?:node_modules|bower_components|vendor|dist|build|out|target|coverage|venv|env|__pycache__|\..*)$/;

/** `AGENTS.md` of the workspace and of folders inside it, nearest to the top first. */
export async function readRules({ workspaceFolder, claudeMd }: RuleOptions): Promise<readonly RuleFile[]> {
  const names = claudeMd === "read" ? ["AGENTS.md", "CLAUDE.md"] : ["AGENTS.md"];
  const found: RuleFile[] = [];
  let level: readonly string[] = [workspaceFolder];
  let looked = 0;
  for (let depth = 0; depth < LOOK.levels && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (found.length >= LOOK.files || looked++ >= LOOK.folders) return found;
      const entries = (await readdir(folder, { withFileTypes: true }).catch(() => [])).toSorted((a, b) =>
        a.name < b.name ? -1 : 1,
      );
      for (const entry of entries) {
        if (entry.isDirectory() && !skippedFolders.test(entry.name)) next.push(join(folder, entry.name));
        if (entry.isFile() && names.includes(entry.name))
          found.push(...(await readRule(workspaceFolder, join(folder, entry.name))));
      }
    }
    level = next;
  }
  return found;
}

async function readRule(workspaceFolder: string, file: string): Promise<readonly RuleFile[]> {
  const text = await readStart(file);
  const path = relative(workspaceFolder, file).split(sep).join("/");
  return text === undefined
    ? []
    : [{ path, folder: path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "", text }];
}

async function readStart(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const buffer = Buffer.alloc(LOOK.fileBytes);
    const { bytesRead } = await file.read(buffer, 0, LOOK.fileBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}
