import { at } from "./source";
import type { Rule } from "./source";

/** Who may import whom; what a layer may import, its importers may import too. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  conversation: [],
  models: ["conversation"],
  tokens: ["models"],
  caching: ["models"],
  ledger: ["conversation"],
  spill: ["conversation"],
  redact: ["conversation"],
  sessions: ["conversation"],
  memory: ["conversation"],
  context: ["tokens", "ledger", "redact"],
  providers: ["caching", "models"],
  tools: ["spill"],
  agent: ["context", "providers", "tools", "sessions", "memory"],
  "core/index": ["agent"],
  protocol: ["agent"],
  presenter: ["agent", "protocol"],
  headless: ["core/index", "agent"],
  vscode: ["presenter", "protocol", "core/index"],
  extension: ["vscode"],
  "webview-ui": ["protocol"],
};

/** Where "may import" ends at a door: these see what a layer offers, not what it is made of. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  vscode: ["presenter", "protocol", "core/index", "vscode"],
  extension: ["presenter", "protocol", "core/index", "vscode", "extension"],
  "webview-ui": ["protocol", "webview-ui"],
};

/** Needed at activation: through the door all of core would come with it. */
const BESIDE_THE_DOOR: ReadonlySet<string> = new Set(["src/core/agent/settings"]);

/** Types are free of weight, so these may be looked up past the door. */
const TYPES_PAST_THE_DOOR: ReadonlySet<string> = new Set(["vscode", "extension"]);

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

function layerOf(path: string): string | undefined {
  const bare = path.replace(/\.tsx?$/, "");
  if (bare === "src/core/index" || bare === "src/core") return "core/index";
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
