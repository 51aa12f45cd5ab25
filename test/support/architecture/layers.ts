import type { Rule, SourceFile } from "./source";
import { at } from "./source";

/** The layers that each layer may import. The relation is transitive. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  pattern: ["base"],
  editing: ["base"],
  conversation: ["base"],
  files: ["base"],
  models: ["conversation"],
  tokens: ["models"],
  caching: ["models"],
  redact: ["conversation"],
  ledger: ["redact"],
  spill: ["redact", "files"],
  sessions: ["redact", "files"],
  memory: ["conversation", "files"],
  skills: ["files", "tokens"],
  hooks: ["pattern"],
  delegation: ["skills", "hooks"],
  context: ["tokens", "ledger", "redact", "pattern"],
  // What the record of a conversation says about its files, commands, errors, decisions, and tasks.
  knowledge: ["context", "memory"],
  providers: ["caching", "models"],
  tools: ["spill", "editing", "files", "pattern", "tokens"],
  agent: ["context", "knowledge", "providers", "tools", "sessions", "memory", "skills", "hooks", "delegation"],
  // Sessions of other agents: usage is read as providers report it, and summaries are checked as ours are.
  foreign: ["context", "knowledge", "providers", "sessions", "files"],
  "core/index": ["agent"],
  "core/host": ["agent", "foreign", "core/index"],
  format: [],
  protocol: ["agent"],
  presenter: ["agent", "foreign", "protocol", "format"],
  headless: ["core/index", "core/host"],
  vscode: ["presenter", "protocol", "core/index", "core/host", "format"],
  extension: ["vscode"],
  "webview-ui": ["protocol", "format"],
};

/** Layers that may import another layer only through its door, not its inner files. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  headless: ["core/index", "core/host", "base", "headless"],
  vscode: ["presenter", "protocol", "core/index", "core/host", "base", "format", "vscode"],
  extension: ["presenter", "protocol", "core/index", "core/host", "format", "vscode", "extension"],
  "webview-ui": ["protocol", "format", "webview-ui"],
};

/** Needed at activation, when a door would load all of core. */
const BESIDE_THE_DOOR: ReadonlySet<string> = new Set([
  "src/core/agent/settings/settings",
  "src/core/base/sentence",
  "src/core/context/outside/engine-names",
]);

/** Types are erased by the compiler, so these layers may import them past the door. */
const TYPES_PAST_THE_DOOR: ReadonlySet<string> = new Set(["vscode", "extension", "headless"]);

export const keepsLayers: Rule = (file) => {
  const layer = layerOf(file.path);
  if (layer === undefined) return file.path.startsWith("src/") ? [at(file, 1, "is in no known layer")] : [];
  return file.imports.flatMap(({ target, kind, line }) => {
    const other = layerOf(target);
    if (other === undefined) return isOurs(target) ? [at(file, line, `${layer} must not import ${target}`)] : [];
    if (layer === "webview-ui" && other === "protocol" && kind !== "type")
      return [at(file, line, "webview-ui may import types only from protocol")];
    if (layer === "vscode" && BESIDE_THE_DOOR.has(target)) return [];
    const allowed =
      kind === "type" && TYPES_PAST_THE_DOOR.has(layer) ? reachable(layer) : (DOORS[layer] ?? reachable(layer));
    return allowed.includes(other) ? [] : [at(file, line, `${layer} must not import ${other}`)];
  });
};

export const keepsVsCodeOutside: Rule = (file) => {
  if (file.path === "src/extension.ts" || file.path.startsWith("src/vscode/") || !file.path.startsWith("src/"))
    return [];
  return file.imports
    .filter(({ target }) => target === "vscode")
    .map(({ line }) => at(file, line, "only src/vscode and src/extension.ts know VS Code"));
};

