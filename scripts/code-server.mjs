import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { findNodeHeaders, runNpmOnNode24 } from "./node24.mjs";
import { cacheFolder } from "./places.mjs";
import { findOnPath } from "./process.mjs";

/** A real VS Code workbench, served to a browser. */
const CODE_SERVER_VERSION = "4.139.1";

const folder = () => join(cacheFolder(), `code-server-${CODE_SERVER_VERSION}`);
const packageFolder = () => join(folder(), "node_modules", "code-server");
const readyMark = () => join(folder(), "ready");

export const codeServerEntry = () => join(packageFolder(), "out", "node", "entry.js");

/** Installs code-server into the cache, once for all clones; a broken or interrupted installation starts over. */
export async function ensureCodeServer() {
  if (existsSync(readyMark())) return;
  mkdirSync(cacheFolder(), { recursive: true });
  await withLock(`${folder()}.lock`, () => {
    if (existsSync(readyMark())) return;
    console.log(`Installing code-server ${CODE_SERVER_VERSION} into ${folder()} (once, about 1 GB) …`);
    try {
      install();
    } catch (error) {
      console.warn(`The installation failed (${error instanceof Error ? error.message : error}); starting over once.`);
      rmSync(folder(), { recursive: true, force: true });
      install();
    }
    writeFileSync(readyMark(), CODE_SERVER_VERSION);
  });
}

/** Does the work of the package's postinstall script, without the native modules that script requires. */
function install() {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(
    join(folder(), "package.json"),
    JSON.stringify({ private: true, dependencies: { "code-server": CODE_SERVER_VERSION } }),
  );
  const vscode = join(packageFolder(), "lib", "vscode");
  for (const place of [folder(), vscode, join(vscode, "extensions")])
    runNpmOnNode24(["install", "--omit=dev", "--ignore-scripts"], place);
  buildLogging(vscode);
}

/**
 * Log files and output channels need one native module; everything else works without it.
 * @param {string} vscode
 */
function buildLogging(vscode) {
  const headers = findNodeHeaders();
  const hasCompiler = ["make", "g++", "python3"].every((tool) => findOnPath([tool]));
  if (!headers || !hasCompiler) return;
  try {
    runNpmOnNode24(["rebuild", "@vscode/spdlog", "--ignore-scripts=false"], vscode, { npm_config_nodedir: headers });
  } catch {
    console.warn("The logging module could not be compiled: output channels stay empty in this VS Code.");
  }
}
