// Runs one of the project's tools on Node 24, whichever Node is installed: `node scripts/run.mjs vitest run`.
import { join } from "node:path";
import { node24Environment } from "./node24.mjs";
import { root } from "./places.mjs";
import { read, run, runScript } from "./process.mjs";

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runTool(tool, args, env = {}) {
  run(toolPath(tool), args, toolOptions(env));
}

/**
 * Runs a tool and returns what it says.
 * @param {string} tool
 * @param {readonly string[]} args
 */
export const readTool = (tool, args) => read(toolPath(tool), args, toolOptions());

/** @param {string} tool */
const toolPath = (tool) => join(root, "node_modules", ".bin", process.platform === "win32" ? `${tool}.cmd` : tool);

/** @param {NodeJS.ProcessEnv} [env] */
const toolOptions = (env = {}) => ({
  cwd: root,
  env: node24Environment(env),
});

const [, script, tool, ...args] = process.argv;
if (script?.endsWith("run.mjs") && tool) await runScript(() => runTool(tool, args));