/** For each folder of a layer, the siblings whose values it may import. Type imports are not restricted. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "src/core/context": ["outside"],
  "src/core/context/outside": ["recall"],
  "src/core/context/recall": [],
  "src/core/context/live-files": [],
  "src/core/context/trigger": ["."],
  "src/core/context/summary/claims/record": ["summary/claims/language"],
  "src/core/context/summary/claims/language": [],
  // A clause tells when, and what it tells of is read without those words.
  "src/core/context/summary/claims/reading": [
    "summary/claims/language",
    "summary/claims/record",
    "summary/claims/time",
  ],
  "src/core/context/summary/claims/time": ["summary/claims/language", "summary/claims/record"],
  "src/core/context/summary/claims/judging": [
    "summary/claims/language",
    "summary/claims/record",
    "summary/claims/time",
  ],
  "src/core/context/summary/claims/changes": [
    "summary/claims/decisions",
    "summary/claims/language",
    "summary/claims/record",
    "summary/claims/reading",
    "summary/claims/judging",
  ],
  "src/core/context/summary/claims/support": [
    "summary/claims/language",
    "summary/claims/record",
    "summary/claims/reading",
    "summary/claims/judging",
    "summary/claims/time",
  ],
  "src/core/context/summary/claims/decisions": ["summary/claims/language", "summary/claims/record"],
  "src/core/context/summary/claims": [
    "summary/claims/language",
    "summary/claims/reading",
    "summary/claims/decisions",
    "summary/claims/judging",
    "summary/claims/record",
    "summary/claims/changes",
    "summary/claims/support",
    "summary/claims/time",
  ],
  "src/core/context/summary/facts": [],
  "src/core/context/summary": ["trigger", ".", "summary/claims", "summary/claims/record", "summary/facts"],
  "src/core/context/compressor/pruning": ["summary"],
  "src/core/context/compressor": [".", "trigger", "summary", "recall", "live-files", "compressor/pruning"],
  "src/core/context/lossless/outline": [],
  "src/core/context/lossless/checks": ["summary", "summary/claims", "summary/claims/record", "summary/facts"],
  "src/core/context/lossless/tools": ["recall", "lossless/outline"],
  "src/core/context/lossless": [
    ".",
    "trigger",
    "summary",
    "summary/facts",
    "recall",
    "compressor/pruning",
    "lossless/outline",
    "lossless/tools",
    "lossless/checks",
  ],
  "src/core/agent/hooks": [],
  "src/core/agent/delegation": ["turn", "compression", "session"],
  "src/core/agent/settings": [],
  "src/core/agent/session/sizes": [],
  "src/core/agent/session": ["session/sizes", "settings"],
  "src/core/agent/session/edits": ["session", "session/sizes", "settings"],
  // What turns did to files is read through checkpoints; nothing in the conversation changes with it.
  "src/core/agent/session/changes": ["session"],
  "src/core/agent/compression": ["session", "session/edits", "session/sizes", "settings"],
  "src/core/agent/steering": [],
  "src/core/agent/turn": ["compression", "session", "session/edits", "session/sizes", "settings"],
  "src/core/agent": [
    "turn",
    "steering",
    "hooks",
    "delegation",
    "compression",
    "session",
    "session/edits",
    "session/sizes",
    "session/changes",
    "settings",
  ],
};

/** The engines do not import each other, and the agent's folders import each other in one direction only. */
export const keepsFolders: Rule = (file) => {
  const folder = folderOf(file.path);
  const [layer] = /^src\/core\/(?:context|agent)/.exec(folder) ?? [];
  const allowed = FOLDERS[folder];
  if (layer === undefined) return [];
  if (allowed === undefined) return [at(file, 1, `is in ${folder}, which has no place in the plan`)];
  const open = new Set([folder, ...allowed.map((name) => (name === "." ? layer : `${layer}/${name}`))]);
  return file.imports
    .filter(({ kind, target }) => kind !== "type" && folderOf(target).startsWith(layer) && !open.has(folderOf(target)))
    .map(({ target, line }) => at(file, line, `${folder} must not import ${folderOf(target)}`));
};

/** All engines share the interface, so it must not depend on the built-in ones. */
export const keepsEngineInterfaceFree: Rule = (file) =>
  file.path !== "src/core/context/engine.ts"
    ? []
    : file.imports
        .filter(({ target }) => /^src\/core\/context\/(compressor|lossless|summary|recall)\//.test(target))
        .map(({ target, line }) => at(file, line, `the engine interface must not import ${target}`));

/** About a dozen files per folder; the folder of built-in tools has one file per tool. */
const MOST_FILES_PER_FOLDER = 14;
const ONE_FILE_PER_TOOL = "src/core/tools/builtin";

export function findCrowdedFolders(files: readonly Pick<SourceFile, "path">[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES_PER_FOLDER && folder !== ONE_FILE_PER_TOOL)
    .map(([folder, count]) => `${folder} has ${count} files`);
}

/** Cycles of folders that import each other's values, each as `a → b → a`. */
export function findFolderCycles(files: readonly Pick<SourceFile, "path" | "imports">[]): readonly string[] {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = placeOf(path);
    const targets = imports.filter(({ target, kind }) => kind !== "type" && isOurs(target));
    for (const { target } of targets)
      if (placeOf(target) !== from) graph.set(from, (graph.get(from) ?? new Set()).add(placeOf(target)));
  }
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (folder: string, trail: readonly string[]): void => {
    const start = trail.indexOf(folder);
    if (start >= 0) cycles.push([...trail.slice(start), folder].join(" → "));
    if (start >= 0 || finished.has(folder)) return;
    for (const next of graph.get(folder) ?? []) visit(next, [...trail, folder]);
    finished.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return cycles;
}

/** `src` holds both the entry point and modules without imports, so each of its files stands for itself. */
const placeOf = (path: string): string => (folderOf(path) === "src" ? path.replace(/\.ts$/, "") : folderOf(path));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

function layerOf(path: string): string | undefined {
  const bare = path.replace(/\.tsx?$/, "");
  if (bare === "src/core/index" || bare === "src/core") return "core/index";
  if (bare === "src/core/host") return "core/host";
  const folder =
    /^src\/core\/([\w-]+)\//.exec(bare)?.[1] ?? /^src\/([\w-]+)/.exec(bare)?.[1] ?? /^(webview-ui)\//.exec(bare)?.[1];
  return folder !== undefined && folder in MAY_IMPORT ? folder : undefined;
}

const isOurs = (target: string) => /^(src|test|webview-ui|scripts)\//.test(target);

function reachable(layer: string): readonly string[] {
  const found = new Set([layer]);
  for (const next of found) for (const more of MAY_IMPORT[next] ?? []) found.add(more);
  return [...found];
}
