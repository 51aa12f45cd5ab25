import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cacheFolder, root } from "./places.mjs";
import { run } from "./process.mjs";

/** The test runner and code-server require it; many machines have an older version. */
const NODE_MAJOR = 24;
const NODE_VERSION = "24.21.0";

const platform = process.platform === "win32" ? "win" : process.platform;
const packageName = `node-${platform}-${process.arch}`;

/** Path of Node 24 from node_modules, the current process, or the cache; downloaded from npm if there is none. */
export function findNode24() {
  const installed = [root, toolsFolder()].map(nodeIn).find(existsSync);
  if (installed) return installed;
  if (isNode24()) return process.execPath;
  console.log(`Fetching Node ${NODE_VERSION} …`);
  mkdirSync(toolsFolder(), { recursive: true });
  runNpm(
    process.execPath,
    ["install", "--no-save", "--no-package-lock", `${packageName}@${NODE_VERSION}`],
    toolsFolder(),
  );
  return nodeIn(toolsFolder());
}

/** Whether the current process runs on Node 24. */
export const isNode24 = () => Number(process.versions.node.split(".")[0]) >= NODE_MAJOR;

/** Folder with the header files for native modules, if the npm package contains them. */
export function findNodeHeaders() {
  const folder = join(dirname(findNode24()), "..");
  return existsSync(join(folder, "include", "node", "node_api.h")) ? folder : undefined;
}

/**
 * Environment in which `node` is Node 24, also for child processes, and the project's tools are on the PATH.
 * @param {NodeJS.ProcessEnv} [more]
 */
export function node24Environment(more = {}) {
  const path = [dirname(findNode24()), join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  return { ...process.env, PATH: path, ...more };
}

/**
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [more]
 */
export function runNpmOnNode24(args, folder, more = {}) {
  runNpm(findNode24(), args, folder, node24Environment(more));
}

/**
 * Runs the npm that started this script on the given Node, or else the npm on the PATH.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runNpm(node, args, folder, env = process.env) {
  const quiet = [...args, "--no-audit", "--no-fund", "--loglevel=error"];
  const npmScript = process.env["npm_execpath"];
  if (npmScript?.endsWith(".js")) run(node, [npmScript, ...quiet], { cwd: folder, env: withoutProject(env) });
  else run("npm", quiet, { cwd: folder, env: withoutProject(env) });
}

/**
 * npm exposes its project to child processes; an npm that runs in another folder must not see it.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutProject(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix|config_prefix)/.test(name)),
  );
}

const toolsFolder = () => join(cacheFolder(), `node-${NODE_VERSION}`);
/** @param {string} folder */
const nodeIn = (folder) =>
  join(folder, "node_modules", packageName, "bin", process.platform === "win32" ? "node.exe" : "node");
