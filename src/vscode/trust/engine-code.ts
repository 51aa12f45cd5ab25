import { createRequire, isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { compileFunction } from "node:vm";
import { sentence } from "../../core/base/sentence";
import type { EngineSnapshot } from "../../core/host";
import { SentenceError } from "../../core/host";

/**
 * Runs a CommonJS file from the bytes that were confirmed. What it requires comes from the same bytes or is built into
 * Node; a file that was swapped, added or linked since cannot get in.
 */
export function loadSnapshot({ files }: EngineSnapshot, main: string, folder: string): unknown {
  const modules = new Map<string, Module>();
  const requireBuiltin = createRequire(join(folder, "engine.json"));
  const load = (path: string): unknown => {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const text = new TextDecoder().decode(files.get(path));
    const module: Module = { exports: {} };
    // Before it runs: two files may require each other.
    modules.set(path, module);
    if (path.endsWith(".json")) module.exports = JSON.parse(text);
    else run(text, { module, file: join(folder, path), requireFrom: (request) => resolve(path, request) });
    return module.exports;
  };
  const resolve = (from: string, request: string): unknown => {
    if (isBuiltin(request) && !LOADERS.has(request.replace(/^node:/, ""))) return requireBuiltin(request);
    const path = findFile(files, posix.join(posix.dirname(from), request));
    if (!/^\.\.?(?:\/|$)/.test(request) || path === undefined)
      throw new SentenceError(
        sentence("{file} requires {module}, which is not part of the engine folder", {
          file: from,
          module: JSON.stringify(request),
        }),
      );
    return load(path);
  };
  return load(main);
}

interface Module {
  exports: unknown;
}

/** Modules made to load code from anywhere. */
const LOADERS: ReadonlySet<string> = new Set(["module", "vm", "worker_threads", "inspector", "inspector/promises"]);

const ENDINGS = ["", ".js", ".cjs", ".json", "/index.js", "/index.cjs"];

const findFile = (files: EngineSnapshot["files"], path: string): string | undefined =>
  ENDINGS.map((ending) => path.replace(/\/$/, "") + ending).find((candidate) => files.has(candidate));

interface Running {
  readonly module: Module;
  readonly file: string;
  requireFrom(request: string): unknown;
}

/** Without a callback for it, `import()` in the code is refused by Node. */
function run(text: string, { module, file, requireFrom }: Running): void {
  const names = ["exports", "require", "module", "__filename", "__dirname"];
  const body = compileFunction(text.replace(/^#!.*/, ""), names, { filename: file });
  body.call(module.exports, module.exports, requireFrom, module, file, join(file, ".."));
}
