import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Sentence } from "../base/sentence";
import { renderSentence, sentence } from "../base/sentence";
import { unreachable } from "../base/unreachable";
import type { FileRefusal, GuardedPath } from "../files/guarded-file";
import { readGuarded, syncGuarded, writeGuarded } from "../files/guarded-file";
import type { MemoryText, RuleFile } from "./system-prompt";

export interface MemoryFolders {
  /** Shared by all workspaces. */
  readonly globalFolder: string;
  readonly workspaceFolder: string;
}

export type MemoryName = Pick<MemoryText, "name" | "scope">;

/** A file of memory or rules that is left out: it may lead anywhere, or never end. */
export interface RefusedFile {
  readonly path: string;
  readonly why: FileRefusal;
}

/** The file exists, but is not one that may be read or replaced. */
class MemoryFileError extends Error {
  override readonly name = "MemoryFileError";

  constructor(file: RefusedFile) {
    super(renderSentence(describeRefusal(file)));
  }
}

export function describeRefusal({ path, why }: RefusedFile): Sentence {
  switch (why) {
    case "link":
      return sentence("{path} was left alone: it is a symbolic link, or behind one.", { path });
    case "special":
      return sentence("{path} was left alone: it is not a regular file.", { path });
    case "too-large":
      return sentence("{path} was left alone: it is too large.", { path });
    case "unreadable":
      return sentence("{path} was left alone: it cannot be opened.", { path });
    default:
      return unreachable(why);
  }
}

/** Many times what a prompt shows of one file, and nothing for a disk. */
const MEMORY_BYTES = 256 * 1024;

/** `MEMORY.md` and `USER.md`, the user's own plain files; in a workspace they live under `.hermes`. */
export function createMemoryFiles({ globalFolder, workspaceFolder }: MemoryFolders) {
  const guarded = ({ name, scope }: MemoryName): GuardedPath =>
    scope === "global"
      ? { root: globalFolder, path: join(globalFolder, name) }
      : { root: workspaceFolder, path: join(workspaceFolder, ".hermes", name) };
  const look = (file: MemoryName) => readGuarded(guarded(file), { maxBytes: MEMORY_BYTES, beyond: "refuse" });
  const pathOf = (file: MemoryName): string => guarded(file).path;
  /** Written, and perhaps still in the buffers of the system. */
  const uncommitted = new Set<MemoryName>();
  return {
    pathOf,
    async read(file: MemoryName): Promise<string> {
      const found = await look(file);
      if (found.kind === "refused") throw new MemoryFileError({ path: pathOf(file), why: found.why });
      return found.kind === "text" ? found.text : "";
    },
    async write(file: MemoryName, text: string): Promise<void> {
      const why = await writeGuarded(guarded(file), text);
      if (why !== undefined) throw new MemoryFileError({ path: pathOf(file), why });
      uncommitted.add(file);
    },
    /** Resolves once every change is on the disk, whatever happens to the machine afterwards. */
    async commit(): Promise<void> {
      for (const file of uncommitted) {
        uncommitted.delete(file);
        const why = await syncGuarded(guarded(file));
        if (why !== undefined) throw new MemoryFileError({ path: pathOf(file), why });
      }
    },
    /** Refused files count as empty: a planted link must not keep a session from opening. */
    readAll: (onRefused: (file: RefusedFile) => void): Promise<readonly MemoryText[]> =>
      Promise.all(
        memoryNames.map(async (file) => {
          const found = await look(file);
          if (found.kind === "refused") onRefused({ path: pathOf(file), why: found.why });
          return { ...file, text: found.kind === "text" ? found.text : "" };
        }),
      ),
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
  onRefused(file: RefusedFile): void;
}

/** Bounds for looking around: rules lie near the top, and a workspace may be a home folder. */
const LOOK = { levels: 4, folders: 2_000, files: 40, fileBytes: 100_000 } as const;
const skippedFolders =
  /^(?:node_modules|bower_components|vendor|dist|build|out|target|coverage|venv|env|__pycache__|\..*)$/;

/** `AGENTS.md` of the workspace and of folders inside it, nearest to the top first. */
export async function readRules(options: RuleOptions): Promise<readonly RuleFile[]> {
  const { workspaceFolder } = options;
  const names = options.claudeMd === "read" ? ["AGENTS.md", "CLAUDE.md"] : ["AGENTS.md"];
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
        if (!entry.isDirectory() && names.includes(entry.name))
          found.push(...(await readRule(options, join(folder, entry.name))));
      }
    }
    level = next;
  }
  return found;
}

async function readRule({ workspaceFolder, onRefused }: RuleOptions, file: string): Promise<readonly RuleFile[]> {
  const found = await readGuarded({ root: workspaceFolder, path: file }, { maxBytes: LOOK.fileBytes, beyond: "cut" });
  if (found.kind === "refused") onRefused({ path: file, why: found.why });
  if (found.kind !== "text") return [];
  const path = relative(workspaceFolder, file).split(sep).join("/");
  return [{ path, folder: path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "", text: found.text }];
}
