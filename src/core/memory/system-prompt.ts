import { BASE_INSTRUCTIONS } from "./base-instructions";

/** Everything after this heading is the user's own: the gauge counts it apart from the instructions. */
export const RULES_HEADING = "# Memory and rules";

/** A file of rules, with the folder it speaks for: "" for the whole workspace. */
export interface RuleFile {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
}

export interface MemoryText {
  readonly name: "MEMORY.md" | "USER.md";
  readonly scope: "workspace" | "global";
  readonly text: string;
}

/**
 * Facts that hold for the whole session. A date or a branch does not belong here: it would change the cached prefix.
 */
export interface Environment {
  readonly workspace: string;
  /** Where several folders are open: each with the name that paths in it begin with. */
  readonly folders?: readonly { readonly path: string; readonly name: string }[];
  readonly platform: string;
  readonly shell?: string;
  readonly isGitRepository?: "yes" | "no";
}

export interface SystemPromptParts {
  readonly environment: Environment;
  readonly memory: readonly MemoryText[];
  readonly rules: readonly RuleFile[];
  /** The list of skills with its heading, already limited in size; absent where there are none. */
  readonly skills?: string;
  /** Further paragraphs of instructions, e.g. of the context engine. */
  readonly additions?: readonly string[];
}

/** One file of memory or rules rides in every request; what exceeds this is cut, and the cut is told. */
const FILE_CHARS = 20_000;
/** All rules together: nested rule files of a large repository would otherwise fill the window. */
const RULES_CHARS = 60_000;

/** Built once per session. Same parts in any order, same bytes. */
export function buildSystemPrompt(parts: SystemPromptParts): string {
  const own = [...memorySections(parts.memory), ...ruleSections(parts.rules)];
  const sections = [BASE_INSTRUCTIONS, ...(parts.additions ?? []), environmentSection(parts.environment)];
  if (parts.skills) sections.push(parts.skills);
  return [...sections, ...(own.length === 0 ? [] : [RULES_HEADING, ...own])].join("\n\n");
}

function environmentSection({ workspace, folders = [], platform, shell, isGitRepository }: Environment): string {
  const lines = [
    `- Workspace folder: ${workspace}`,
    ...folders.map(({ path, name }) => `- Paths that begin with ${name}/ lie in the folder ${path}`),
    `- Operating system: ${platform}`,
    ...(shell === undefined ? [] : [`- Shell of the terminal tool: ${shell}`]),
    ...(isGitRepository === undefined ? [] : [`- Git repository: ${isGitRepository}`]),
  ];
  return `# Environment\n\n${lines.join("\n")}`;
}

const scopes = { global: "for all workspaces", workspace: "for this workspace" } as const;

function memorySections(memory: readonly MemoryText[]): readonly string[] {
  return memory
    .filter(({ text }) => text.trim() !== "")
    .toSorted((a, b) => compare(`${a.scope}/${a.name}`, `${b.scope}/${b.name}`))
    .map(({ name, scope, text }) => `## ${name} (${scopes[scope]})\n\n${bounded(text, FILE_CHARS)}`);
}

function ruleSections(rules: readonly RuleFile[]): readonly string[] {
  let left = RULES_CHARS;
  return rules
    .filter(({ text }) => text.trim() !== "")
    .toSorted((a, b) => depth(a.folder) - depth(b.folder) || compare(a.path, b.path))
    .map(({ path, folder, text }) => {
      const where = folder === "" ? "" : ` (for files under ${folder}/; it wins over rules further up)`;
      if (left <= 0) return `## ${path}${where}\n\n${LEFT_OUT}`;
      const shown = bounded(text, Math.min(FILE_CHARS, left));
      left -= shown.length;
      return `## ${path}${where}\n\n${shown}`;
    });
}

const LEFT_OUT = "[Not shown: the rules are too long together. Read this file before you work there.]";

function bounded(text: string, chars: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= chars) return trimmed;
  const lineEnd = trimmed.lastIndexOf("\n", chars);
  const end = lineEnd > 0 ? lineEnd : chars;
  return `${trimmed.slice(0, end)}\n[Cut here: ${trimmed.length - end} more characters. Read the file for the rest.]`;
}

const depth = (folder: string): number => (folder === "" ? 0 : folder.split("/").length);
/** By code units, not by locale: the order must be the same on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
